//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakKB is the most memory that a process had at once.
func peakKB(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) / 1024
	}
	return int64(usage.Maxrss)
}
