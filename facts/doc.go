// Package facts holds what extraction says about one source file, in terms
// that no language owns: definitions with their scopes, bindings, type
// annotations, imports, exports, and call sites with their receiver as an
// expression.
//
// Facts are position-independent of the repository: two files with the same
// bytes and language have the same facts, so they can be cached by content
// hash and parsed once per blob.
//
// The package knows no parser, no database and no linking rule. It imports
// only the standard library.
package facts
