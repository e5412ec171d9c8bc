// Package golang makes facts of Go files with the standard library's parser.
//
// What becomes of the declarations: functions and methods are Functions (Tests
// where go test would run them), structs and other defined types are Classes
// of form "struct" and "type", interfaces are Interfaces, aliases Interfaces
// of form "type_alias"; fields, variables and constants are Variables; a
// package variable that holds a function literal is a Function of form
// "closure". Types stand first among the definitions, so that a method's type
// comes before it wherever the file has it. What is named "_" is left out.
//
// The facts hold no expressions and no call sites: Go is linked from source by
// linker/golink. Build constraints are the file's decorators.
//
// The package knows syntax only: no other file, no module, no types.
package golang
