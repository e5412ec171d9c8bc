// Package relink keeps the two linkers, Go's and that of all other languages,
// at one state of the files, leads them from there to another and back, and
// makes rows of the graph of what they say. A SCIP index lies over both.
//
// It does not know why files have changed, and does not write the graph.
package relink
