package safety

import (
	"context"
	"sync"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Churn holds the changes of the last year in memory and keeps up with the
// store: what has come since it looked last is read alone.
type Churn struct {
	safety *Safety

	mu    sync.Mutex
	epoch int64
	last  int64 // row
	known time.Time
	nodes map[int64]*NodeChurn
	names map[string]string
}

// NodeChurn are the changes of one node.
type NodeChurn struct {
	times  []int64 // ms, as they were recorded
	lastAt int64
	lastBy string
}

// NewChurn is the churn in a store. Nothing is read yet.
func NewChurn(s *Safety) *Churn { return &Churn{safety: s, epoch: -1} }

// ChurnView is the churn as one moment has it; it must not be kept.
type ChurnView struct {
	Known time.Time // from when on changes are known; zero: there are none to know
	Mark  int64     // another one for other changes
	now   time.Time
	nodes map[int64]*NodeChurn
}

// View brings the churn up to date and lends it to fn.
func (c *Churn) View(ctx context.Context, fn func(*ChurnView) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, err := Get(ctx, c.safety, func(tx *Tx) (time.Time, error) { return tx.now, c.follow(tx) })
	if err != nil {
		return err
	}
	return fn(&ChurnView{c.known, c.epoch<<40 + c.last, now, c.nodes})
}

func (c *Churn) follow(tx *Tx) error {
	epoch, err := store.MetaInt(tx.conn, churnEpoch)
	if err != nil {
		return err
	}
	if epoch != c.epoch {
		c.epoch, c.last, c.nodes, c.names = epoch, 0, map[int64]*NodeChurn{}, map[string]string{}
	}
	if c.known, err = tx.ChangesSince(); err != nil {
		return err
	}
	return tx.query("SELECT rowid, sid, at, agent FROM churn WHERE rowid > ? ORDER BY rowid", func(st *sqlite.Stmt) error {
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
	n := v.nodes[sid]
	if n == nil {
		return time.Time{}, ""
	}
	return time.UnixMilli(n.lastAt).UTC(), n.lastBy
}

// Each calls fn for the nodes that changed at least so often within a time
// before now, in no order.
func (v *ChurnView) Each(window time.Duration, least int, fn func(sid int64, changes int)) {
	since := v.now.Add(-window).UnixMilli()
	for sid, n := range v.nodes {
		if changes := n.count(since); changes >= max(least, 1) {
			fn(sid, changes)
		}
	}
}
