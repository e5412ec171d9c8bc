// Package ingest brings a graph up to date with files: runs over all of them,
// updates of some, what a client pushes, what a watcher sees, and sync over
// hashes. However a state was reached, the graph equals that of a fresh run.
//
// It does not know sessions; what may be written is decided above.
package ingest
