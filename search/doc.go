// Package search is the inverted index: which words stand in which symbol, and
// where.
//
// A symbol is a document of fields ([Field]). [Collector] makes one blob of a
// file's documents from its facts and its text; [Builder] merges the blobs of
// all files into a base; [Index] answers from a base and the blobs of the files
// that changed since, whoever stores them ([Source]). Scores are BM25F
// (Robertson, Zaragoza, Taylor: "Simple BM25 extension to multiple weighted
// fields", 2004): each field's count is divided by its relative length and
// weighted before the sum saturates.
//
// The base hides what the delta replaces, and document frequencies count only
// what is alive, so that an answer does not depend on how the index came about.
//
// SQLite's FTS5 was measured instead and left: four times the space for the
// bodies of functions, and 60–70 ms for a word that half of 100k symbols have.
//
// The package knows facts and words. It must not know graphs, databases,
// vectors or the protocol.
package search
