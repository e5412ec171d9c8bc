//go:build !unix

package golink

import "time"

// worked is the time that has passed, where it is not known what the process
// had of it.
func worked() time.Duration { return time.Duration(time.Now().UnixNano()) }
