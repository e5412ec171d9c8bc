package jsonrpc

import (
	"context"
	"time"

	"github.com/structural-memory/smp"
)

// NoParams is what methods take that take nothing.
type NoParams struct{}

// IndexParams are those of smp/index.
type IndexParams struct {
	Wait *bool `json:"wait,omitempty" jsonschema:"answer when the run has ended; false: answer at once and index in the background" default:"true"`
}

// IndexAnswer is the result of smp/index.
type IndexAnswer struct {
	Progress
	Result *smp.IndexResult `json:"result,omitempty"`
}

// StatusParams are those of smp/status.
type StatusParams struct {
	Limit int `json:"limit,omitempty" jsonschema:"files in the list of what was left out" default:"50" min:"1" max:"10000"`
}

// StatusAnswer is the result of smp/status. What the graph holds is left out
// while there is none.
type StatusAnswer struct {
	Index Progress          `json:"index"`
	Graph *smp.StatusResult `json:"graph,omitempty"`
}

// Problem is something that is wrong with the file or the graph in it.
type Problem struct {
	Check  string `json:"check"`
	Detail string `json:"detail"`
	Count  int    `json:"count"`
}

// DoctorAnswer is the result of smp/doctor.
type DoctorAnswer struct {
	OK       bool      `json:"ok"`
	Problems []Problem `json:"problems"`
}

func memoryRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/index", Group: "Memory", Access: Write, Anytime: true, Audited: true, Timeout: 6 * time.Hour,
			Summary:  "Build the index, or bring it up to date with the files.",
			Doc:      "Only what changed by content is read again; the graph is afterwards equal to that of a fresh index. Every connection is told of the change by `memory_updated`.",
			Errors:   []Code{Busy, ReadOnly},
			Examples: []Example{{Name: "In the background", Params: `{"wait": false}`, Result: `{"state": "indexing", "percent": 0, "stage": "waiting"}`}},
		}, indexNow),
		shown(define(Method{Name: "smp/status", Group: "Memory", Access: Read, Anytime: true,
			Summary:  "What the index holds, how far a run is, and what was left out and why.",
			Examples: []Example{{Name: "Counts", Params: `{}`}},
		}, status), statusMarkdown),
		define(Method{Name: "smp/doctor", Group: "Memory", Access: Read, Timeout: 10 * time.Minute, Errors: []Code{NotReady},
			Summary:  "Check the index file and the graph in it.",
			Doc:      "Nothing is repaired: the next index run makes a damaged index anew, and smp index --rebuild one that it refuses.",
			Examples: []Example{{Name: "A sound index", Params: `{}`, Result: `{"ok": true, "problems": []}`}},
		}, doctor),
	}
}

func indexNow(ctx context.Context, c *Call, p IndexParams) (*IndexAnswer, error) {
	x := c.Server.Indexer
	if p.Wait != nil && !*p.Wait {
		x.Start()
		now, _ := x.Progress(ctx)
		return &IndexAnswer{Progress: now}, nil
	}
	res, err := x.Run(ctx)
	if err != nil {
		return nil, err
	}
	now, _ := x.Progress(ctx)
	return &IndexAnswer{now, res}, nil
}

func status(ctx context.Context, c *Call, p StatusParams) (*StatusAnswer, error) {
	s := c.Server
	now, _ := s.Indexer.Progress(ctx)
	out := &StatusAnswer{Index: now}
	if !s.Indexer.isReady(ctx) {
		return out, nil
	}
	g, err := s.memory.Status(ctx, p.Limit)
	if err != nil {
		return nil, err
	}
	g.Path = s.dbName() // no path outside the root is named
	out.Graph = g
	return out, nil
}

func doctor(ctx context.Context, c *Call, _ NoParams) (*DoctorAnswer, error) {
	found, err := c.Server.memory.Doctor(ctx)
	if err != nil {
		return nil, err
	}
	out := &DoctorAnswer{OK: len(found) == 0, Problems: []Problem{}}
	for _, p := range found {
		out.Problems = append(out.Problems, Problem{p.Check, p.Detail, p.Count})
	}
	return out, nil
}
