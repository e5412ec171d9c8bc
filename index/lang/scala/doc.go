// Package scala extracts Scala 2 and 3: objects, classes, traits, enums,
// givens and extensions, their members, patterns, and what a definition calls.
//
// A call may be written without parentheses, so the reading of a member or of a
// name that is not local is a call site that may be none (CallMaybe). A
// definition without any parameter list is called by reading it: Computed.
//
// It knows Scala's syntax and visibility; it resolves no name, no implicit and
// no given.
package scala
