package store

import (
	"context"

	"zombiezen.com/go/sqlite"
)

// DataVersion is the number of the last write that changed the graph, in any
// process: caches that carry it know whether they are still true.
func (s *Store) DataVersion(ctx context.Context) (v int64, err error) {
	err = s.Read(ctx, func(conn *sqlite.Conn) error {
		v, err = DataVersion(conn)
		return err
	})
	return v, err
}

// DataVersion is the version that the open transaction sees.
func DataVersion(conn *sqlite.Conn) (int64, error) { return MetaInt(conn, "data_version") }

// Bump counts a write that changes the graph and returns the new version.
func Bump(conn *sqlite.Conn) (int64, error) {
	v, err := DataVersion(conn)
	if err != nil {
		return 0, err
	}
	return v + 1, SetMetaInt(conn, "data_version", v+1)
}

// MetaInt is a number of the meta table, 0 if it is not there.
func MetaInt(conn *sqlite.Conn, key string) (int64, error) {
	st, err := meta(conn, key)
	if err != nil || st == nil {
		return 0, err
	}
	v := st.ColumnInt64(0)
	return v, st.Reset()
}

// MetaText is a text of the meta table, "" if it is not there.
func MetaText(conn *sqlite.Conn, key string) (string, error) {
	st, err := meta(conn, key)
	if err != nil || st == nil {
		return "", err
	}
	v := st.ColumnText(0)
	return v, st.Reset()
}

func meta(conn *sqlite.Conn, key string) (*sqlite.Stmt, error) {
	st, err := Prepare(conn, "SELECT value FROM meta WHERE key = ?")
	if err != nil {
		return nil, err
	}
	st.BindText(1, key)
	if row, err := st.Step(); !row || err != nil {
		return nil, err
	}
	return st, nil
}

const setMeta = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"

// SetMetaInt stores a number in the meta table.
func SetMetaInt(conn *sqlite.Conn, key string, v int64) error {
	st, err := Prepare(conn, setMeta)
	if err != nil {
		return err
	}
	st.BindText(1, key)
	st.BindInt64(2, v)
	_, err = st.Step()
	return err
}

// SetMetaText stores a text in the meta table.
func SetMetaText(conn *sqlite.Conn, key, v string) error {
	st, err := Prepare(conn, setMeta)
	if err != nil {
		return err
	}
	st.BindText(1, key)
	st.BindText(2, v)
	_, err = st.Step()
	return err
}
