// Package structdiff compares files by what they define: which definitions are
// new, gone, different, renamed or moved, and what a difference of signatures
// means for those who call.
//
// It knows facts and the ids of nodes. It must not know the graph's rows,
// files on disk, links or the protocol.
package structdiff
