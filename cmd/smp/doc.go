// Command smp is the structural memory at a terminal: it indexes a repository
// into one file and answers questions about it.
//
// It is the only package that knows a terminal: command lines, colours, bars
// and exit codes are here, what an answer is stands in package smp. Each
// command has a file of its own with its flags, its help and how its answer
// reads; what they share is in app.go (where the repository and its index
// are), failure.go (errors and exit codes), page.go and style.go (text on a
// terminal) and progress.go.
package main
