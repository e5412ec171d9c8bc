// Package symbols says what is to be embedded of each symbol of a file: from
// its facts and its text to [embed.Text]. Training and indexing both go
// through it, so that a model meets what it was trained on.
//
// The package must not know models, vectors or databases.
package symbols
