// Package lua extracts Lua: modules as tables, their functions and methods,
// classes by setmetatable, and the types that LuaDoc and LuaLS comments give.
//
// A table with functions is a definition of form "table" around them, whether
// they stand in its constructor or are assigned later. In a function of such a
// table "self" is its instance, also where the function makes it a local
// variable. What setmetatable returns has the type of the metatable, or of its
// __index.
//
// The package knows Lua's syntax and the functions of the language that define
// something; it knows no package path and no other file.
package lua
