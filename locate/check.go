package locate

import (
	"fmt"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// Check says what is wrong with the words and vectors of a graph: each stands
// for a node, and each function and type can be found.
func Check(r *graph.Reader) ([]graph.Problem, error) {
	found := map[string]*graph.Problem{}
	var order []string
	note := func(check, detail string) {
		if p := found[check]; p != nil {
			p.Count++
			return
		}
		found[check] = &graph.Problem{Check: check, Detail: detail, Count: 1}
		order = append(order, check)
	}
	if err := check(r, note); err != nil {
		return nil, err
	}
	var out []graph.Problem
	for _, c := range order {
		out = append(out, *found[c])
	}
	return out, nil
}

func check(r *graph.Reader, note func(check, detail string)) error {
	words, err := LoadWords(r)
	if err != nil {
		note("the search index can be read", err.Error())
		return nil
	}
	nodes := map[int64]facts.Kind{} // by vectorID
	err = r.EachPlaced(func(file int64, def uint32, kind facts.Kind, name string) bool {
		nodes[vectorID(file, def)] = kind
		switch kind {
		case facts.Function, facts.Class, facts.Interface, facts.Test:
			if _, ok := words.Find(file, def); !ok && name != "" {
				note("functions and types can be searched", name)
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	err = words.Each(func(file int64, node uint32) error {
		if kind, ok := nodes[vectorID(file, node)]; !ok || kind == facts.File {
			note("what is searched are nodes", fmt.Sprintf("symbol %d of file %d", node, file))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.EachVectors(func(file int64, data []byte) error {
		err := EachVector(data, func(node uint32, _ []byte) error {
			if _, ok := nodes[vectorID(file, node)]; !ok {
				note("vectors are those of nodes", fmt.Sprintf("symbol %d of file %d", node, file))
			}
			return nil
		})
		if err != nil {
			note("vectors can be read", err.Error())
		}
		return nil
	})
}
