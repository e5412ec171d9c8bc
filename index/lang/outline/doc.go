// Package outline builds the facts of files that have names within names and
// nothing to evaluate: configuration, schemas, pages. A scanner walks the
// bytes and says what begins where; the Builder gives lines, signatures,
// comments, hashes, disambiguation of same-named siblings and the bounds.
//
// It also holds the rule about secrets, so that every format obeys it: a
// signature shows a value only if it is short, if neither its key nor a key
// around it looks like a secret's (password, token, key, …), and if it does
// not look like one itself. The same goes for comments. Formats that exist to
// hold secrets (.env) show no value at all.
//
// It knows no format, no parser and no other file than the one at hand.
package outline
