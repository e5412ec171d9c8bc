// Package smp gives a program a structural memory of a code base: one SQLite
// file that holds every definition, what calls, imports, inherits and uses
// what, and how sure each of these statements is.
//
//	m, err := smp.Open(ctx, ".smp/smp.db", smp.WithRoot("."))
//	res, err := m.Index(ctx)
//	tree, err := m.Trace(ctx, smp.TraceQuery{Start: "AuthService.login", Depth: 3})
//
// A Memory is the one handle. It wires the packages below it together and
// holds the API by group, one file each. It knows no wire format and no
// terminal: those are package jsonrpc and cmd/smp.
package smp
