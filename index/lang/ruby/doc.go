// Package ruby extracts Ruby: modules, classes, methods in all the ways that
// they come to be (def, attr_reader, alias, define_method, Struct.new), blocks
// as anonymous functions, and the types that YARD comments give.
//
// Every use of a name that is no local variable is a call; instance and class
// variables are members named with their "@". A constant that is written with
// a leading "::" keeps a leading dot: it is looked up from the top.
//
// The package knows Ruby's syntax and the meaning of what Module and Kernel
// offer as if it were syntax; it knows no load path and no other file.
package ruby
