package safety

import "context"

// The methods here are one transaction each, for callers that need no more.

// Get is [Tx.Session]: it renews nothing.
func (s *Safety) Get(ctx context.Context, id string) (*Session, error) {
	return Get(ctx, s, func(tx *Tx) (*Session, error) { return tx.Session(id) })
}

// Active is [Tx.Active].
func (s *Safety) Active(ctx context.Context) ([]Session, error) {
	return Get(ctx, s, (*Tx).Active)
}

// Expire ends the sessions whose time is over. It writes only where there are
// any.
func (s *Safety) Expire(ctx context.Context) error {
	due, err := Get(ctx, s, (*Tx).due)
	if err != nil || !due {
		return err
	}
	return s.Write(ctx, func(*Tx) error { return nil })
}

// LockOf is [Tx.LockOf].
func (s *Safety) LockOf(ctx context.Context, path string) (*Lock, error) {
	return Get(ctx, s, func(tx *Tx) (*Lock, error) { return tx.LockOf(path) })
}

// Step is [Tx.Step].
func (s *Safety) Step(ctx context.Context, session, path string) (Step, error) {
	return Get(ctx, s, func(tx *Tx) (Step, error) { return tx.Step(session, path) })
}

// Advance is [Tx.Advance].
func (s *Safety) Advance(ctx context.Context, session, path string, step Step) (Step, error) {
	return Do(ctx, s, func(tx *Tx) (Step, error) { return tx.Advance(session, path, step) })
}

// Files is [Tx.Files].
func (s *Safety) Files(ctx context.Context, session string) ([]SessionFile, error) {
	return Get(ctx, s, func(tx *Tx) ([]SessionFile, error) { return tx.Files(session) })
}

// PutContent is [Tx.PutContent].
func (s *Safety) PutContent(ctx context.Context, content []byte) (Hash, error) {
	return Do(ctx, s, func(tx *Tx) (Hash, error) { return tx.PutContent(content) })
}

// Content is [Tx.Content].
func (s *Safety) Content(ctx context.Context, h Hash) ([]byte, error) {
	return Get(ctx, s, func(tx *Tx) ([]byte, error) { return tx.Content(h) })
}

// Append is [Tx.Append].
func (s *Safety) Append(ctx context.Context, log string, e Event) (*Entry, error) {
	return Do(ctx, s, func(tx *Tx) (*Entry, error) { return tx.Append(log, e) })
}

// VerifyAudit is [Tx.VerifyAudit].
func (s *Safety) VerifyAudit(ctx context.Context, expect Hash) (*AuditCheck, error) {
	return Get(ctx, s, func(tx *Tx) (*AuditCheck, error) { return tx.VerifyAudit(expect) })
}
