package store

import (
	"os"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

const (
	idleBefore = 300 * time.Millisecond // without a write, before the WAL is copied back
	walBound   = 64 << 20               // see checkpointer.bound
)

// checkpointer copies the write-ahead log back into the file, in idle time
// where it can, so that no writer pays for it and the log stays bounded.
type checkpointer struct {
	mu      sync.Mutex
	timer   *time.Timer
	ended   bool
	bound   int64 // bytes of WAL from which a writer does not wait for idle time
	running sync.WaitGroup
}

// soon is called after each small write, with the writer's connection.
func (c *checkpointer) soon(s *Store, conn *sqlite.Conn) {
	if fi, err := os.Stat(s.path + "-wal"); err == nil && fi.Size() > c.bound {
		c.now(s, conn)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	if c.timer != nil && c.timer.Stop() {
		c.running.Done()
	}
	c.running.Add(1)
	c.timer = time.AfterFunc(idleBefore, func() {
		defer c.running.Done()
		c.idle(s)
	})
}

// now empties the log as far as readers allow.
func (c *checkpointer) now(s *Store, conn *sqlite.Conn) {
	conn.SetBusyTimeout(100 * time.Millisecond)
	defer conn.SetBlockOnBusy()
	_ = pragma(conn, "wal_checkpoint(TRUNCATE)") // readers may hold it back; the next one gets further
}

// idle runs when nobody has written for a while.
func (c *checkpointer) idle(s *Store) {
	select {
	case conn := <-s.writer:
		_ = pragma(conn, "wal_checkpoint(PASSIVE)")
		s.writer <- conn
	default: // somebody writes: there will be another timer
	}
}

func (c *checkpointer) stop() {
	c.mu.Lock()
	c.ended = true
	if c.timer != nil && c.timer.Stop() {
		c.running.Done()
	}
	c.mu.Unlock()
	c.running.Wait()
}
