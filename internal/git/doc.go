// Package git asks the git program about a repository: which commit is checked
// out, which files a commit has and what is in them, and how commits and the
// working tree differ.
//
// A [Repo] is a folder inside a working tree, be it the top, a folder below, a
// linked worktree or a submodule. Paths are relative to that folder, with
// slashes, and only what lies below it is told of. Names are bytes: they may
// hold newlines, quotes and what is no UTF-8.
//
// A repository is somebody else's: what it configures could make git start
// programs, fetch, or write elsewhere. So git never sees its configuration. Each
// call stands on a folder made for it (stand.go), which leads to the objects and
// references of the repository and has a configuration of ours; the commands
// and flags are on a list (allowed.go), the environment is made anew
// (environ.go), and the program is not one that the repository brought
// (program.go). What is asked ends with its context, and where git falls silent.
//
// The package knows nothing of graphs and languages, and changes nothing in a
// repository. What can be had without starting git (ignore rules, tracked
// names, HEAD) is index/walk/gitdir's.
package git
