// Package rust extracts Rust.
//
// What it makes of Rust's own constructs, beyond what package facts says:
//
//   - "mod x;" is an import of kind ImportMod, Module and Alias "x"; with a
//     #[path] attribute the Module is that path. "mod x {}" is a Class of form
//     "module".
//   - A use tree is flattened: "use a::b::{self, c as d, e::*}" gives the paths
//     a::b, a::b::c and a::b::e::*, each split into Module (joined by "::", as
//     written: crate, self and super stay) and Name. A path of one part is a
//     Module without Name. "as _" has the Alias "_". A use with a visibility is
//     an ImportReexport.
//   - An impl block is a Class of form "impl" with the name of its type, the
//     type as Recv and the trait as its Base; the members below it carry the
//     type as Recv too, and the trait as Disc ("@From<u8>").
//   - An enum variant is a Variable of form "variant" whose Type is the enum
//     and whose children are its fields; the fields of tuple structs and tuple
//     variants are named "0", "1", ….
//   - A path is an OpMember of its parts, rooted at an OpName that may be
//     "crate", "self", "super" or "::name". The receiver self is OpThis, Self
//     is OpSelfClass. A part that is a type (Vec::<u8>, <T as Trait>) is an
//     OpCast of no value to that type.
//   - Struct literals are OpNew without a call site. Some(x), Ok(x) and Err(x)
//     are OpCall without one; all other tuple constructors are calls.
//   - References, dereferences and parentheses are transparent.
//   - Associated type bindings (Iterator<Item = T>) stand behind the positional
//     type arguments; lifetimes are left out.
//   - derive attributes are Bases; attributes are Decorators.
//   - The arguments of macros are read as expressions, the braces of macros as
//     statements or items, where they parse as such. Bodies of macro_rules! are
//     not looked into.
package rust
