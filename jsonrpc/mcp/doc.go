// Package mcp lets agents use a jsonrpc.Server by the Model Context Protocol: a
// few tools with bounded answers for what they do all day, and one for the whole
// table of methods. It must not know how bytes come and go.
package mcp
