// Package walk finds the files of a repository that are to be indexed, and
// says of every file that is left out why.
//
// # What is walked
//
// The root and everything below it, except:
//
//   - What git ignores, by the rules of package ignore, and what .smpignore
//     excludes. A file that git tracks is not ignored, whatever the rules say,
//     as in git; an ignored directory with tracked files in it is entered for
//     those alone. Outside a repository .gitignore files count as well.
//   - When the root is a folder inside a repository, the ignore files above it
//     count too, unless they ignore the root itself and git tracks nothing in
//     it: whoever names it wants it.
//   - Vendored code, by the directory names in vendored.go; a "vendor" below
//     "src" is the program's own.
//   - Generated and minified files: by name while walking, by content when the
//     caller has read them (see Options.Content), so that a file is read once.
//   - Symbolic links. What a link inside the root points to is there under its
//     own name; so a loop cannot happen.
//   - Submodules, and repositories cloned into the tree that git does not
//     track the files of. They index their own files when they are the root.
//   - Pipes, sockets and devices, which are never opened; files over the size
//     limit; what cannot be read; names that are no UTF-8, because the graph
//     and its protocol hold text.
//
// A "!" rule in .smpignore overrides git's rules and the defaults for vendored,
// generated, minified and nested code, for what it matches. Every directory or
// file left out is one Skip with a reason and a detail; what is inside a
// skipped directory is not listed. Files of no known language are only
// counted, ignored or not. .git and .smp do not appear at all. A file that
// vanishes during the walk was never there.
//
// # What the package must not know
//
// Languages (the caller's Detect names them), parsers, the store. It never
// writes, and never opens a file outside the root except to learn git's rules.
package walk
