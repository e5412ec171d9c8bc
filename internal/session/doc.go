// Package session is the life of an agent's session: opening with a scope,
// locks, updates in a view of its own, checkpoints and rollback, plans,
// conflicts, merging what was written, and the audit log.
//
// The rows and their transactions are package safety's.
package session
