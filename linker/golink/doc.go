// Package golink links Go by Go's own type checker, in process and without a
// build: every package of the repository is checked from source in dependency
// order, what lies outside is opaque, and type errors are ignored.
//
// The work has two stages. First every package's declarations are checked
// without function bodies; that is all that packages need of one another, and
// all that is kept. Then each file's bodies are checked alone, against the
// declarations, and its links are read off. So an edit inside a body costs the
// check of one file, and an edit of declarations costs what mentions them,
// directly or through other declarations: see plan.go. Both stages do the same
// in the first run and in later ones, which is why a later state equals a
// fresh one. A last pass links calls of parameters to the functions that calls
// anywhere hand over, see handed.go.
//
// It knows facts and the vocabulary of package linker; it reads sources
// through linker.Source only, never the network, a module cache or GOROOT.
package golink
