package safety_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/structural-memory/smp/safety"
)

// actor is an agent that does random things, each in one transaction that it
// writes into the audit log with what came of it. The log's order is the order
// in which things happened, whichever process did them: see replay.
type actor struct {
	name    string
	rng     *rand.Rand
	ttl     func(*rand.Rand) time.Duration
	session string // "" where it has none
}

var somePaths = []string{"a.go", "b.go", "c/d.go", "c/e.go", "f.ts", "g.py"}

func (a *actor) some() []string {
	var out []string
	for range 1 + a.rng.IntN(3) {
		out = append(out, somePaths[a.rng.IntN(len(somePaths))])
	}
	return out
}

// act does one thing and returns its entry in the log.
func (a *actor) act(ctx context.Context, s *safety.Safety) (*safety.Entry, error) {
	return safety.Do(ctx, s, func(tx *safety.Tx) (*safety.Entry, error) {
		if a.session == "" {
			return a.open(tx)
		}
		used, err := tx.Use(a.session)
		if errors.Is(err, safety.ErrExpired) {
			id := a.session
			a.session = ""
			return tx.Append("", safety.Event{Method: "late", Detail: map[string]any{"session": id}})
		}
		if err != nil {
			return nil, err
		}
		switch n := a.rng.IntN(100); {
		case n < 45:
			return a.lock(tx, used)
		case n < 70:
			released, err := tx.Unlock(used.ID, a.some())
			if err != nil {
				return nil, err
			}
			return tx.Append(used.AuditID, safety.Event{Method: "unlock", Files: released, Detail: map[string]any{"session": used.ID}})
		case n < 80:
			return a.checkpoint(tx, used)
		case n < 93:
			return tx.Append(used.AuditID, safety.Event{Method: "use", Detail: map[string]any{"session": used.ID}})
		}
		a.session = ""
		closed, released, err := tx.Close(used.ID, safety.Completed)
		if err != nil {
			return nil, err
		}
		return tx.Append(closed.AuditID, safety.Event{Method: "close", Files: released, Detail: map[string]any{"session": used.ID}})
	})
}

func (a *actor) open(tx *safety.Tx) (*safety.Entry, error) {
	s, err := tx.OpenSession(safety.Session{Agent: a.name, Mode: safety.WriteMode, Concurrency: safety.Exclusive, Scope: []string{"**"}, TTL: a.ttl(a.rng)})
	if err != nil {
		return nil, err
	}
	a.session = s.ID
	return tx.Append(s.AuditID, safety.Event{Method: "open", Detail: map[string]any{"session": s.ID, "ttl": s.TTL.Milliseconds()}})
}

func (a *actor) lock(tx *safety.Tx, s *safety.Session) (*safety.Entry, error) {
	granted, denied, err := tx.Lock(s, a.some())
	if err != nil {
		return nil, err
	}
	holders := map[string]any{}
	for _, l := range denied {
		holders[l.Path] = l.Session
	}
	return tx.Append(s.AuditID, safety.Event{Method: "lock", Files: granted, Detail: map[string]any{"session": s.ID, "denied": holders}})
}

func (a *actor) checkpoint(tx *safety.Tx, s *safety.Session) (*safety.Entry, error) {
	content := fmt.Appendf(nil, "content %d\n", a.rng.IntN(50))
	h, err := tx.PutContent(content)
	if err != nil {
		return nil, err
	}
	c, err := tx.PutCheckpoint(s.ID, []safety.FileState{{Path: a.some()[0], Kind: safety.Regular, Mode: 0o644, Hash: h}})
	if err != nil {
		return nil, err
	}
	return tx.Append(s.AuditID, safety.Event{Method: "checkpoint", CheckpointID: c.ID, Detail: map[string]any{"session": s.ID, "content": string(content)}})
}
