// Package text takes code and prose apart into the words that search and
// vectors are made of:
//
//   - [Splitter.Words]: an identifier or a text as lower-case words, split at
//     case, underscores and digits ("parseHTTPRequest2" is parse, http,
//     request2).
//   - [Code]: source text as its identifiers, strings and comments, without
//     keywords, for bodies.
//   - [Stem] and [IsStop]: what makes "parsing" and "parsed" the same word,
//     and which words say nothing.
//   - [Terms]: words as small numbers, stemmed and remembered, for whoever
//     handles each word of a repository.
//
// Nothing here allocates for a word that was met before.
//
// The package knows no language's grammar, only how its comments and strings
// look, and nothing of vectors or scores. It imports only the standard
// library.
package text
