//go:build !unix

package main

import (
	"runtime"
	"time"
)

// peakMemory is what the runtime has asked of the system, in bytes: the
// nearest thing where the system does not keep the peak.
func peakMemory() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.Sys)
}

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
