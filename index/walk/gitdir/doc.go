// Package gitdir reads the little that a walk needs to know of a git
// repository without calling git: where its working tree starts, where its
// shared files lie (worktrees and submodules keep them elsewhere), what is in
// info/exclude, whether names are compared without case, which paths the
// index tracks, and which commit is checked out.
//
// It writes nothing, knows no ignore syntax and reads no objects.
package gitdir
