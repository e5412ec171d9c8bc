// Package ignore decides which paths ignore files exclude, exactly as git
// does: nested files, negation, directory-only patterns, "**", character
// classes, escapes, trailing spaces, and the rule that nothing below an
// ignored directory can be brought back by a "!" of git's own.
//
// Two kinds of files speak. Git's are .gitignore in every directory and
// .git/info/exclude, which ranks below them. Ours is .smpignore, with the same
// syntax and a higher rank: what it says about a path holds whatever git's
// files say, so "!gen/" brings back what a .gitignore excludes. Unlike git's,
// a "!" with a slash also reaches into an ignored directory, when its literal
// leading part names something inside: "!build/gen/**" works although build/
// is ignored. Everything else in build/ stays ignored.
//
// The user's own core.excludesFile is not read: what is indexed must not
// depend on who indexes.
//
// The package knows syntax and precedence. It opens no file, knows no
// repository layout and not which files are tracked; package walk does.
package ignore
