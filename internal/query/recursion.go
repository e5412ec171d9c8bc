package query

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
)

// Recursion is a circle of calls: a function that calls itself, or several
// that call one another.
type Recursion struct {
	Nodes  []string `json:"nodes"`  // ids, sorted
	Direct bool     `json:"direct"` // one that calls itself
}

// circles collects who calls whom, and finds the circles in it.
type circles struct {
	out map[string][]string
}

func (c *circles) add(from, to string) {
	if c.out == nil {
		c.out = map[string][]string{}
	}
	c.out[from] = append(c.out[from], to)
}

// find are the circles, largest sets of nodes that all reach one another, by
// their first node. It takes as long as there are edges.
func (c *circles) find() []Recursion {
	found := []Recursion{}
	s := &components{out: c.out, index: map[string]int{}, low: map[string]int{}, open: map[string]bool{}}
	for _, n := range sortedKeys(c.out) {
		s.visit(n, func(nodes []string) {
			self := slices.Contains(c.out[nodes[0]], nodes[0])
			if len(nodes) == 1 && !self {
				return
			}
			slices.Sort(nodes)
			found = append(found, Recursion{Nodes: nodes, Direct: len(nodes) == 1})
		})
	}
	slices.SortFunc(found, func(a, b Recursion) int { return strings.Compare(a.Nodes[0], b.Nodes[0]) })
	return found
}

func sortedKeys(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// components is Tarjan's algorithm, on a stack of its own, so that no chain of
// calls is too long for it.
type components struct {
	out        map[string][]string
	index, low map[string]int
	open       map[string]bool
	stack      []string
}

type visiting struct {
	node string
	next int // of its edges
}

func (s *components) visit(start string, emit func([]string)) {
	if _, done := s.index[start]; done {
		return
	}
	path := []visiting{s.enter(start)}
	for len(path) > 0 {
		at := &path[len(path)-1]
		if at.next < len(s.out[at.node]) {
			to := s.out[at.node][at.next]
			at.next++
			if _, seen := s.index[to]; !seen {
				path = append(path, s.enter(to))
			} else if s.open[to] {
				s.low[at.node] = min(s.low[at.node], s.index[to])
			}
			continue
		}
		n := at.node
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1].node
			s.low[up] = min(s.low[up], s.low[n])
		}
		if s.low[n] == s.index[n] {
			from := lastIndex(s.stack, n)
			nodes := slices.Clone(s.stack[from:])
			s.stack = s.stack[:from]
			for _, x := range nodes {
				delete(s.open, x)
			}
			emit(nodes)
		}
	}
}

func (s *components) enter(n string) visiting {
	s.index[n], s.low[n], s.open[n] = len(s.index), len(s.index), true
	s.stack = append(s.stack, n)
	return visiting{node: n}
}

func lastIndex(list []string, x string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == x {
			return i
		}
	}
	return -1
}

// nearRecursion is how many nodes outside of those asked about are looked at
// for the circles through them.
const nearRecursion = 300

// recursionOf are the circles of calls through some of the nodes, as far as
// they stay near them.
func recursionOf(r *graph.Reader, nodes []graph.Node) ([]Recursion, error) {
	c := circles{}
	ids, own := map[graph.NodeID]string{}, map[string]bool{}
	var queue []graph.NodeID
	for _, n := range nodes {
		if n.Kind.Callable() {
			ids[n.Row], own[n.ID] = n.ID, true
			queue = append(queue, n.Row)
		}
	}
	for most := len(queue) + nearRecursion; len(queue) > 0; queue = queue[1:] {
		edges, err := r.Out(queue[0], graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Class == graph.Outside {
				continue
			}
			if ids[e.To] == "" {
				if len(ids) >= most {
					continue
				}
				n, err := r.Node(e.To)
				if err != nil {
					return nil, err
				}
				ids[e.To] = n.ID
				queue = append(queue, e.To)
			}
			c.add(ids[queue[0]], ids[e.To])
		}
	}
	return slices.DeleteFunc(c.find(), func(x Recursion) bool {
		return !slices.ContainsFunc(x.Nodes, func(id string) bool { return own[id] })
	}), nil
}
