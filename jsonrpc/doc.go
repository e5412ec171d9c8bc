// Package jsonrpc is the protocol: one table of methods, and a dispatcher that
// answers JSON-RPC 2.0 messages from it.
//
//	s, err := jsonrpc.New(memory, jsonrpc.Options{})
//	answer := s.Handle(ctx, s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Admin}), message)
//
// A row of the table holds a method's name, its typed parameters and result,
// what it may answer instead, its documentation with examples, and what it
// needs: to read, to write, or to administer. Everything else that knows the
// methods is made from the table: validation, the MCP tools, the OpenRPC
// document, docs/PROTOCOL.md and the clients. How to add a row: put the
// parameters and the function into the file of the method's group, and the row
// into the group's list.
//
// The package knows the wire format and package smp. It must not know how
// bytes come and go (that is jsonrpc/transport), nor a terminal.
package jsonrpc

//go:generate go run ./internal/comments
//go:generate go run ./internal/generate
