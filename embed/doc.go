// Package embed makes vectors of code and of queries, so that a question in
// words finds a function that shares none of them.
//
// An [Embedder] is given the fields of a symbol one by one ([Text]), because
// what a word is worth depends on where it stands: a word of the name counts
// more than one of the body. A model that takes one string joins them
// ([Text.Joined]).
//
// All vectors have length 1, or are zero where there is nothing to say, so
// that a dot product is their cosine. The same text has the same vector, bit
// for bit, on every machine and in every order of calls. Vectors of embedders
// with different names cannot be compared: keep the name beside them.
//
// [Default] needs no network and no model server: a table of word stems that
// was trained on public code (package embed/train) and is part of the
// program. Package embed/http asks a server instead.
//
// The package must not know facts, graphs, databases or ranking. Package
// embed/symbols makes Texts of facts.
package embed
