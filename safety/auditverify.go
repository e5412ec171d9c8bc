package safety

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
)

// chain is the hash of an entry: over the one before it and all that the row
// says, each text with its length, so that nothing can move between them.
func chain(prev Hash, seq int64, at time.Time, log, method, text string) Hash {
	h := sha256.New()
	h.Write([]byte("smp audit 1\n"))
	h.Write(prev[:])
	var b []byte
	b = binary.BigEndian.AppendUint64(b, uint64(seq))
	b = binary.BigEndian.AppendUint64(b, uint64(at.UnixMilli()))
	for _, t := range []string{log, method, text} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(t)))
		b = append(b, t...)
	}
	h.Write(b)
	return Hash(h.Sum(nil))
}

// ParseHash reads a hash in hex.
func ParseHash(text string) (h Hash, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(h) {
		return Hash{}, fmt.Errorf("%q is not a SHA-256 in hex (%d digits)", text, 2*len(h))
	}
	return Hash(b), nil
}

// AuditCheck says whether the log is as it was written.
type AuditCheck struct {
	OK      bool
	Entries int64
	Head    Hash   // of the last entry that is there
	Broken  int64  // number of the first entry that is not as it was written; 0 where that is none
	Problem string // what is wrong, "" where nothing is
}

// VerifyAudit follows the chain from its beginning, and compares with it what
// the rows of sessions say. Given the hash of an entry
// that was seen earlier, it also finds a log that was cut off before it or
// written anew, which the file alone cannot show.
func (tx *Tx) VerifyAudit(expect Hash) (*AuditCheck, error) {
	c := &AuditCheck{}
	var prev Hash
	met := expect.None()
	err := tx.query("SELECT seq, log, at, method, entry, prev, hash FROM audit ORDER BY seq", func(st *sqlite.Stmt) error {
		if c.Problem != "" {
			return nil
		}
		seq, at := st.ColumnInt64(0), columnTime(st, 2)
		switch want := c.Entries + 1; {
		case seq != want:
			c.fail(want, "entry %d is missing", want)
		case columnHash(st, 5) != prev:
			c.fail(seq, "entry %d does not follow the one before it", seq)
		case chain(prev, seq, at, st.ColumnText(1), st.ColumnText(3), st.ColumnText(4)) != columnHash(st, 6):
			c.fail(seq, "entry %d was changed", seq)
		default:
			prev = columnHash(st, 6)
			met = met || prev == expect
			c.Entries = seq
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.Head = prev
	if c.Problem == "" {
		if err := tx.checkEnd(c); err != nil {
			return nil, err
		}
	}
	if c.Problem == "" && !met {
		c.fail(c.Entries+1, "no entry has the expected hash %s: the log was cut off or written anew", expect)
	}
	if c.Problem == "" {
		if err := tx.checkSessions(c); err != nil {
			return nil, err
		}
	}
	c.OK = c.Problem == ""
	return c, nil
}

// checkEnd compares the end of the log with what the store says it is.
func (tx *Tx) checkEnd(c *AuditCheck) error {
	count, head, err := tx.Head()
	switch {
	case err != nil:
		return err
	case count > c.Entries:
		c.fail(c.Entries+1, "the log ends after entry %d of %d", c.Entries, count)
	case count < c.Entries, head != c.Head:
		c.fail(c.Entries, "the log does not end with the entry that was written last")
	}
	return nil
}

func (c *AuditCheck) fail(seq int64, format string, args ...any) {
	c.Broken, c.Problem = seq, fmt.Sprintf(format, args...)
}
