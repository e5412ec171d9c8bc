//go:build !unix

package walk

const (
	openDirFlags  = 0
	openFileFlags = 0
)
