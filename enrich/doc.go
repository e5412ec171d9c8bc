// Package enrich reads what a source says to people: the comments inside a
// definition, and what it is said or seen to throw. It invents nothing; what
// it gives stands in the text.
//
// It knows one file at a time: its text, where its comments and throw
// statements are, and its nodes. It knows no database and reads no files.
package enrich
