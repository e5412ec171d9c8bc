// Package locate answers "where is the code that …": words in, symbols out,
// best first, with the arithmetic of their order.
//
// [Engine] keeps what questions need of one graph in memory ([State]): the
// search index (package search), the vectors (internal/vec), where nodes are.
// A question goes through five steps, one file each: route (which community
// does it sound like), seed (words and vectors), rank, walk (what the best are
// connected with), assemble. [Profile] says what each part of a score is worth.
//
// The package reads the graph and never writes. It knows nothing of files on
// disk, of the linker or of the protocol.
package locate
