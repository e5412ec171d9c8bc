package locate

import (
	"context"
	"sync"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/vec"
	"github.com/structural-memory/smp/search"
)

// Engine answers questions about one graph. It may be used by many goroutines.
type Engine struct {
	embedder embed.Embedder // nil: words alone
	loading  sync.Mutex
	last     *State
}

// NewEngine makes an engine. The embedder is the one that made the graph's
// vectors, nil if there are none.
func NewEngine(e embed.Embedder) *Engine { return &Engine{embedder: e} }

// State is what questions need of one version of the graph.
type State struct {
	Version int64 // of the data
	notes   int64 // of the annotations
	words   int64 // of the words

	Words   *search.Index
	Vectors *vec.Set // by vectorID; nil without vectors

	mu    sync.Mutex
	rows  map[int64]map[uint32]graph.Placed // nodes of files, as they were asked for
	cents *centroids
}

// At is the state of the snapshot. Its making is shared: what has not changed
// since the last one is taken from it.
func (e *Engine) At(r *graph.Reader) (*State, error) {
	version, err := r.DataVersion()
	if err != nil {
		return nil, err
	}
	notes, err := r.AnnotationsVersion()
	if err != nil {
		return nil, err
	}
	words, err := r.WordsVersion()
	if err != nil {
		return nil, err
	}
	e.loading.Lock()
	defer e.loading.Unlock()
	if s := e.last; s != nil && s.Version == version && s.notes == notes && s.words == words {
		return s, nil
	}
	s := &State{Version: version, notes: notes, words: words, rows: map[int64]map[uint32]graph.Placed{}}
	if err := s.load(r, e); err != nil {
		return nil, err
	}
	if e.last == nil || e.last.Version <= version {
		e.last = s
	}
	return s, nil
}

func (s *State) load(r *graph.Reader, e *Engine) (err error) {
	if s.Words, err = LoadWords(r); err != nil {
		return err
	}
	return s.loadVectors(r, e)
}

// LoadWords loads the search index of the snapshot.
func LoadWords(r *graph.Reader) (*search.Index, error) {
	var src search.Source
	var err error
	if src.Base, err = r.WordsBase(); err != nil {
		return nil, err
	}
	if src.Delta, err = r.WordsDelta(); err != nil {
		return nil, err
	}
	files, err := r.FilePaths()
	if err != nil {
		return nil, err
	}
	src.Files = make([]search.File, len(files))
	for i, f := range files {
		src.Files[i] = search.File{Row: f.Row, Path: f.Path}
	}
	if src.Notes, err = notesOf(r); err != nil {
		return nil, err
	}
	return search.Load(src)
}

func notesOf(r *graph.Reader) ([]search.Note, error) {
	all, _, err := r.Annotations()
	if err != nil {
		return nil, err
	}
	var out []search.Note
	for _, a := range all {
		file, def, ok, err := r.PlaceOf(a.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, search.Note{File: file, Node: def, Description: a.Description, Tags: a.Tags})
		}
	}
	return out, nil
}

// vectorID is the id of a symbol's vector: it does not depend on the version.
func vectorID(file int64, node uint32) int64 { return file<<24 | int64(node) }

// loadVectors takes all vectors of the embedder's length, or of the first's
// where that is not known: others are another model's.
func (s *State) loadVectors(r *graph.Reader, e *Engine) error {
	if e.embedder == nil {
		return nil
	}
	dim := e.embedder.Dim()
	return r.EachVectors(func(file int64, data []byte) error {
		return EachVector(data, func(node uint32, packed []byte) error {
			if dim == 0 {
				dim = len(packed) - 4
			}
			if len(packed)-4 != dim {
				return nil
			}
			if s.Vectors == nil {
				s.Vectors = vec.NewSet(dim)
			}
			return s.Vectors.AddPacked(vectorID(file, node), packed)
		})
	})
}

// Row is the node of a document.
func (s *State) Row(r *graph.Reader, file int64, node uint32) (graph.NodeID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.rows[file]
	if m == nil {
		var err error
		if m, err = r.RowsIn(file); err != nil {
			return 0, err
		}
		s.rows[file] = m
	}
	return m[node].Row, nil
}

// nameOf is what a symbol is called in its file, after Row.
func (s *State) nameOf(file int64, node uint32) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rows[file][node].Name
}

// terms reads terms of the snapshot.
type terms struct{ r *graph.Reader }

func (t terms) Term(term string) ([]byte, error)                { return t.r.WordsOf(term) }
func (t terms) Prefix(prefix string, max int) ([]string, error) { return t.r.WordsWith(prefix, max) }

// Terms is the reader of terms that a state's index needs.
func Terms(r *graph.Reader) search.TermReader { return terms{r} }

// queryVector is the vector of a question; nil without an embedder.
func (e *Engine) queryVector(ctx context.Context, query string) ([]float32, error) {
	if e.embedder == nil {
		return nil, nil
	}
	return e.embedder.EmbedQuery(ctx, query)
}

// defaultKinds are what is located when a question does not say.
var defaultKinds = []facts.Kind{facts.Function, facts.Class, facts.Interface, facts.Variable, facts.Test}
