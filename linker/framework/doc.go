// Package framework knows, from data files, how frameworks are told what to
// call: decorators and calls that give a handler an HTTP method and a path,
// events that are named by a text, fixtures that are named by a parameter.
//
// It reads facts of one file and says what is registered there and which
// arguments are the handlers. It does not know what these arguments are: that
// is the linker's work. A framework is added by a file in data, see Load; the
// names of its calls must be in facts/registrations.txt.
package framework
