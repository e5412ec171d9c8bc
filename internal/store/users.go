package store

import (
	"context"
	"sync"
)

// users counts those who use the store. A plain RWMutex would not do: once
// Close waits, a read within a read would wait for Close and Close for it.
type users struct {
	mu    sync.Mutex
	n     int
	ended bool
	none  chan struct{} // closed when ended and n is 0
	gone  chan struct{} // closed when Close is done
}

// stop refuses new users and waits for the present ones. It is false when
// somebody else stops already.
func (u *users) stop() bool {
	u.mu.Lock()
	if u.ended {
		u.mu.Unlock()
		return false
	}
	u.ended = true
	u.none = make(chan struct{})
	if u.n == 0 {
		close(u.none)
	}
	u.mu.Unlock()
	<-u.none
	return true
}

func (u *users) enter() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ended {
		return false
	}
	u.n++
	return true
}

func (u *users) leave() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.n--; u.n == 0 && u.ended {
		close(u.none)
	}
}

// enter begins a use of the store; users.leave ends it.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.users.enter() {
		return &Error{Path: s.path, Kind: ErrClosed, Hint: "it is used after Close"}
	}
	return nil
}
