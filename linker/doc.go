// Package linker turns facts into edges: it resolves imports to files, names
// to definitions and calls to their targets, language by language, the way a
// compiler would. One solver serves all languages; what differs between them
// (module resolution, member lookup, linearisation) is a small strategy per
// language. Go has its own path through go/types, in package golink.
//
// The linker never binds a name because it is merely unique. What scopes,
// imports and types do not resolve stays open, with its reason.
//
// It knows facts and the vocabulary of package graph; it knows no database,
// no parser and no protocol.
package linker
