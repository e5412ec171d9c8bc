package store

import (
	"maps"
	"slices"
	"sync"

	"zombiezen.com/go/sqlite"
)

// statements holds the prepared statements of each connection of a store:
// *sqlite.Conn → *prepared. A connection is used by one goroutine at a time,
// and so are they.
var statements sync.Map

// prepared are statements by their text.
type prepared struct {
	byText map[string]*sqlite.Stmt
	own    bool      // the connection does not know them
	nested *prepared // those of a transaction within; made when there is one
}

func newPrepared() *prepared { return &prepared{byText: map[string]*sqlite.Stmt{}} }

// within are the statements of a transaction within the one whose p are: in the
// middle of one of these, the same text is another statement.
func (p *prepared) within() *prepared {
	if p.nested == nil {
		p.nested = newPrepared()
		p.nested.own = true
	}
	return p.nested
}

// reset ends what was left in the middle.
func (p *prepared) reset() {
	for _, st := range p.byText {
		_ = st.Reset() // tells again what Step has told
	}
}

func (p *prepared) finalize() {
	for _, st := range p.byText {
		_ = st.Finalize() // as above
	}
	if p.nested != nil {
		p.nested.finalize()
	}
}

// Prepare is conn.Prepare without its clearing of the parameters, which makes
// the engine compile many statements anew at each use. All parameters must be
// bound every time; the statement must not be in use.
func Prepare(conn *sqlite.Conn, sql string) (*sqlite.Stmt, error) {
	known, ok := statements.Load(conn)
	if !ok {
		return conn.Prepare(sql)
	}
	p := known.(*prepared)
	if st := p.byText[sql]; st != nil {
		return st, st.Reset()
	}
	prepare := conn.Prepare
	if p.own {
		prepare = func(sql string) (*sqlite.Stmt, error) {
			st, _, err := conn.PrepareTransient(sql)
			return st, err
		}
	}
	st, err := prepare(sql)
	if err == nil {
		p.byText[sql] = st
	}
	return st, err
}

func closeConn(conn *sqlite.Conn) error {
	if known, ok := statements.LoadAndDelete(conn); ok {
		if n := known.(*prepared).nested; n != nil {
			n.finalize()
		}
	}
	return conn.Close()
}

// Statements lists what the connection has prepared, so that a test can look
// at the plans.
func Statements(conn *sqlite.Conn) []string {
	known, ok := statements.Load(conn)
	if !ok {
		return nil
	}
	return slices.Sorted(maps.Keys(known.(*prepared).byText))
}
