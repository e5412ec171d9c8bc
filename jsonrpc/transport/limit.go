package transport

import (
	"net"
	"sync"
)

// limited accepts so many connections at once; further ones wait in the
// system's queue until one is closed.
func limited(ln net.Listener, most int) net.Listener {
	return &limit{Listener: ln, room: make(chan struct{}, most), closed: make(chan struct{})}
}

type limit struct {
	net.Listener
	room   chan struct{}
	once   sync.Once
	closed chan struct{}
}

func (l *limit) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, leave: func() { <-l.room }}, nil
}

func (l *limit) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// counted gives its room back when it is closed.
type counted struct {
	net.Conn
	once  sync.Once
	leave func()
}

func (c *counted) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.leave)
	return err
}
