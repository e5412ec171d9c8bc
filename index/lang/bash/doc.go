// Package bash extracts shell scripts: functions, the commands that they run,
// the files that they source, and Bats tests.
//
// Every command is a call of a name, except where the shell itself is meant
// (":", "[", "set"); whether the name is a function, only the whole repository
// tells. A command that a variable names is a call of an index of it, so that
// it is not taken for the function of the variable's name.
//
// The package knows the shell's syntax; it knows no other file.
package bash
