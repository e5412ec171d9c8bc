// Package git asks the git program about a repository: which commit is checked
// out, which files a commit has and what is in them, and how commits and the
// working tree differ.
//
// A [Repo] is a folder inside a working tree, be it the top, a folder below, a
// linked worktree or a submodule. Paths are relative to that folder, with
// slashes, and only what lies below it is told of. Names are bytes: they may
// hold newlines, quotes and what is no UTF-8.
//
// Git is called with arguments, never through a shell, in the C locale, without
// taking locks, and without the variables that git sets for hooks, which would
// lead it elsewhere. What is not cheap ends with its context.
//
// The package knows nothing of graphs and languages, and changes nothing in a
// repository. What can be had without starting git (ignore rules, tracked
// names, HEAD) is index/walk/gitdir's.
package git
