package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Community is a group of nodes that hang together more than with the rest:
// level 0 is coarse, level 1 fine, and each fine one is inside a coarse one.
//
// Communities are computed from the graph and are no part of it: neither they
// nor what would be MEMBER_OF, CHILD_OF and BRIDGES edges are rows of nodes and
// edges, so that a dump says what the source says, whenever communities were
// last detected. Memberships and Bridges are those edges.
type Community struct {
	ID     string `json:"-"`
	Level  int    `json:"-"`
	Parent string `json:"-"` // CHILD_OF; "" for a coarse one
	Label  string `json:"-"`

	Prefix     string   `json:"prefix"`
	Tags       []string `json:"tags"`
	Members    int      `json:"members"`
	Files      int      `json:"files"`
	Internal   int      `json:"internal"` // edges inside
	External   int      `json:"external"` // edges across the border
	Modularity float64  `json:"modularity"`
	Children   int      `json:"children,omitempty"`
}

// Coupling is a BRIDGES relationship: what joins two communities of one level.
// The communities are numbers into the level's list in Memberships.
type Coupling struct {
	From, To int
	Edges    int
	Weight   float64
	Nodes    []BridgeNode
}

// BridgeNode is a node with edges to the other side of a coupling.
type BridgeNode struct {
	Node    NodeID
	In, Out int // from the peer, to the peer
}

// Detection is what one detection of communities found, to be written.
type Detection struct {
	Version     int64 // the data version that it was computed from
	At          time.Time
	Communities [2][]Community // by level, in the order of their ids
	Fine        []int32        // the fine community of each node, by row id; -1 for none
	Ranks       []float32      // PageRank by row id
	Bridges     [2][]Coupling
	Modularity  [2]float64
	Centroids   []byte // of the fine communities, as package locate packs them
}

// FineOf is the number of the fine community of a node, -1 for none.
func (d *Detection) FineOf(row NodeID) int32 {
	if row < 0 || int(row) >= len(d.Fine) {
		return -1
	}
	return d.Fine[row]
}

// The meta keys of a detection: when it was, and how many nodes have changed
// structurally since.
const (
	detectedAtKey   = "communities_at"
	changedSinceKey = "communities_changed"
)

// SetCommunities replaces what the last detection found.
func (g *Graph) SetCommunities(ctx context.Context, d *Detection) error {
	return g.st.Write(ctx, func(conn *sqlite.Conn) error {
		if err := exec(conn, "DELETE FROM communities", nil); err != nil {
			return err
		}
		for level := range d.Communities {
			for i := range d.Communities[level] {
				if err := insertCommunity(conn, &d.Communities[level][i]); err != nil {
					return err
				}
			}
		}
		for name, data := range map[string][]byte{
			"members": packMembers(d.Fine), "pagerank": packRanks(d.Ranks), "bridges": packBridges(d.Bridges, d.Modularity),
			"centroids": d.Centroids,
		} {
			err := exec(conn, "INSERT INTO derived (name, version, data) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version, data = excluded.data", func(st *sqlite.Stmt) {
				st.BindText(1, name)
				st.BindInt64(2, d.Version)
				st.BindBytes(3, store.Compress(nil, data))
			})
			if err != nil {
				return err
			}
		}
		if err := store.SetMetaInt(conn, changedSinceKey, 0); err != nil {
			return err
		}
		return store.SetMetaText(conn, detectedAtKey, d.At.UTC().Format(time.RFC3339Nano))
	})
}

func insertCommunity(conn *sqlite.Conn, c *Community) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return exec(conn, "INSERT INTO communities (id, level, parent, label, data) VALUES (?, ?, ?, ?, ?)", func(st *sqlite.Stmt) {
		st.BindText(1, c.ID)
		st.BindInt64(2, int64(c.Level))
		st.BindText(3, c.Parent)
		st.BindText(4, c.Label)
		st.BindBytes(5, data)
	})
}

// Communities are those of both levels, by level and id. It is empty where
// none have been detected.
func (r *Reader) Communities() (out [2][]Community, err error) {
	qerr := r.query("SELECT id, level, parent, label, data FROM communities ORDER BY level, id", nil, func(st *sqlite.Stmt) bool {
		c := Community{ID: st.ColumnText(0), Level: st.ColumnInt(1) & 1, Parent: st.ColumnText(2), Label: st.ColumnText(3)}
		data := make([]byte, st.ColumnLen(4))
		st.ColumnBytes(4, data)
		if err = json.Unmarshal(data, &c); err != nil {
			err = fmt.Errorf("graph: the community %s is damaged (%w); detect them again", c.ID, err)
			return false
		}
		out[c.Level] = append(out[c.Level], c)
		return true
	})
	if qerr != nil {
		return out, qerr
	}
	return out, err
}

// ChangedSince is how many nodes came, went, or got or lost edges since
// communities were detected, and whether they have been at all.
func (r *Reader) ChangedSince() (nodes int64, detected bool, err error) {
	at, err := store.MetaText(r.conn, detectedAtKey)
	if err != nil || at == "" {
		return 0, false, err
	}
	nodes, err = store.MetaInt(r.conn, changedSinceKey)
	return nodes, true, err
}

// noteStructure counts what a change means for the communities.
func noteStructure(conn *sqlite.Conn, stats *Stats) error {
	n := max(stats.NodesAdded+stats.NodesRemoved, len(stats.ends.src))
	if n == 0 || stats.Bulk {
		return nil
	}
	return exec(conn, "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = value + ?2", func(st *sqlite.Stmt) {
		st.BindText(1, changedSinceKey)
		st.BindInt64(2, int64(n))
	})
}

// NodeCount is the number of nodes.
func (r *Reader) NodeCount() (n int64, err error) {
	err = r.query("SELECT count(*) FROM nodes", nil, func(st *sqlite.Stmt) bool { n = st.ColumnInt64(0); return false })
	return n, err
}

// Tags are the tags of the nodes that have any, by row id.
func (r *Reader) Tags() (map[NodeID][]string, error) {
	byID := map[string]string{}
	err := r.query("SELECT id, tags FROM annotations WHERE tags <> '[]'", nil, func(st *sqlite.Stmt) bool {
		byID[st.ColumnText(0)] = st.ColumnText(1)
		return true
	})
	if err != nil {
		return nil, err
	}
	out := make(map[NodeID][]string, len(byID))
	for id, text := range byID {
		n, err := r.ByID(id)
		if _, missing := err.(*NotFoundError); missing {
			continue // the node is gone, what was said of it waits for its return
		}
		if err != nil {
			return nil, err
		}
		var tags []string
		if err := json.Unmarshal([]byte(text), &tags); err != nil {
			return nil, fmt.Errorf("graph: the tags of %s are damaged: %w; set them anew", strconv.Quote(id), err)
		}
		out[n.Row] = tags
	}
	return out, nil
}
