package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

func main() {
	smp := flag.String("smp", "smp", "the program to try")
	out := flag.String("out", "campaign.jsonl", "where the results go, a line a repository")
	edits := flag.Int("edits", 20, "edits to each repository")
	groups := flag.Int("groups", 4, "in how many runs the edits are taken in")
	seed := flag.Uint64("seed", 1, "which edits")
	scale := flag.Float64("patience", 1, "how much longer than a minute per 500,000 lines a run may take, on a busy machine")
	most := flag.Int("most-files", 20000, "leave out repositories with more files")
	keep := flag.String("keep", "", "keep the files of repositories that fail, as they were at the first fault, in this folder")
	table := flag.String("table", "", "run nothing: print the results in this file as Markdown")
	flag.Parse()
	if err := run(*table, *out, flag.Args(), trial{
		smp: *smp, edits: *edits, groups: *groups, seed: *seed, patience: *scale, mostFiles: *most, keep: *keep,
	}); err != nil {
		fmt.Fprintln(os.Stderr, "campaign:", err)
		os.Exit(3)
	}
}

func run(table, out string, roots []string, t trial) error {
	if table != "" {
		results, err := readResults(table)
		if err != nil {
			return err
		}
		printTable(os.Stdout, results)
		return nil
	}
	if len(roots) == 0 {
		return fmt.Errorf("name a folder of repositories")
	}
	repos, err := repositories(roots)
	if err != nil {
		return err
	}
	done, err := readResults(out)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	had := map[string]bool{}
	for _, r := range done {
		had[r.Repository] = true
	}
	f, err := os.OpenFile(out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, repo := range repos {
		if had[filepath.Base(repo)] {
			continue
		}
		r := t.try(repo)
		fmt.Fprintln(os.Stderr, r.line())
		if err := json.NewEncoder(f).Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// repositories are the folders directly below roots, sorted by name.
func repositories(roots []string) ([]string, error) {
	var repos []string
	for _, root := range roots {
		entries, err := os.ReadDir(root)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() && e.Name()[0] != '.' {
				repos = append(repos, filepath.Join(root, e.Name()))
			}
		}
	}
	sort.Strings(repos)
	return repos, nil
}

func readResults(path string) ([]result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var results []result
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		results = append(results, r)
	}
	return results, lines.Err()
}
