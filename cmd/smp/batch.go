package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// batchHit is a result as scorers read it.
type batchHit struct {
	Path  string  `json:"path"`
	Name  string  `json:"name"`
	Line  int     `json:"line"`
	Score float64 `json:"score"`
}

// batch answers every query of a file of JSON lines, in one process.
func (a *app) batch(file string, answer func(query string) ([]batchHit, error)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(make([]byte, 0, 64<<10), 16<<20)
	out := json.NewEncoder(plainJSON{a.out})
	for n := 1; in.Scan(); n++ {
		if len(in.Bytes()) == 0 {
			continue
		}
		var q struct {
			ID    string `json:"id"`
			Query string `json:"query"`
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			return fmt.Errorf("%s:%d: not a JSON object with id and query: %w", file, n, err)
		}
		hits, err := answer(q.Query)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
		if hits == nil {
			hits = []batchHit{}
		}
		if err := out.Encode(map[string]any{"id": q.ID, "results": hits}); err != nil {
			return err
		}
	}
	return in.Err()
}
