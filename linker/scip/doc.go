// Package scip reads and writes indexes in the SCIP format (protocol buffers,
// as scip-typescript, scip-java, rust-analyzer and others make them), and lays
// what such an index says over the links of a file.
//
// It knows facts and links, and how SCIP names symbols. It does not know where
// files come from, how the graph is stored, or how the linker came to its
// links. It never trusts an index about text that is no longer there: an
// occurrence counts only where the file, as it is now, has the symbol's name
// at its place, see Overlay.
package scip
