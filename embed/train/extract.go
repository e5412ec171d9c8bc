package train

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/embed/symbols"
	"github.com/structural-memory/smp/embed/text"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/all" // every language
	_ "github.com/structural-memory/smp/index/lang/golang"
	"github.com/structural-memory/smp/index/walk"
)

// Extract makes the corpus of the repositories whose checkouts are in dir, one
// folder owner+name each. Those that are missing are named in the log. The
// held-out repositories must be there too: their bodies are looked for in the
// others.
func Extract(ctx context.Context, dir string, repos []Repo, log io.Writer) (*Corpus, error) {
	forbidden, err := heldOutBodies(ctx, dir, log)
	if err != nil {
		return nil, err
	}
	all := newNumbering()
	c := &Corpus{}
	for _, r := range repos {
		root := filepath.Join(dir, r.Folder())
		if _, err := os.Stat(root); err != nil {
			fmt.Fprintf(log, "%s is not in %s, left out\n", r.Name, dir)
			continue
		}
		list, err := extractRepo(ctx, root, all, r.Validate)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		list, leaked := withoutLeaks(list, forbidden)
		if leaked*20 > len(list) {
			return nil, fmt.Errorf("%s has %d functions of held-out repositories: take it out of repos.tsv", r.Name, leaked)
		}
		fmt.Fprintf(log, "%s: %d symbols, %d left out as copies of held-out ones\n", r.Name, len(list), leaked)
		c.Repos = append(c.Repos, RepoExamples{r, list})
	}
	c.Words = all.words
	return c, nil
}

// aside are folders and files that are not what a repository is about.
var aside = regexp.MustCompile(`(?i)(^|/)(tests?|testing|testdata|testutils?|__tests__|specs?|fixtures?|mocks?|e2e|examples?|samples?|demos?|docs?|docs_src|benchmarks?|bench|_?vendor(ed)?|third_party|node_modules|dist|build|generated|gen)(/|$)|(_test|_tests|\.test|\.spec|\.min|\.d|_pb2|\.pb|\.gen|Test|Tests|IT)\.\w+$|(^|/)(test_|conftest)`)

// fileExamples are those of one file, before numbering.
type fileExamples struct {
	facts *facts.FileFacts
	src   string
}

func extractRepo(ctx context.Context, root string, n *numbering, all bool) ([]Example, error) {
	res, err := walk.Walk(ctx, root, walk.Options{Detect: lang.Detect})
	if err != nil {
		return nil, err
	}
	files := res.Files[:0]
	for _, f := range res.Files {
		if l, ok := lang.Get(f.Lang); ok && !l.Config && f.Lang != "markdown" && !aside.MatchString(f.Path) {
			files = append(files, f)
		}
	}
	read, err := readAll(ctx, root, files)
	if err != nil {
		return nil, err
	}
	m := maker{numbering: n, all: all, keys: map[uint64]int{}}
	for i, f := range read {
		if f.facts != nil && f.facts.Flags&(facts.IsTest|facts.IsGenerated) == 0 {
			m.file(uint32(i), files[i].Path, f)
		}
	}
	return m.out, nil
}

// readAll extracts files in parallel.
func readAll(ctx context.Context, root string, files []walk.File) ([]fileExamples, error) {
	out := make([]fileExamples, len(files))
	next := make(chan int)
	errs := make(chan error, 2)
	var wg sync.WaitGroup
	for range cap(errs) {
		wg.Go(func() {
			x := extractors{}
			defer x.close()
			for i := range next {
				var err error
				if out[i], err = x.read(root, files[i]); err != nil && len(errs) < cap(errs) {
					errs <- err
				}
			}
		})
	}
	for i := range files {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	select {
	case err := <-errs:
		return nil, err
	default:
		return out, ctx.Err()
	}
}

type extractors map[string]lang.Extractor

func (x extractors) close() {
	for _, e := range x {
		e.Close()
	}
}

func (x extractors) read(root string, f walk.File) (fileExamples, error) {
	src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.Path)))
	if err != nil {
		return fileExamples{}, err
	}
	opts := walk.Options{}
	if _, _, skip := opts.Content(f, src); skip {
		return fileExamples{}, nil
	}
	e := x[f.Lang]
	if e == nil {
		l, _ := lang.Get(f.Lang)
		if e, err = l.New(); err != nil {
			return fileExamples{}, err
		}
		x[f.Lang] = e
	}
	src, _ = walk.Normalize(src)
	ff, err := e.Extract(f.Path, src)
	if err != nil {
		return fileExamples{}, nil // what cannot be parsed teaches nothing
	}
	return fileExamples{ff, string(src)}, nil
}

// maker makes the examples of one repository.
type maker struct {
	*numbering
	all   bool
	keys  map[uint64]int
	split text.Splitter
	words embed.Words
	out   []Example
}

func (m *maker) file(number uint32, path string, f fileExamples) {
	s := symbols.Of(path, f.facts, f.src)
	for i := range f.facts.Defs {
		d := &f.facts.Defs[i]
		if i == 0 || !d.Kind.TypeLike() && !d.Kind.Callable() || d.Kind == facts.Test {
			continue
		}
		query, rest, ok := Question(d.Doc, d.Name)
		if !ok && !m.all {
			continue
		}
		e := Example{File: number}
		if ok {
			e.Key = hash(query)
			if m.keys[e.Key]++; m.keys[e.Key] > 2 {
				if ok = false; !m.all {
					continue
				}
			} else {
				e.Question = m.add(nil, &m.split, query)
			}
		}
		t := s.Text(int32(i))
		t.Doc = rest[:min(len(rest), 600)]
		m.words.Each(&t, func(f embed.Field, w []byte) {
			if !text.IsStop(w) {
				e.Fields[f] = append(e.Fields[f], m.id(w))
			}
		})
		e.Body = bodyHash(e.Fields[embed.FieldBody], m.numbering.words)
		m.out = append(m.out, e)
	}
}
