package archive

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"
)

// Format is the version of the form that this package writes and reads.
const Format = 1

// Manifest says what is in a snapshot.
type Manifest struct {
	Format     int             `json:"format"`
	SnapshotID string          `json:"snapshot_id"`
	RootHash   string          `json:"root_hash"` // of the Merkle tree over the scope's files
	Scope      string          `json:"scope"`     // full, or package:PATH
	Files      int             `json:"files"`
	Nodes      int             `json:"node_count"`
	Edges      int             `json:"edge_count"`
	Schema     int             `json:"schema"`               // of the index file
	Extractors map[string]int  `json:"extractors"`           // versions of the facts, by language
	Settings   json.RawMessage `json:"settings,omitempty"`   // what was indexed, see the index file
	Commit     string          `json:"commit_sha,omitempty"` // that the files are of, if they are of one
	SignedAt   *time.Time      `json:"signed_at,omitempty"`
	KeyID      string          `json:"key_id,omitempty"` // "" where it is not signed
	Members    []Member        `json:"members"`
}

// Member is a file in the archive.
type Member struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// ErrFormat says that something is no snapshot, or a damaged one.
var ErrFormat = errors.New("this is no sound snapshot")

func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}

// Message is what a signature is over.
func Message(manifest []byte) []byte {
	return append([]byte("smp.snapshot.manifest.1\n"), manifest...)
}

var (
	validID     = regexp.MustCompile(`^snap_[0-9a-f]{6,64}$`)
	validKey    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
	validMember = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}(\.[a-z0-9]{1,16})?$`)
	validCommit = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})?$`)
)

// ValidID tells whether a text is the id of a snapshot. Nothing else becomes
// part of a path or an address.
func ValidID(id string) bool { return validID.MatchString(id) }

// encode is the manifest as it is written and signed.
func (m *Manifest) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(m)
	return b.Bytes(), err
}

// parseManifest reads a manifest and checks all of it that can be checked
// alone.
func parseManifest(b []byte) (*Manifest, error) {
	m := &Manifest{}
	d := json.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(m); err != nil {
		return nil, bad("its manifest is no JSON: %v", err)
	}
	if rest := bytes.TrimSpace(b[d.InputOffset():]); len(rest) > 0 {
		return nil, bad("something comes after its manifest")
	}
	if m.Format != Format {
		return nil, bad("it has form %d and this program reads %d; update the program", m.Format, Format)
	}
	switch {
	case !ValidID(m.SnapshotID):
		return nil, bad("its id is none")
	case !isHash(m.RootHash):
		return nil, bad("its root hash is none")
	case m.KeyID != "" && !validKey.MatchString(m.KeyID):
		return nil, bad("the id of its key is none")
	case !validCommit.MatchString(m.Commit):
		return nil, bad("its commit is none")
	case m.Files < 0 || m.Nodes < 0 || m.Edges < 0 || m.Schema < 1:
		return nil, bad("a number in its manifest is negative")
	}
	return m, m.checkMembers()
}

func (m *Manifest) checkMembers() error {
	if n := len(m.Members); n == 0 || n > maxMembers {
		return bad("it has %d members; there are 1 to %d", n, maxMembers)
	}
	seen := map[string]bool{manifestName: true, signatureName: true}
	for i := range m.Members {
		f := &m.Members[i]
		switch {
		case !validMember.MatchString(f.Name):
			return bad("%q is no name of a member", f.Name)
		case seen[f.Name]:
			return bad("%s comes twice", f.Name)
		case f.Size < 0:
			return bad("%s has a negative size", f.Name)
		case !isHash(f.SHA256):
			return bad("the hash of %s is none", f.Name)
		}
		seen[f.Name] = true
	}
	return nil
}

func isHash(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 32
}

// size is how many bytes the members have together; too many are one.
func (m *Manifest) size() (total int64) {
	for i := range m.Members {
		if total += m.Members[i].Size; total < 0 {
			return 1<<63 - 1
		}
	}
	return total
}
