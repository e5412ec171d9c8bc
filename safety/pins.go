package safety

import (
	"errors"
	"slices"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// ErrPinned says that open sessions read the graph as it is, so that it must
// be kept before it changes.
var ErrPinned = errors.New("open sessions read the graph as it is")

// UnlessPinned is a guard for a change of the graph: it fails with ErrPinned
// where an open mvcc session began on the graph's version and kept says that
// this version is not kept elsewhere.
func (s *Safety) UnlessPinned(kept func(version int64) bool) func(*sqlite.Conn) error {
	return func(conn *sqlite.Conn) error {
		tx := s.begin(conn)
		version, err := store.DataVersion(conn)
		if err != nil {
			return err
		}
		pinned, err := tx.pinned(version)
		if err == nil && pinned && !kept(version) {
			err = ErrPinned
		}
		return err
	}
}

// Inside is a guard for a change of the graph that runs f in the transaction of
// the change: what f fails with ends it. First, other runs before it.
func (s *Safety) Inside(first func(*sqlite.Conn) error, f func(*Tx) error) func(*sqlite.Conn) error {
	return func(conn *sqlite.Conn) error {
		if first != nil {
			if err := first(conn); err != nil {
				return err
			}
		}
		return f(s.begin(conn))
	}
}

func (tx *Tx) pinned(version int64) (found bool, err error) {
	all, err := tx.Active()
	return slices.ContainsFunc(all, func(s Session) bool { return s.Concurrency == MVCC && s.BaseVersion == version }), err
}

// DataVersion is the version of the graph in the transaction.
func (tx *Tx) DataVersion() (int64, error) { return store.DataVersion(tx.conn) }

// Pins are what open mvcc sessions read: their own views by id, and versions
// of the graph.
type Pins struct {
	Sessions map[string]bool
	Versions map[int64]bool
	Commits  map[string]bool
}

// Pins are those of sessions that are open now.
func (tx *Tx) Pins() (*Pins, error) {
	all, err := tx.Active()
	if err != nil {
		return nil, err
	}
	p := &Pins{map[string]bool{}, map[int64]bool{}, map[string]bool{}}
	for _, s := range all {
		if s.Concurrency != MVCC || !tx.now.Before(s.Expires) {
			continue
		}
		p.Sessions[s.ID] = true
		p.Versions[s.BaseVersion] = true
		if s.BaseVersion == 0 {
			p.Commits[s.CommitSHA] = true
		}
	}
	return p, nil
}
