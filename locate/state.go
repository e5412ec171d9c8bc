package locate

import (
	"cmp"
	"context"
	"sync"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
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

	Words *search.Index

	vectors *vectors                 // nil without an embedder
	form    string                   // how the graph was made: with which model, among others
	files   map[int64]graph.FilePath // by row

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
	form, err := r.Note(FormNote)
	if err != nil {
		return nil, err
	}
	e.loading.Lock()
	defer e.loading.Unlock()
	if s := e.last; s != nil && s.Version == version && s.notes == notes && s.words == words && s.form == form {
		return s, nil
	}
	s := &State{Version: version, notes: notes, words: words, form: form, rows: map[int64]map[uint32]graph.Placed{}}
	if err := s.load(r, e, e.last); err != nil {
		return nil, err
	}
	if e.last == nil || e.last.Version <= version {
		e.last = s
	}
	return s, nil
}

// load reads what is new since prev, which may be nil.
func (s *State) load(r *graph.Reader, e *Engine, prev *State) (err error) {
	files, err := r.FilePaths()
	if err != nil {
		return err
	}
	src, err := wordsSource(r, files)
	if err != nil {
		return err
	}
	words := make(chan error, 1)
	go func() {
		var err error
		s.Words, err = search.Load(src)
		words <- err
	}()
	err = s.loadVectors(r, e, prev, files)
	return cmp.Or(<-words, err)
}

// loadVectors reads them while the words are put in order.
func (s *State) loadVectors(r *graph.Reader, e *Engine, prev *State, files []graph.FilePath) (err error) {
	s.files = make(map[int64]graph.FilePath, len(files))
	for _, f := range files {
		s.files[f.Row] = f
	}
	if prev != nil && prev.form == s.form {
		if err := s.inherit(r, prev); err != nil {
			return err
		}
	}
	if s.vectors == nil && e.embedder != nil {
		s.vectors, err = readVectors(r, e.embedder.Dim())
	}
	return err
}

// inherit takes from prev what belongs to files that are the same.
func (s *State) inherit(r *graph.Reader, prev *State) (err error) {
	changed := map[int64]bool{}
	for row, f := range s.files {
		if prev.files[row] != f {
			changed[row] = true
		}
	}
	for row := range prev.files {
		if _, ok := s.files[row]; !ok {
			changed[row] = true
		}
	}
	prev.mu.Lock()
	s.cents = prev.cents
	if s.Version == prev.Version+1 { // else a file may have changed and changed back, with other nodes
		for file, rows := range prev.rows {
			if !changed[file] {
				s.rows[file] = rows
			}
		}
	}
	prev.mu.Unlock()
	if prev.vectors != nil {
		s.vectors, err = prev.vectors.follow(r, changed, len(s.files))
	}
	return err
}

// FormNote is the note (graph.Notes) that says how a graph was made. Files
// with the same content have the same vectors where it is the same.
const FormNote = "index_settings"

// LoadWords loads the search index of the snapshot.
func LoadWords(r *graph.Reader) (*search.Index, error) {
	files, err := r.FilePaths()
	if err != nil {
		return nil, err
	}
	src, err := wordsSource(r, files)
	if err != nil {
		return nil, err
	}
	return search.Load(src)
}

func wordsSource(r *graph.Reader, files []graph.FilePath) (src search.Source, err error) {
	if src.Base, err = r.WordsBase(); err != nil {
		return src, err
	}
	if src.Delta, err = r.WordsDelta(); err != nil {
		return src, err
	}
	src.Files = make([]search.File, len(files))
	for i, f := range files {
		src.Files[i] = search.File{Row: f.Row, Path: f.Path}
	}
	src.Notes, err = notesOf(r)
	return src, err
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
