package safety

import (
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// Mode says whether a session may write.
type Mode string

const (
	ReadMode  Mode = "read"
	WriteMode Mode = "write"
)

// Concurrency says how a session gets along with others.
type Concurrency string

const (
	MVCC      Concurrency = "mvcc"      // a view of its own; nobody waits
	Exclusive Concurrency = "exclusive" // one writer a file, by locks
)

// Status says how a session stands or how it ended.
type Status string

const (
	Open       Status = "open"
	Completed  Status = "completed"
	Aborted    Status = "aborted"
	RolledBack Status = "rolled_back"
	Lapsed     Status = "expired"
)

// Level says how careful a session has to be.
type Level string

const (
	Standard Level = "standard"
	Elevated Level = "elevated" // guard, dry run and checkpoint before each write
)

// DefaultTTL is how long a session lives after its last use, unless it says
// otherwise.
const DefaultTTL = 45 * time.Minute

// Session is what an agent has declared that it will do.
type Session struct {
	ID          string
	Agent       string
	Task        string
	Mode        Mode
	Concurrency Concurrency
	Status      Status
	Level       Level
	Scope       []string // granted: paths relative to the root, or globs
	Denied      []Denial // asked for and not granted
	CommitSHA   string   // as the agent named it; may be ""
	BaseVersion int64    // data version of the graph that it began on
	BaseRoot    []byte   // Merkle root of that; may be nil
	Opened      time.Time
	Expires     time.Time
	Closed      time.Time // zero while it is open
	TTL         time.Duration
	AuditID     string
}

// Denial is a scope entry that is not granted.
type Denial struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// InScope tells whether the session has declared a path.
func (s *Session) InScope(path string) bool {
	return slices.ContainsFunc(s.Scope, func(entry string) bool { return Covers(entry, path) })
}

// Covers tells whether a scope entry stands for a path: it is the path, or a
// folder above it written with a slash at its end, or a glob that matches it.
func Covers(entry, path string) bool {
	if entry == path {
		return true
	}
	if strings.HasSuffix(entry, "/") {
		return strings.HasPrefix(path, entry)
	}
	return IsGlob(entry) && doublestar.MatchUnvalidated(entry, path)
}

// IsGlob tells whether a scope entry is more than the path of one file.
func IsGlob(entry string) bool {
	return strings.HasSuffix(entry, "/") || strings.ContainsAny(entry, "*?[{")
}

// live is an error where the session has ended.
func (s *Session) live(now time.Time) error {
	switch {
	case s.Status == Lapsed, s.Status == Open && !now.Before(s.Expires):
		return &SessionError{s.ID, Lapsed, s.Expires, ErrExpired}
	case s.Status != Open:
		return &SessionError{s.ID, s.Status, s.Closed, ErrClosed}
	}
	return nil
}
