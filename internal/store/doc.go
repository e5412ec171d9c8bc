// Package store keeps one SQLite file: it opens or creates it, refuses files
// that are not its own, migrates older ones, and hands out transactions to
// one writer and many readers, within and across processes.
//
// It knows SQLite, files and locks. It must not know what the tables mean:
// nodes, edges and facts belong to package graph and those above it.
package store
