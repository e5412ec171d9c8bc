package jsonrpc

import (
	"sync"
	"sync/atomic"
)

// Event is something that happened, in one of the forms that listeners know:
// exactly one of the pointers is set.
type Event struct {
	Notification any         // the params of smp/notification: one of the types in notification.go
	Session      string      // the session that a notification concerns; "" for all connections
	Graph        *GraphEvent // the params of graph.event
	Focus        *Focus      // a node that a tool looks at
}

// Message is the event as a JSON-RPC notification, or nil for a focus.
func (e Event) Message() any {
	switch {
	case e.Notification != nil:
		return notice{version, "smp/notification", e.Notification}
	case e.Graph != nil:
		return notice{version, "graph.event", e.Graph}
	}
	return nil
}

// Bus carries events to whoever listens. Publishing never waits: a listener
// that does not keep up is dropped and told so.
type Bus struct {
	mu        sync.RWMutex
	listeners map[*Listener]bool
	closed    bool

	Published, Dropped atomic.Int64
}

func newBus() *Bus { return &Bus{listeners: map[*Listener]bool{}} }

// Listener is one end of the bus.
type Listener struct {
	// C gives the events. It is closed when the listener is dropped because
	// it was too slow, and when the bus ends.
	C    chan Event
	slow atomic.Bool
	want func(Event) bool
	once sync.Once
	bus  *Bus
}

// Slow tells whether the listener was dropped because it did not keep up.
func (l *Listener) Slow() bool { return l.slow.Load() }

// Listen gives the events that want holds of; at most buffer of them wait.
func (b *Bus) Listen(buffer int, want func(Event) bool) *Listener {
	l := &Listener{C: make(chan Event, buffer), want: want, bus: b}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		close(l.C)
		return l
	}
	b.listeners[l] = true
	return l
}

// Close ends the listening.
func (l *Listener) Close() {
	l.bus.mu.Lock()
	defer l.bus.mu.Unlock()
	l.end()
}

// end is called with the bus locked.
func (l *Listener) end() {
	if l.bus.listeners[l] {
		delete(l.bus.listeners, l)
		l.once.Do(func() { close(l.C) })
	}
}

// Publish tells the listeners whom the event concerns.
func (b *Bus) Publish(e Event) {
	b.Published.Add(1)
	var slow []*Listener
	b.mu.RLock()
	for l := range b.listeners {
		if !l.want(e) {
			continue
		}
		select {
		case l.C <- e:
		default:
			slow = append(slow, l)
		}
	}
	b.mu.RUnlock()
	for _, l := range slow {
		b.Dropped.Add(1)
		l.slow.Store(true)
		l.Close()
	}
}

// Listeners is how many there are.
func (b *Bus) Listeners() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.listeners)
}

func (b *Bus) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for l := range b.listeners {
		l.end()
	}
}
