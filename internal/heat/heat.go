package heat

import (
	"context"
	"sync"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// What makes a node hot: so many changes within the window, and so many
// callers.
const (
	HeatWindow = 30 * 24 * time.Hour
	HotChanges = 5
	HotCallers = 5
	maxHeat    = 100
)

// Heat is how hot a node is: its changes within the window times its callers,
// at most 100. That of a file is that of its hottest definition.
type Heat struct {
	Score   int
	Changes int // within the window
	Callers int // distinct definitions that call it, or one of its members
	Hot     bool
	Node    graph.Node // the definition
}

// churnCache is the churn of a memory, made when somebody asks.
type churnCache struct {
	once  sync.Once
	churn *safety.Churn
}

// WithHeat lends fn what is known of changes.
func (m *Meter) WithHeat(ctx context.Context, r *graph.Reader, fn func(*HeatReader) error) error {
	b := m.base()
	b.churn.once.Do(func() { b.churn.churn = safety.NewChurn() })
	v, err := safety.Get(ctx, b.Space.Safe(), b.churn.churn.View)
	if err != nil {
		return err
	}
	return fn(&HeatReader{r, v})
}

// HeatReader says how hot nodes of a snapshot are.
type HeatReader struct {
	r *graph.Reader
	v *safety.ChurnView
}

// Known tells whether anything is recorded of changes: else no heat is known,
// which is not zero.
func (h *HeatReader) Known() bool { return !h.v.Known.IsZero() }

func (h *HeatReader) Of(n graph.Node) (Heat, error) {
	return h.With(n, h.v.Count(int64(graph.SID(n.ID)), HeatWindow))
}

func (h *HeatReader) With(n graph.Node, changes int) (Heat, error) {
	heat := Heat{Node: n, Changes: changes}
	if changes == 0 {
		return heat, nil // whoever calls it
	}
	callers, err := CallersOf(h.r, n)
	if err != nil {
		return heat, err
	}
	heat.Callers = len(callers)
	heat.Score = min(maxHeat, heat.Changes*heat.Callers)
	heat.Hot = heat.Changes >= HotChanges && heat.Callers >= HotCallers
	return heat, nil
}

// each are the heats of those nodes that changed within the window.
func (h *HeatReader) each(nodes []graph.Node) (out []Heat, err error) {
	for _, n := range nodes {
		heat, err := h.Of(n)
		if err != nil {
			return nil, err
		}
		if heat.Changes > 0 && !workspace.IsFile(n) {
			out = append(out, heat)
		}
	}
	return out, nil
}

// FileHeat is what is known of how hot a file's definitions are; nil where
// nothing is recorded of changes.
type FileHeat struct {
	score int
	hot   []Heat
}

// HeatOfFile asks for a file whose nodes are given.
func (m *Meter) HeatOfFile(ctx context.Context, r *graph.Reader, nodes []graph.Node) (out *FileHeat, err error) {
	err = m.WithHeat(ctx, r, func(h *HeatReader) error {
		out, err = h.File(nodes)
		return err
	})
	return out, err
}

func (h *HeatReader) File(nodes []graph.Node) (*FileHeat, error) {
	if !h.Known() {
		return nil, nil
	}
	all, err := h.each(nodes)
	out := &FileHeat{}
	for _, heat := range all {
		out.score = max(out.score, heat.Score)
		if heat.Hot {
			out.hot = append(out.hot, heat)
		}
	}
	return out, err
}

// Score is that of a definition, or of a file by its hottest definition.
func (h *HeatReader) Score(n graph.Node) (int, error) {
	if workspace.IsFile(n) {
		return h.scoreOfFile(n.File)
	}
	heat, err := h.Of(n)
	return heat.Score, err
}

func (h *HeatReader) scoreOfFile(path string) (int, error) {
	nodes, err := h.r.FileNodes(path)
	if err != nil {
		return 0, err
	}
	f, err := h.File(nodes)
	return f.score, err
}

// Answers are the fields of answers about a file: null where nothing is known.
func (f *FileHeat) Answers() (isHot *bool, score *int) {
	if f == nil {
		return nil, nil
	}
	hot := len(f.hot) > 0
	return &hot, &f.score
}

// CallersOf are the nodes that call a node: for a type, those outside it that
// call it or one of its members.
func CallersOf(r *graph.Reader, n graph.Node) (map[graph.NodeID]bool, error) {
	callers := map[graph.NodeID]bool{}
	all := []graph.Node{n}
	if n.Kind.TypeLike() {
		var err error
		if all, err = workspace.WithMembers(r, n); err != nil {
			return nil, err
		}
	}
	for _, m := range all {
		in, err := r.In(m.Row, graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return nil, err
		}
		for _, e := range in {
			callers[e.From] = true
		}
	}
	for _, m := range all {
		delete(callers, m.Row)
	}
	return callers, nil
}

// Changed calls fn for the nodes of the graph that changed at least so often.
func (h *HeatReader) Changed(least int, fn func(n graph.Node, changes int) error, window time.Duration) error {
	counts := map[int64]int{}
	sids := []int64{}
	h.v.Each(window, least, func(sid int64, changes int) {
		counts[sid] = changes
		sids = append(sids, sid)
	})
	rows, err := h.r.RowsOf(sids)
	if err != nil {
		return err
	}
	for sid, row := range rows {
		n, err := h.r.Node(row)
		if err != nil {
			return err
		}
		if workspace.IsFile(n) {
			continue
		}
		if err := fn(n, counts[sid]); err != nil {
			return err
		}
	}
	return nil
}
