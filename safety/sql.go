package safety

import (
	"fmt"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// exec runs a statement.
func (tx *Tx) exec(sql string, args ...any) error {
	return tx.query(sql, func(*sqlite.Stmt) error { return nil }, args...)
}

// query calls row for each row of a statement's answer. row must not run the
// same statement.
func (tx *Tx) query(sql string, row func(*sqlite.Stmt) error, args ...any) error {
	st, err := store.Prepare(tx.conn, sql)
	if err != nil {
		return err
	}
	for i, a := range args {
		bind(st, i+1, a)
	}
	for {
		more, err := st.Step()
		if err == nil && more {
			err = row(st)
		}
		if err != nil {
			_ = st.Reset() // reports the same error again
			return err
		}
		if !more {
			return nil
		}
	}
}

func bind(st *sqlite.Stmt, i int, a any) {
	switch a := a.(type) {
	case string:
		st.BindText(i, a)
	case int:
		st.BindInt64(i, int64(a))
	case int64:
		st.BindInt64(i, a)
	case bool:
		st.BindBool(i, a)
	case time.Time:
		st.BindInt64(i, a.UnixMilli())
	case []byte:
		if a == nil {
			st.BindNull(i)
			return
		}
		st.BindBytes(i, a)
	case Hash:
		if a.None() {
			st.BindNull(i)
			return
		}
		st.BindBytes(i, a[:])
	default:
		panic(fmt.Sprintf("no column holds a %T", a))
	}
}

func columnTime(st *sqlite.Stmt, i int) time.Time {
	if st.ColumnType(i) == sqlite.TypeNull {
		return time.Time{}
	}
	return time.UnixMilli(st.ColumnInt64(i)).UTC()
}

func columnHash(st *sqlite.Stmt, i int) (h Hash) {
	st.ColumnBytes(i, h[:])
	return h
}

func columnBytes(st *sqlite.Stmt, i int) []byte {
	b := make([]byte, st.ColumnLen(i))
	st.ColumnBytes(i, b)
	return b
}
