// Package safety keeps what guards the writes of agents: sessions with their
// scopes and times to live, locks, the steps that a risky write has to take
// first, checkpoints with the bytes they snapshot, and the audit log, whose
// entries are chained by their hashes.
//
// All of it is rows in the one file, changed in transactions that exclude each
// other across processes: what was answered holds after a crash, and what one
// process grants, no other grants again. Every transaction that writes first
// ends the sessions whose time is over, so that expiry needs no server.
//
// It knows the tables of package store. It must not know the graph's nodes,
// files on disk, or a wire format.
package safety
