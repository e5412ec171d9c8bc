// Package snapshot packs a graph into a signed archive and takes one in, from
// a file, a folder or a server, so that nobody has to index what somebody has
// indexed already.
//
// The form of archives is merkle/archive's.
package snapshot
