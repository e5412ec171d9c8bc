package store

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"zombiezen.com/go/sqlite"
)

// Who holds a connection asks for no second one: with all connections held by
// such askers, each would wait for the others for ever. So a goroutine has at
// most one connection of a store. A read within a read, or within a write, gets
// the connection that is there, in its transaction; a write within either is a
// mistake, and a panic in tests.
//
// Of two stores it may have one each where the one whose connection it holds is
// over the other (see Options.Over), since nobody asks the other way round, or
// where nobody else uses the other.
var holders struct {
	sync.Mutex
	by map[int64][]*held // by goroutine
}

// held is what a goroutine has of a store.
type held struct {
	s      *Store
	conn   *sqlite.Conn // nil while it waits for one
	writes bool
}

// hold notes that this goroutine is to have a connection of the store, until
// give is called. Where it has one already, that is returned and nothing noted.
func (s *Store) hold(writes bool) (h *held, give func(), already bool) {
	g := goroutine()
	holders.Lock()
	defer holders.Unlock()
	for _, h := range holders.by[g] {
		if h.s == s {
			return h, nil, true
		}
		if h.s.opts.Over != s && !s.opts.Private {
			mistake("%s is asked for a connection while one of %s is held, which is not over it", s.path, h.s.path)
		}
	}
	if holders.by == nil {
		holders.by = map[int64][]*held{}
	}
	h = &held{s: s, writes: writes}
	holders.by[g] = append(holders.by[g], h)
	return h, func() { release(g) }, false
}

// release forgets the last that a goroutine has taken.
func release(g int64) {
	holders.Lock()
	defer holders.Unlock()
	all := holders.by[g]
	if len(all) == 1 {
		delete(holders.by, g)
		return
	}
	holders.by[g] = all[:len(all)-1]
}

// mistake is loud in tests. Elsewhere the work goes on: it waits at worst.
func mistake(format string, args ...any) {
	if testing.Testing() {
		panic("store: " + fmt.Sprintf(format, args...))
	}
}

// goroutine is the number of this goroutine. The runtime tells it in traces
// only; the head of one costs a microsecond, where a transaction costs ten.
func goroutine() int64 {
	var buf [64]byte
	text := buf[:runtime.Stack(buf[:], false)]
	text = bytes.TrimPrefix(text, []byte("goroutine "))
	n, _, _ := bytes.Cut(text, []byte{' '})
	id, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil {
		panic("store: traces have another form: " + string(text))
	}
	return id
}
