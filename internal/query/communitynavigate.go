package query

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/workspace"
)

// asCommunity is the reference where nothing else is called so, and it may be
// the id of a community; else "".
func asCommunity(ref string, err error) string {
	var missing *workspace.NotFoundError
	if errors.As(err, &missing) && strings.HasPrefix(ref, "comm_") {
		return ref
	}
	return ""
}

// navigateCommunity is Navigate for a community, which is no node.
func navigateCommunity(r *graph.Reader, ref string, q NavigateQuery) (*NavigateResult, error) {
	c, err := community.OpenCommunities(r)
	if err == community.ErrNoCommunities {
		return nil, &workspace.NotFoundError{Ref: ref}
	}
	if err != nil {
		return nil, err
	}
	level, at, err := c.Find(ref)
	if err != nil {
		return nil, err
	}
	x := c.All[level][at]
	res := &NavigateResult{
		Entity:    Entity{Node: graph.Node{ID: x.ID, Kind: facts.Community, Type: facts.Community.String(), Name: x.Label, File: x.Prefix}},
		Certainty: workspace.Certainty{Certain: true},
	}
	if q.Relationships {
		err = relateCommunity(c, r, res, level, at, q.Limit)
	}
	return res, err
}

func relateCommunity(c *community.CommunitySet, r *graph.Reader, res *NavigateResult, level, at, limit int) error {
	res.Relationships = &Relationships{Calls: []string{}, CalledBy: []string{}, Inherits: []string{}, ExtendedBy: []string{}, TestedBy: []string{}}
	res.Related, res.More = map[string][]workspace.NodeRef{}, map[string]int{}
	var out, in []workspace.NodeRef
	for _, b := range c.Bridges(level) {
		switch at {
		case b.From:
			out = append(out, communityRef(c, level, b.To))
		case b.To:
			in = append(in, communityRef(c, level, b.From))
		}
	}
	members, err := topMembers(c, r, level, at, limit)
	if err != nil {
		return err
	}
	for _, l := range []struct {
		name string
		refs []workspace.NodeRef
		to   *[]string
		all  int
	}{
		{"depends_on", out, &res.Relationships.DependsOn, len(out)},
		{"used_by", in, &res.Relationships.UsedBy, len(in)},
		{"defines", members, &res.Relationships.Defines, c.All[level][at].Members},
	} {
		refs := l.refs[:min(len(l.refs), limit)]
		if len(refs) < l.all {
			res.More[l.name] = l.all - len(refs)
		}
		res.Related[l.name] = append([]workspace.NodeRef{}, refs...)
		*l.to = namesOf(refs)
	}
	return nil
}

func communityRef(c *community.CommunitySet, level, at int) workspace.NodeRef {
	x := c.All[level][at]
	return workspace.NodeRef{ID: x.ID, Type: facts.Community.String(), Name: x.Label, File: x.Prefix}
}

// top are the members of highest rank.
func topMembers(c *community.CommunitySet, r *graph.Reader, level, at, limit int) ([]workspace.NodeRef, error) {
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
	refs := make([]workspace.NodeRef, 0, len(nodes))
	for _, n := range nodes {
		refs = append(refs, workspace.RefOf(n))
	}
	return refs, nil
}
