package store

import (
	"maps"
	"slices"
	"sync"

	"zombiezen.com/go/sqlite"
)

// statements holds the prepared statements of each connection of a store:
// *sqlite.Conn → map[string]*sqlite.Stmt. A connection is used by one
// goroutine at a time, and so is its map.
var statements sync.Map

// Prepare is conn.Prepare without its clearing of the parameters, which makes
// the engine compile many statements anew at each use. All parameters must be
// bound every time; the statement must not be in use.
func Prepare(conn *sqlite.Conn, sql string) (*sqlite.Stmt, error) {
	known, ok := statements.Load(conn)
	if !ok {
		return conn.Prepare(sql)
	}
	byText := known.(map[string]*sqlite.Stmt)
	if st := byText[sql]; st != nil {
		return st, st.Reset()
	}
	st, err := conn.Prepare(sql)
	if err == nil {
		byText[sql] = st
	}
	return st, err
}

func closeConn(conn *sqlite.Conn) error {
	statements.Delete(conn)
	return conn.Close()
}

// Statements lists what the connection has prepared, so that a test can look
// at the plans.
func Statements(conn *sqlite.Conn) []string {
	known, ok := statements.Load(conn)
	if !ok {
		return nil
	}
	return slices.Sorted(maps.Keys(known.(map[string]*sqlite.Stmt)))
}
