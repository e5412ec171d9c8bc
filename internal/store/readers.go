package store

import (
	"context"

	"zombiezen.com/go/sqlite"
)

// takeReader waits until one more may read and gives it a connection.
func (s *Store) takeReader(ctx context.Context) (*sqlite.Conn, error) {
	select {
	case s.readers <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if s.mem != nil {
		if err := s.mem.lock(ctx, false); err != nil {
			<-s.readers
			return nil, err
		}
	}
	s.idleMu.Lock()
	if n := len(s.idle); n > 0 {
		conn := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.idleMu.Unlock()
		return conn, nil
	}
	s.idleMu.Unlock()
	conn, err := s.openReader()
	if err != nil {
		s.releaseReader()
	}
	return conn, err
}

func (s *Store) putReader(conn *sqlite.Conn) {
	s.idleMu.Lock()
	s.idle = append(s.idle, conn)
	s.idleMu.Unlock()
	s.releaseReader()
}

func (s *Store) releaseReader() {
	if s.mem != nil {
		s.mem.unlock(false)
	}
	<-s.readers
}
