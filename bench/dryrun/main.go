package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// mutation is a change of one definition with what the compiler says of it.
type mutation struct {
	Kind    string            `json:"kind"`
	Name    string            `json:"name"`
	Changes map[string]string `json:"changes"` // the files' new contents
	Own     []string          `json:"own"`     // places that the change itself is in
	Broken  []string          `json:"broken"`  // places, see placeKey
	Silent  []string          `json:"silent"`  // places that the compiler says nothing of, right or wrong
	Errors  []string          `json:"errors"`  // as the compiler says
}

// placeKey names a place: the file, and the definition around.
func placeKey(file, name string) string { return file + "#" + name }

// oracle makes mutations and has them checked.
type oracle interface {
	// next is another mutation; nil when there are no more.
	next() (*mutation, error)
	// place is a definition as the oracle names it.
	place(file, name string) string
}

type score struct{ hit, wrong, missed, mutations, exact int }

func main() {
	log.SetFlags(0)
	repo := flag.String("repo", "", "the repository; it is not written to")
	db := flag.String("db", ":memory:", "where its index is kept")
	n := flag.Int("n", 40, "mutations")
	seed := flag.Int64("seed", 1, "of the random choice")
	ts := flag.String("typescript", "", "the folder of the typescript package, or a file of what tsc.mjs has written: judge TypeScript")
	within := flag.Duration("time", 10*time.Minute, "stop after this")
	quick := flag.Bool("latency", false, "measure how long dry runs take, and judge nothing")
	real := flag.Bool("compiler", false, "judge Go by what the go command's compiler says")
	verbose := flag.Bool("v", false, "print what differs")
	flag.Parse()
	if *quick {
		if err := latency(*repo, *db, *n, *seed); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(*repo, *db, *ts, *n, *seed, *within, *real, *verbose); err != nil {
		log.Fatal(err)
	}
}

func run(repo, db, ts string, n int, seed int64, within time.Duration, real, verbose bool) error {
	ctx := context.Background()
	root, err := filepath.Abs(repo)
	if err != nil {
		return err
	}
	var o oracle
	if ts != "" {
		o, err = newTypeScript(root, ts, n, seed)
	} else {
		o, err = newGo(root, seed, real)
	}
	if err != nil {
		return err
	}
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		return err
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		return err
	}
	scores := map[string]*score{}
	var took []time.Duration
	end := time.Now().Add(within)
	for i := 0; i < n && time.Now().Before(end); i++ {
		mu, err := o.next()
		if err != nil {
			return err
		}
		if mu == nil {
			break
		}
		var changes []smp.FileChange
		for _, file := range slices.Sorted(mapsKeys(mu.Changes)) {
			changes = append(changes, smp.FileChange{Path: file, Content: []byte(mu.Changes[file])})
		}
		start := time.Now()
		res, err := m.DryRun(ctx, smp.Proposal{Changes: changes, Limit: 100_000})
		if err != nil {
			return fmt.Errorf("%s %s: %w", mu.Kind, mu.Name, err)
		}
		took = append(took, time.Since(start))
		judge(o, mu, res, scores, verbose)
	}
	report(scores, took)
	return nil
}

func mapsKeys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// judge compares one answer with the compiler's.
func judge(o oracle, mu *mutation, res *smp.DryRunResult, scores map[string]*score, verbose bool) {
	said := map[string]string{}
	for _, list := range [][]smp.BrokenCaller{res.Impact.BrokenCallers, res.Impact.BrokenTests} {
		for _, b := range list {
			name := b.Function
			if strings.HasPrefix(b.ID, "file:") {
				name = ""
			}
			key := o.place(b.File, name)
			if key != "" && !slices.Contains(mu.Own, key) {
				said[key] = fmt.Sprintf("%d: %s (%s)", b.Line, b.Reason, b.Certainty)
			}
		}
	}
	s := scores[mu.Kind]
	if s == nil {
		s = &score{}
		scores[mu.Kind] = s
	}
	s.mutations++
	ok := true
	for _, b := range mu.Broken {
		if _, found := said[b]; found {
			s.hit++
		} else {
			s.missed++
			ok = false
			if verbose {
				fmt.Printf("missed  %s %s: %s\n", mu.Kind, mu.Name, b)
			}
		}
	}
	for key, why := range said {
		if !slices.Contains(mu.Broken, key) && !slices.Contains(mu.Silent, key) {
			s.wrong++
			ok = false
			if verbose {
				fmt.Printf("wrong   %s %s: %s %s\n", mu.Kind, mu.Name, key, why)
			}
		}
	}
	if ok {
		s.exact++
	} else if verbose {
		text, _ := json.Marshal(mu.Errors[:min(4, len(mu.Errors))])
		fmt.Printf("        compiler: %s\n", text)
	}
}

func report(scores map[string]*score, took []time.Duration) {
	var all score
	for _, kind := range slices.Sorted(func(yield func(string) bool) {
		for k := range scores {
			if !yield(k) {
				return
			}
		}
	}) {
		s := scores[kind]
		line(kind, s)
		all.hit, all.wrong, all.missed, all.mutations, all.exact = all.hit+s.hit, all.wrong+s.wrong, all.missed+s.missed, all.mutations+s.mutations, all.exact+s.exact
	}
	line("all", &all)
	if len(took) > 0 {
		slices.Sort(took)
		fmt.Fprintf(os.Stdout, "dry run: median %v, 90%% %v\n", took[len(took)/2].Round(100*time.Microsecond), took[len(took)*9/10].Round(100*time.Microsecond))
	}
}

func line(kind string, s *score) {
	ratio := func(a, b int) float64 {
		if a+b == 0 {
			return 1
		}
		return float64(a) / float64(a+b)
	}
	fmt.Printf("%-22s %4d mutations  %5d hit %4d wrong %4d missed  precision %.3f recall %.3f  same answer %d\n", kind, s.mutations, s.hit, s.wrong, s.missed, ratio(s.hit, s.wrong), ratio(s.hit, s.missed), s.exact)
}
