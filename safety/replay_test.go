package safety_test

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/structural-memory/smp/safety"
)

// reference is what sessions and locks are, as simply as it can be said.
type reference struct {
	open    map[string]*refSession
	ended   map[string]bool // by expiry
	holder  map[string]string
	last    time.Time
	counts  map[string]int
	denials int
}

type refSession struct {
	ttl     time.Duration
	expires time.Time
}

func newReference() *reference {
	return &reference{open: map[string]*refSession{}, ended: map[string]bool{}, holder: map[string]string{}, counts: map[string]int{}}
}

// replay does again what the log says, and tells what cannot be.
func (r *reference) replay(e safety.Entry) error {
	r.counts[e.Method]++
	if e.T.Before(r.last) {
		return fmt.Errorf("it is of %s, before the entry before it", e.T)
	}
	r.last = e.T
	if e.Method == safety.Expiry {
		return r.expire(e)
	}
	for id, s := range r.open {
		if !s.expires.After(e.T) {
			return fmt.Errorf("the time of %s was over at %s and it has not ended", id, s.expires)
		}
	}
	id, _ := e.Detail["session"].(string)
	switch e.Method {
	case "open":
		ttl := time.Duration(e.Detail["ttl"].(float64)) * time.Millisecond
		r.open[id] = &refSession{ttl, e.T.Add(ttl)}
		return nil
	case "late":
		if !r.ended[id] {
			return fmt.Errorf("%s was refused and has not expired", id)
		}
		return nil
	}
	s := r.open[id]
	if s == nil {
		return fmt.Errorf("%s is not open", id)
	}
	if x := e.T.Add(s.ttl); x.After(s.expires) {
		s.expires = x
	}
	switch e.Method {
	case "lock":
		return r.lock(id, e)
	case "unlock":
		for _, p := range e.Files {
			if r.holder[p] != id {
				return fmt.Errorf("%s released %s, which %q holds", id, p, r.holder[p])
			}
			delete(r.holder, p)
		}
	case "close":
		return r.release(id, e.Files)
	}
	return nil
}

func (r *reference) lock(id string, e safety.Entry) error {
	for _, p := range e.Files {
		if h := r.holder[p]; h != "" && h != id {
			return fmt.Errorf("%s was given to %s while %s holds it", p, id, h)
		}
		r.holder[p] = id
	}
	for p, h := range e.Detail["denied"].(map[string]any) {
		r.denials++
		if r.holder[p] != h || h == id {
			return fmt.Errorf("%s was denied to %s for %s, and %q holds it", p, id, h, r.holder[p])
		}
	}
	return nil
}

func (r *reference) expire(e safety.Entry) error {
	for id, s := range r.open {
		if !s.expires.After(e.T) && slices.Equal(r.held(id), e.Files) {
			r.ended[id] = true
			return r.release(id, e.Files)
		}
	}
	return fmt.Errorf("no session whose time is over holds %q", e.Files)
}

func (r *reference) held(id string) []string {
	var out []string
	for _, p := range slices.Sorted(maps.Keys(r.holder)) {
		if r.holder[p] == id {
			out = append(out, p)
		}
	}
	return out
}

// release ends a session; its locks must be those given.
func (r *reference) release(id string, locks []string) error {
	if want := r.held(id); !slices.Equal(want, locks) {
		return fmt.Errorf("%s released %q and held %q", id, locks, want)
	}
	maps.DeleteFunc(r.holder, func(_, h string) bool { return h == id })
	delete(r.open, id)
	return nil
}

// compare holds the tables to the reference.
func (r *reference) compare(tx *safety.Tx) error {
	for _, p := range somePaths {
		l, err := tx.LockOf(p)
		if err != nil {
			return err
		}
		have := ""
		if l != nil {
			have = l.Handle()
		}
		want := r.holder[p]
		if s := r.open[want]; s != nil && !s.expires.After(tx.Now()) {
			want = "" // over, and nobody has noticed yet
		}
		if have != want {
			return fmt.Errorf("%s is held by %q, want %q", p, have, want)
		}
	}
	active, err := tx.Active()
	if err != nil {
		return err
	}
	n := 0
	for _, s := range r.open {
		if s.expires.After(tx.Now()) {
			n++
		}
	}
	if len(active) != n {
		return fmt.Errorf("%d sessions are active, want %d", len(active), n)
	}
	return nil
}
