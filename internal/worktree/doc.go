// Package worktree writes several files of the working tree, all of them or
// none: an intent is noted first, and whoever opens the file after a crash
// takes back what was begun.
//
// It does not know why files are to change.
package worktree
