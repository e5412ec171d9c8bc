package smp

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// asCommunity is the reference where nothing else is called so, and it may be
// the id of a community; else "".
func asCommunity(ref string, err error) string {
	var missing *NotFoundError
	if errors.As(err, &missing) && strings.HasPrefix(ref, "comm_") {
		return ref
	}
	return ""
}

// navigateCommunity is Navigate for a community, which is no node.
func navigateCommunity(r *graph.Reader, ref string, q NavigateQuery) (*NavigateResult, error) {
	c, err := openCommunities(r)
	if err == ErrNoCommunities {
		return nil, &NotFoundError{Ref: ref}
	}
	if err != nil {
		return nil, err
	}
	level, at, err := c.find(ref)
	if err != nil {
		return nil, err
	}
	x := c.all[level][at]
	res := &NavigateResult{
		Entity:    Entity{Node: graph.Node{ID: x.ID, Kind: facts.Community, Type: facts.Community.String(), Name: x.Label, File: x.Prefix}},
		Certainty: Certainty{Certain: true},
	}
	if q.Relationships {
		err = c.relate(r, res, level, at, q.Limit)
	}
	return res, err
}

func (c *communitySet) relate(r *graph.Reader, res *NavigateResult, level, at, limit int) error {
	res.Relationships = &Relationships{Calls: []string{}, CalledBy: []string{}, Inherits: []string{}, ExtendedBy: []string{}, TestedBy: []string{}}
	res.Related, res.More = map[string][]NodeRef{}, map[string]int{}
	var out, in []NodeRef
	for _, b := range c.Bridges(level) {
		switch at {
		case b.From:
			out = append(out, c.ref(level, b.To))
		case b.To:
			in = append(in, c.ref(level, b.From))
		}
	}
	members, err := c.top(r, level, at, limit)
	if err != nil {
		return err
	}
	for _, l := range []struct {
		name string
		refs []NodeRef
		to   *[]string
		all  int
	}{
		{"depends_on", out, &res.Relationships.DependsOn, len(out)},
		{"used_by", in, &res.Relationships.UsedBy, len(in)},
		{"defines", members, &res.Relationships.Defines, c.all[level][at].Members},
	} {
		refs := l.refs[:min(len(l.refs), limit)]
		if len(refs) < l.all {
			res.More[l.name] = l.all - len(refs)
		}
		res.Related[l.name] = append([]NodeRef{}, refs...)
		*l.to = namesOf(refs)
	}
	return nil
}

func (c *communitySet) ref(level, at int) NodeRef {
	x := c.all[level][at]
	return NodeRef{ID: x.ID, Type: facts.Community.String(), Name: x.Label, File: x.Prefix}
}

// top are the members of highest rank.
func (c *communitySet) top(r *graph.Reader, level, at, limit int) ([]NodeRef, error) {
	ranks, err := r.Ranks()
	if err != nil {
		return nil, err
	}
	rows := c.Rows(level, at)
	slices.SortStableFunc(rows, func(a, b graph.NodeID) int { return cmp.Compare(ranks.Of(b), ranks.Of(a)) })
	nodes, err := r.Nodes(rows[:min(len(rows), limit)])
	if err != nil {
		return nil, err
	}
	refs := make([]NodeRef, 0, len(nodes))
	for _, n := range nodes {
		refs = append(refs, refOf(n))
	}
	return refs, nil
}
