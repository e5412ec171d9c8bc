package safety_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

const loggedEntries = 12

// logged is a store with some entries in its audit log.
func logged(t testing.TB) (*store.Store, *safety.Safety) {
	t.Helper()
	st, err := store.Open(t.Context(), ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	s := safety.New(st)
	for i := range loggedEntries {
		if _, err := s.Append(t.Context(), fmt.Sprint("aud_", i%3), safety.Event{Method: "smp/lock", Files: []string{fmt.Sprint("f", i)}, Result: "granted"}); err != nil {
			t.Fatal(err)
		}
	}
	return st, s
}

// tamper runs statements that nobody should.
func tamper(t testing.TB, st *store.Store, sql string, args ...any) {
	t.Helper()
	err := st.Write(t.Context(), func(conn *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(conn, sql, &sqlitex.ExecOptions{Args: args})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func verify(t testing.TB, s *safety.Safety, expect safety.Hash) *safety.AuditCheck {
	t.Helper()
	c, err := s.VerifyAudit(t.Context(), expect)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestTamperingIsFound changes every column of every row, and takes rows away.
func TestTamperingIsFound(t *testing.T) {
	changes := []string{
		"UPDATE audit SET log = log || 'x' WHERE seq = ?",
		"UPDATE audit SET at = at + 1 WHERE seq = ?",
		"UPDATE audit SET method = 'smp/unlock' WHERE seq = ?",
		"UPDATE audit SET entry = replace(entry, 'granted', 'denied') WHERE seq = ?",
		"UPDATE audit SET prev = zeroblob(31) || x'01' WHERE seq = ?",
		"UPDATE audit SET hash = zeroblob(32) WHERE seq = ?",
		"UPDATE audit SET hash = x'' WHERE seq = ?",
		"UPDATE audit SET entry = '' WHERE seq = ?",
		"UPDATE audit SET method = '', entry = method || entry WHERE seq = ?",
		"UPDATE audit SET seq = seq + 1000 WHERE seq = ?",
		"DELETE FROM audit WHERE seq = ?",
	}
	st, s := logged(t)
	tamper(t, st, "CREATE TABLE kept AS SELECT * FROM audit")
	for _, change := range changes {
		for seq := range int64(loggedEntries) {
			tamper(t, st, "DELETE FROM audit")
			tamper(t, st, "INSERT INTO audit SELECT * FROM kept")
			if c := verify(t, s, safety.Hash{}); !c.OK {
				t.Fatalf("untouched: %+v", c)
			}
			tamper(t, st, change, seq+1)
			if c := verify(t, s, safety.Hash{}); c.OK || c.Broken < seq+1 || c.Broken > seq+2 {
				t.Errorf("%s of %d: %+v", change, seq+1, c)
			}
		}
	}
}

// TestCutOffIsFound: the file itself knows how long the log is, and who rewrites
// that too is found by a head that was seen before.
func TestCutOffIsFound(t *testing.T) {
	st, s := logged(t)
	head := verify(t, s, safety.Hash{}).Head
	tamper(t, st, "DELETE FROM audit WHERE seq > 8")
	if c := verify(t, s, safety.Hash{}); c.OK || c.Broken != 9 {
		t.Errorf("%+v", c)
	}
	tamper(t, st, "UPDATE meta SET value = 8 WHERE key = 'audit_count'")
	if c := verify(t, s, safety.Hash{}); c.OK {
		t.Errorf("%+v", c)
	}
	tamper(t, st, "UPDATE meta SET value = (SELECT lower(hex(hash)) FROM audit WHERE seq = 8) WHERE key = 'audit_head'")
	if c := verify(t, s, safety.Hash{}); !c.OK || c.Entries != 8 {
		t.Errorf("a cut without a trace: %+v", c)
	}
	if c := verify(t, s, head); c.OK || c.Problem == "" {
		t.Errorf("with the head that was: %+v", c)
	}
}

func TestExpectedHeadStaysGood(t *testing.T) {
	_, s := logged(t)
	head := verify(t, s, safety.Hash{}).Head
	if _, err := s.Append(t.Context(), "", safety.Event{Method: "more"}); err != nil {
		t.Fatal(err)
	}
	if c := verify(t, s, head); !c.OK || c.Entries != loggedEntries+1 {
		t.Errorf("%+v", c)
	}
}

// TestFailedTransactionLeavesNoEntry: neither the entry nor its place remains.
func TestFailedTransactionLeavesNoEntry(t *testing.T) {
	_, s := logged(t)
	failed := errors.New("failed")
	err := s.Write(t.Context(), func(tx *safety.Tx) error {
		if _, err := tx.Append("", safety.Event{Method: "x"}); err != nil {
			return err
		}
		return failed
	})
	if c := verify(t, s, safety.Hash{}); !errors.Is(err, failed) || !c.OK || c.Entries != loggedEntries {
		t.Errorf("%v %+v", err, c)
	}
}

// TestContents: what is put comes back, and is kept once.
func TestContents(t *testing.T) {
	st, s := logged(t)
	rapid.Check(t, func(r *rapid.T) {
		content := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(r, "content")
		for range 2 {
			h, err := s.PutContent(t.Context(), content)
			if err != nil {
				r.Fatal(err)
			}
			if got, err := s.Content(t.Context(), h); err != nil || string(got) != string(content) {
				r.Fatalf("%q %v", got, err)
			}
		}
	})
	h, err := s.PutContent(t.Context(), []byte("some content"))
	if err != nil {
		t.Fatal(err)
	}
	tamper(t, st, "UPDATE contents SET data = (SELECT data FROM contents WHERE hash <> ?1 LIMIT 1) WHERE hash = ?1", h[:])
	if _, err := s.Content(t.Context(), h); err == nil {
		t.Error("a damaged content is returned")
	}
	if _, err := s.Content(t.Context(), safety.HashOf([]byte("never put"))); !errors.Is(err, safety.ErrNoContent) {
		t.Error(err)
	}
}

// TestTamperedCheckpoint: a rollback must not restore what nobody kept.
func TestTamperedCheckpoint(t *testing.T) {
	for _, change := range []string{"UPDATE checkpoint_files SET mode = 511", "UPDATE checkpoint_files SET path = 'b'", "UPDATE checkpoint_files SET kind = 0", "UPDATE checkpoint_files SET hash = NULL",
		"UPDATE checkpoint_files SET viewed = 1", "DELETE FROM checkpoint_files"} {
		st, s := logged(t)
		c, err := safety.Do(t.Context(), s, func(tx *safety.Tx) (*safety.Checkpoint, error) {
			h, err := tx.PutContent([]byte("x"))
			if err != nil {
				return nil, err
			}
			return tx.PutCheckpoint("ses_1", []safety.FileState{{Path: "a", Kind: safety.Regular, Mode: 0o644, Hash: h}})
		})
		if err != nil {
			t.Fatal(err)
		}
		tamper(t, st, change)
		err = s.Read(t.Context(), func(tx *safety.Tx) error {
			_, err := tx.Checkpoint(c.ID)
			return err
		})
		if !errors.Is(err, safety.ErrDamaged) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// TestRowsOfSessionsAreHeldToTheLog: what is shown of a session is what the
// log says, and that its row says otherwise, or is gone, is found.
func TestRowsOfSessionsAreHeldToTheLog(t *testing.T) {
	st, s := logged(t)
	o, err := safety.Do(t.Context(), s, func(tx *safety.Tx) (*safety.Session, error) {
		o, err := tx.OpenSession(safety.Session{Agent: "one", Task: "a task", Scope: []string{"a.go"}})
		if err == nil {
			_, err = tx.Append(o.AuditID, safety.Opening(o))
		}
		return o, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := verify(t, s, safety.Hash{}); !c.OK {
		t.Fatalf("untouched: %+v", c)
	}
	tamper(t, st, "CREATE TABLE sessions_kept AS SELECT * FROM sessions")
	for _, change := range []string{
		"UPDATE sessions SET agent = 'two'", "UPDATE sessions SET task = 'another'", "UPDATE sessions SET scope = '[\"**\"]'",
		"UPDATE sessions SET status = 'completed'", "UPDATE sessions SET opened = opened + 1", "UPDATE sessions SET id = 'ses_0'", "DELETE FROM sessions",
	} {
		tamper(t, st, change)
		if c := verify(t, s, safety.Hash{}); c.OK {
			t.Errorf("%s: %+v", change, c)
		}
		l, err := safety.Get(t.Context(), s, func(tx *safety.Tx) (*safety.Life, error) { return tx.Life(o.AuditID) })
		if err != nil || l.Agent != "one" || l.Task != "a task" || len(l.Scope) != 1 || l.Scope[0] != "a.go" || l.Status != safety.Open || l.Handle != o.Handle() {
			t.Errorf("%s: %+v %v", change, l, err)
		}
		tamper(t, st, "DELETE FROM sessions")
		tamper(t, st, "INSERT INTO sessions SELECT * FROM sessions_kept")
	}
}
