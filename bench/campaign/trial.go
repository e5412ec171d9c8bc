package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A trial says how each repository is tried.
type trial struct {
	smp           string
	edits, groups int
	seed          uint64
	patience      float64
	mostFiles     int
	keep          string
}

// A result is what came of one repository.
type result struct {
	Repository string  `json:"repository"`
	Files      int     `json:"files"`
	Lines      int     `json:"lines"`
	FirstWall  float64 `json:"first_wall_seconds"`
	FirstCPU   float64 `json:"first_cpu_seconds"`
	IdleCPU    float64 `json:"idle_cpu_seconds"` // a run with nothing to do
	EditCPU    float64 `json:"edit_cpu_seconds"` // the longest run that took in edits
	PeakMB     float64 `json:"peak_mb"`
	// Failures are steps with what went wrong in them; empty is what is wanted.
	Failures []failure `json:"failures"`
	Skipped  string    `json:"skipped,omitempty"`
}

type failure struct {
	Step   string `json:"step"`
	What   string `json:"what"`
	Detail string `json:"detail,omitempty"`
}

func (r result) line() string {
	if r.Skipped != "" {
		return fmt.Sprintf("%-40s left out: %s", r.Repository, r.Skipped)
	}
	state := "ok"
	if len(r.Failures) > 0 {
		var all []string
		for _, f := range r.Failures {
			all = append(all, f.Step+": "+f.What)
		}
		state = strings.Join(all, "; ")
	}
	return fmt.Sprintf("%-40s %8d lines %6.1f CPU s, idle %.1f, edits %.1f  %s", r.Repository, r.Lines, r.FirstCPU, r.IdleCPU, r.EditCPU, state)
}

// try does everything that is done to one repository.
func (t trial) try(repo string) (r result) {
	r = result{Repository: filepath.Base(repo), Failures: []failure{}}
	work, err := os.MkdirTemp("", "campaign")
	if err != nil {
		r.Skipped = err.Error()
		return r
	}
	defer os.RemoveAll(work)
	c := &course{trial: t, result: &r, tree: filepath.Join(work, "tree"), dbs: work}
	n, err := copyTree(repo, c.tree, t.mostFiles)
	if err != nil {
		r.Skipped = err.Error()
		return r
	}
	c.limit = t.limit(n * 100) // until the lines are counted
	c.run()
	return r
}

// limit is how long a run over so many lines may take.
func (t trial) limit(lines int) time.Duration {
	halfMillions := max(1, float64(lines)/500_000)
	return time.Duration(t.patience * halfMillions * float64(time.Minute))
}

// random gives the same edits for the same seed and repository.
func (t trial) random(name string) *rand.Rand {
	h := uint64(14695981039346656037)
	for _, c := range []byte(name) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(t.seed, h))
}
