package main

import (
	"os"
	"runtime/debug"
)

// indexGCPercent trades memory for time while an index is built.
const indexGCPercent = 200

// tuneMemory sets the garbage collector for a run that makes much and keeps
// little, unless the environment says how it should be.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(indexGCPercent)
	}
}
