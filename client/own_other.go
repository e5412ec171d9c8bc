//go:build !unix

package client

import "io/fs"

// own reports whether a file belongs to the user of this process; here what
// lies in the user's folders does.
func own(fs.FileInfo) bool { return true }
