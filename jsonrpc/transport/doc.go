// Package transport carries messages between clients and a jsonrpc.Server: over
// stdio, HTTP and WebSocket. It knows framing, hosts, origins and tokens, and
// what to do about clients that are slow. It must not know any method.
package transport
