// Package lua holds the Lua grammar.
package lua
