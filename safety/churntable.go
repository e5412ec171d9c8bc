package safety

import (
	"sync"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Churn holds the changes of the last year in memory and keeps up with the
// store: what has come since it looked last is read alone. Many may look at it
// at once.
type Churn struct {
	mu    sync.RWMutex
	epoch int64
	last  int64                // row
	nodes map[int64]*NodeChurn // never shrinks: another epoch has another
	names map[string]string
}

// NodeChurn are the changes of one node.
type NodeChurn struct {
	times  []int64 // ms, as they were recorded
	lastAt int64
	lastBy string
}

// NewChurn is the churn of one store. Nothing is read yet.
func NewChurn() *Churn { return &Churn{epoch: -1} }

// ChurnView is the churn as one moment has it, or a little later; it must not
// be kept.
type ChurnView struct {
	Known time.Time // from when on changes are known; zero: there are none to know
	now   time.Time
	churn *Churn
	nodes map[int64]*NodeChurn
}

// View brings the churn up to date by a transaction of the store that it is of,
// and shows it.
func (c *Churn) View(tx *Tx) (*ChurnView, error) {
	epoch, err := store.MetaInt(tx.conn, churnEpoch)
	if err != nil {
		return nil, err
	}
	known, err := tx.ChangesSince()
	if err != nil {
		return nil, err
	}
	c.mu.Lock() // nobody waits for a connection who holds it
	defer c.mu.Unlock()
	if epoch != c.epoch {
		c.epoch, c.last, c.nodes, c.names = epoch, 0, map[int64]*NodeChurn{}, map[string]string{}
	}
	err = tx.query("SELECT rowid, sid, at, agent FROM churn WHERE rowid > ? ORDER BY rowid", func(st *sqlite.Stmt) error {
		c.last = st.ColumnInt64(0)
		sid, at := st.ColumnInt64(1), st.ColumnInt64(2)
		n := c.nodes[sid]
		if n == nil {
			n = &NodeChurn{}
			c.nodes[sid] = n
		}
		n.times = append(n.times, at)
		if at >= n.lastAt {
			n.lastAt, n.lastBy = at, c.name(st.ColumnText(3))
		}
		return nil
	}, c.last)
	if err != nil {
		return nil, err
	}
	return &ChurnView{known, tx.now, c, c.nodes}, nil
}

// name keeps one copy of each agent's name.
func (c *Churn) name(s string) string {
	if one, ok := c.names[s]; ok {
		return one
	}
	c.names[s] = s
	return s
}

// Now is the time of the view.
func (v *ChurnView) Now() time.Time { return v.now }

// Count is how often a node changed within a time before now.
func (v *ChurnView) Count(sid int64, window time.Duration) (n int) {
	v.churn.mu.RLock()
	defer v.churn.mu.RUnlock()
	return v.nodes[sid].count(v.now.Add(-window).UnixMilli())
}

func (n *NodeChurn) count(since int64) (changes int) {
	if n == nil || n.lastAt < since {
		return 0
	}
	for _, at := range n.times {
		if at >= since {
			changes++
		}
	}
	return changes
}

// Last is when and by whom a node was changed last.
func (v *ChurnView) Last(sid int64) (at time.Time, by string) {
	v.churn.mu.RLock()
	defer v.churn.mu.RUnlock()
	n := v.nodes[sid]
	if n == nil {
		return time.Time{}, ""
	}
	return time.UnixMilli(n.lastAt).UTC(), n.lastBy
}

// Each calls fn for the nodes that changed at least so often within a time
// before now, in no order. fn must not ask the view.
func (v *ChurnView) Each(window time.Duration, least int, fn func(sid int64, changes int)) {
	v.churn.mu.RLock()
	defer v.churn.mu.RUnlock()
	since := v.now.Add(-window).UnixMilli()
	for sid, n := range v.nodes {
		if changes := n.count(since); changes >= max(least, 1) {
			fn(sid, changes)
		}
	}
}
