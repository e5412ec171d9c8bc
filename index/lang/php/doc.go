// Package php extracts PHP: namespaces, classes, traits, enums, functions, and
// the types that documentation comments give where the code has none.
//
// Variables keep their "$" in facts, so that they are never mistaken for
// functions, classes or constants. A name that is written with a leading
// backslash keeps a leading dot: it is looked up from the global namespace.
//
// The package knows PHP's syntax and phpDoc's; it knows no Composer, no
// autoloader and no other file.
package php
