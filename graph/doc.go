// Package graph is the graph of a repository in one store: its vocabulary,
// its text ids, how a change of some files is written (Apply), and how nodes,
// edges and open call sites are read and walked.
//
// However a state was reached, by one bulk load or by many small changes, the
// graph is the same: Dump shows it without row ids and times, and equal
// dumps mean equal graphs.
//
// It knows the tables of package store and the kinds of package facts. It
// must not know a parser, a linking rule, a question of the protocol or a
// wire format.
package graph
