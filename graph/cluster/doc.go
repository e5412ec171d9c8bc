// Package cluster groups the nodes of a graph and ranks them: PageRank, two
// levels of Louvain communities, what couples them, and names for them that
// people can read.
//
// All of it runs on plain arrays. Nodes are numbers from 0, in an order that
// the caller chooses; that order and the seed are the only things that decide
// between equals, so the same graph gives the same answer, whatever order its
// edges come in. Weights are rounded to 1/1024, which makes their sums exact.
//
// It must not know a database, a repository, a language or a wire format.
package cluster
