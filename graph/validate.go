package graph

import (
	"fmt"
	"slices"

	"github.com/structural-memory/smp/facts"
)

// validate refuses what would break the graph's invariants: it is a mistake
// of the caller, not of the repository.
func (ch *Change) validate() error {
	seen := make(map[string]bool, len(ch.Files)+len(ch.Relinked)+len(ch.Removed))
	once := func(path string) error {
		if path == "" || seen[path] {
			return fmt.Errorf("graph: a change names the file %q twice, or without a path", path)
		}
		seen[path] = true
		return nil
	}
	for i := range ch.Files {
		f := &ch.Files[i]
		if err := once(f.File.Path); err != nil {
			return err
		}
		if err := f.validate(); err != nil {
			return err
		}
	}
	for i := range ch.Deferred {
		if err := once(ch.Deferred[i].Path); err != nil {
			return err
		}
	}
	for i := range ch.Relinked {
		if err := once(ch.Relinked[i].File.Path); err != nil {
			return err
		}
	}
	for _, path := range ch.Removed {
		if err := once(path); err != nil {
			return err
		}
	}
	return nil
}

// load puts the file together and checks it.
func (d *Deferred) load() (*FileGraph, error) {
	f, err := d.Load()
	if err != nil {
		return nil, err
	}
	if f.File.Path != d.Path || len(f.Nodes) != d.Nodes {
		return nil, fmt.Errorf("graph: file %s was announced with %d nodes and came as %s with %d", d.Path, d.Nodes, f.File.Path, len(f.Nodes))
	}
	return f, f.validate()
}

// loaded is the change with all deferred files in Files.
func (ch *Change) loaded() (*Change, error) {
	if len(ch.Deferred) == 0 {
		return ch, nil
	}
	whole := *ch
	whole.Files, whole.Deferred = slices.Clone(ch.Files), nil
	for i := range ch.Deferred {
		f, err := ch.Deferred[i].load()
		if err != nil {
			return nil, err
		}
		whole.Files = append(whole.Files, *f)
	}
	return &whole, nil
}

func (f *FileGraph) validate() error {
	if err := f.validateNodes(); err != nil {
		return fmt.Errorf("graph: file %s: %w", f.File.Path, err)
	}
	if err := f.validateLinks(len(f.Nodes)); err != nil {
		return fmt.Errorf("graph: file %s: %w", f.File.Path, err)
	}
	return nil
}

func (f *FileGraph) validateNodes() error {
	if len(f.Nodes) == 0 || f.Nodes[0].Kind != facts.File && f.Nodes[0].Kind != facts.Config {
		return fmt.Errorf("its first node is not the file itself")
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if int(n.Kind) >= len(idPrefixes) || n.Kind == facts.KindNone {
			return fmt.Errorf("node %d (%s) has no kind", i, n.Name)
		}
		for p, steps := n.Parent, 0; i > 0 && p != 0; p, steps = f.Nodes[p].Parent, steps+1 {
			if p < 0 || int(p) >= len(f.Nodes) || int(p) == i || steps > len(f.Nodes) {
				return fmt.Errorf("node %d (%s) has no way up to the file", i, n.Name)
			}
		}
	}
	return nil
}

func (f *FileGraph) validateLinks(nodes int) error {
	for i := range f.Edges {
		e := &f.Edges[i]
		if e.Src < 0 || int(e.Src) >= nodes {
			return fmt.Errorf("edge %d starts at definition %d of %d", i, e.Src, nodes)
		}
		if e.Type == NoEdge || e.Type == Contains || e.Type == Defines || e.Type == DependsOn || int(e.Type) >= len(edgeNames) {
			return fmt.Errorf("edge %d has the type %d, which the graph derives or does not know", i, e.Type)
		}
	}
	for i := range f.Open {
		if o := &f.Open[i]; o.Src < 0 || int(o.Src) >= nodes {
			return fmt.Errorf("open call %d is in definition %d of %d", i, o.Src, nodes)
		}
	}
	return nil
}
