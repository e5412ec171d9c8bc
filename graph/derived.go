package graph

import (
	"encoding/binary"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Ranks is the PageRank of all nodes.
type Ranks struct {
	Version int64 // the data version that it was computed from
	At      time.Time
	Max     float64
	byRow   []float32
}

// Of is the rank of a node; 0 for one that has none.
func (r *Ranks) Of(row NodeID) float64 {
	if row < 0 || int(row) >= len(r.byRow) {
		return 0
	}
	return float64(r.byRow[row])
}

// Memberships says of each node in which communities it is: the MEMBER_OF
// relationships, and with them CHILD_OF.
type Memberships struct {
	Version      int64 // the data version that it was computed from
	At           time.Time
	Coarse, Fine []string // ids of the communities, by number
	Parent       []int32  // coarse community of each fine one
	Modularity   [2]float64

	fine    []int32 // by row id
	bridges [2][]Coupling
	ranks   *Ranks

	// Centroids are the mean vectors of the fine communities, as package
	// locate packs them; empty where there were no vectors.
	Centroids []byte
}

// Of is the coarse and the fine community of a node; -1 where it is in none.
func (m *Memberships) Of(row NodeID) (coarse, fine int32) {
	if row < 0 || int(row) >= len(m.fine) || m.fine[row] < 0 {
		return -1, -1
	}
	fine = m.fine[row]
	return m.Parent[fine], fine
}

// Rows are the nodes of a community, by row id. Some may be gone since.
func (m *Memberships) Rows(level, community int) (out []NodeID) {
	for row := range m.fine {
		coarse, fine := m.Of(NodeID(row))
		if level == 0 && int(coarse) == community || level == 1 && int(fine) == community {
			out = append(out, NodeID(row))
		}
	}
	return out
}

// Len is one more than the highest row id that is in a community.
func (m *Memberships) Len() int { return len(m.fine) }

// Bridges are the couplings of a level, heaviest first.
func (m *Memberships) Bridges(level int) []Coupling { return m.bridges[level] }

// ErrNoCommunities says that none have been detected in this file.
var ErrNoCommunities = errors.New("communities have not been detected yet; an index run does it, or ask for it")

// derivedCache holds what the last detection found.
type derivedCache struct {
	mu   sync.Mutex
	last *Memberships
}

// Ranks are the ranks of the last detection. An error that matches
// ErrNoCommunities says that there was none.
func (r *Reader) Ranks() (*Ranks, error) {
	m, err := r.Memberships()
	if err != nil {
		return nil, err
	}
	return m.ranks, nil
}

// Memberships are the communities of the last detection. An error that
// matches ErrNoCommunities says that there was none.
func (r *Reader) Memberships() (*Memberships, error) {
	text, err := store.MetaText(r.conn, detectedAtKey)
	if err != nil {
		return nil, err
	}
	if text == "" {
		return nil, ErrNoCommunities
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil, damaged("communities_at", err)
	}
	c := &r.g.derived
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil && c.last.At.Equal(at) {
		return c.last, nil
	}
	m, err := r.loadMemberships(at)
	if err == nil && (c.last == nil || c.last.At.Before(at)) {
		c.last = m
	}
	return m, err
}

func (r *Reader) loadMemberships(at time.Time) (*Memberships, error) {
	m := &Memberships{At: at, ranks: &Ranks{At: at}}
	all, err := r.Communities()
	if err != nil {
		return nil, err
	}
	number := map[string]int32{}
	for i, c := range all[0] {
		m.Coarse = append(m.Coarse, c.ID)
		number[c.ID] = int32(i)
	}
	for _, c := range all[1] {
		m.Fine, m.Parent = append(m.Fine, c.ID), append(m.Parent, number[c.Parent])
	}
	load := func(name string, version *int64, unpack func([]byte) error) {
		if err == nil {
			err = r.derivedValue(name, version, unpack)
		}
	}
	load("members", &m.Version, func(b []byte) (err error) { m.fine, err = unpackMembers(b, len(m.Fine)); return err })
	load("pagerank", &m.ranks.Version, m.ranks.unpack)
	load("bridges", &m.Version, func(b []byte) error { return unpackBridges(b, m) })
	load("centroids", &m.Version, func(b []byte) error { m.Centroids = b; return nil })
	return m, err
}

func (r *Reader) derivedValue(name string, version *int64, unpack func([]byte) error) error {
	var packed []byte
	err := r.query("SELECT version, data FROM derived WHERE name = ?", func(st *sqlite.Stmt) { st.BindText(1, name) }, func(st *sqlite.Stmt) bool {
		*version = st.ColumnInt64(0)
		packed = make([]byte, st.ColumnLen(1))
		st.ColumnBytes(1, packed)
		return false
	})
	if err != nil {
		return err
	}
	if len(packed) == 0 {
		return nil // of a detection that did not make it
	}
	data, err := store.Decompress(nil, packed)
	if err == nil {
		err = unpack(data)
	}
	if err != nil {
		return damaged(name, err)
	}
	return nil
}

func packRanks(ranks []float32) []byte {
	out := make([]byte, 0, 4*len(ranks))
	for _, x := range ranks {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

func (r *Ranks) unpack(b []byte) error {
	r.byRow = make([]float32, len(b)/4)
	for i := range r.byRow {
		r.byRow[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		r.Max = max(r.Max, float64(r.byRow[i]))
	}
	return nil
}
