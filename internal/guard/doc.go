// Package guard says what speaks against a write before it is made: who calls
// what is to change, which tests cover it, who holds the file, what was not
// looked at.
//
// It reads the session's rules and writes only that it was asked.
package guard
