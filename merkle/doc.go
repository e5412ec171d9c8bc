// Package merkle is the hash tree over a repository's files, by which two
// copies of it are compared.
//
// A leaf is the SHA-256 of a file's content. The hash of a folder is the
// SHA-256 of the text "smp.merkle.folder.1", a zero byte, and then, for each
// child in the order of their names (a file before a folder of the same name),
// one byte for its kind ('f' or 'd'), the length of its name as an unsigned
// varint, its name, and the 32 bytes of its hash. Folders without files do not
// exist; the root of no files at all is the hash of a folder without children.
// So whoever has the files can compute the root without this package.
//
// Trees do not change: [Tree.Update] makes another one that shares all but the
// folders on the way to what changed. A tree may be used by many goroutines.
//
// Where a tree is kept: nowhere but in memory. The leaves are rows of the
// index file already; to read 10,000 of them takes longer than to hash the
// folders above (see the benchmarks), so that stored folder hashes would have
// to be kept right and would save next to nothing.
//
// The package knows paths and hashes. It must not know databases, files on
// disk, languages or the protocol.
package merkle
