// Package views shows the graph as a session or a commit has the files: a copy
// in which the files that differ are taken in as by any update, with the same
// rooms over it as over the head.
//
// It does not know what is asked of a view.
package views
