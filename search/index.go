package search

import (
	"cmp"
	"slices"
	"sync"

	"github.com/structural-memory/smp/embed/text"
	"github.com/structural-memory/smp/facts"
)

// File is a file whose documents are alive.
type File struct {
	Row  int64
	Path string
}

// Note is what annotations say of a symbol.
type Note struct {
	File        int64  // the file's row
	Node        uint32 // the symbol's number in its file
	Description string
	Tags        []string
}

// Source is where an Index is loaded from: a base as a Builder made it (nil
// if there is none), the blobs of files that changed since (an empty one hides
// the file), the files that are alive and the annotations.
type Source struct {
	Base  []byte
	Delta map[int64][]byte
	Files []File // by path
	Notes []Note
}

// TermReader reads the base's terms, of the state that the index was loaded
// from.
type TermReader interface {
	// Term is the data of a term, nil if there is none.
	Term(term string) ([]byte, error)
	// Prefix are the terms that begin so, in their order, at most max.
	Prefix(prefix string, max int) ([]string, error)
}

// Index answers queries. It may be used by many goroutines.
type Index struct {
	docs  []doc
	files []fileDocs
	first int // the first document of the delta
	alive int // documents that are alive

	avg   [fields]float64 // mean lengths
	delta map[string][]posting
	notes map[string][]noted
	lens  map[uint32]noteLens
	paths map[string][]pathHit

	rows  map[int64]int32 // places of the files that are alive
	pool  sync.Pool       // *Scores
	cache termCache

	prefixes prefixCache
}

// doc is a symbol. Those that are dead have file -1.
type doc struct {
	node  uint32
	file  int32
	kind  facts.Kind
	flags uint8
	lens  [stored]uint16
}

type fileDocs struct {
	row     int64
	path    string
	first   uint32 // its documents are docs[first:first+n]
	n       uint32
	pathLen uint16
}

// pathHit says how often a word stands in the path of files[file].
type pathHit struct {
	file  int32
	count uint8
}

type noted struct {
	doc   uint32
	desc  uint8
	label uint8
}

type noteLens struct{ desc, label uint16 }

// Load makes an index.
func Load(src Source) (*Index, error) {
	x := &Index{delta: map[string][]posting{}, notes: map[string][]noted{}, lens: map[uint32]noteLens{}, paths: map[string][]pathHit{}}
	paths := make(map[int64]string, len(src.Files))
	for _, f := range src.Files {
		paths[f.Row] = f.Path
	}
	if err := x.loadBase(&src, paths); err != nil {
		return nil, err
	}
	x.first = len(x.docs)
	for _, f := range src.Files { // the order of paths, not that of a map
		if blob := src.Delta[f.Row]; len(blob) > 0 {
			if err := x.loadDelta(f, blob); err != nil {
				return nil, err
			}
		}
	}
	x.places()
	x.pathWords()
	x.noteWords(src.Notes)
	x.averages()
	return x, nil
}

// docSize is the least that a document takes in a base.
const docSize = 3 + int(stored)

func (x *Index) loadBase(src *Source, paths map[int64]string) error {
	if len(src.Base) == 0 {
		return nil
	}
	d := decoder{buf: src.Base}
	if v := d.byte(); v != Version {
		if src.replaced() {
			return nil // nothing of it is alive
		}
		d.fail("it is of another version")
		return d.err
	}
	row := int64(0)
	n := uint32(0)
	for range d.uvarint(1 << 31) {
		row += d.varint()
		f := fileDocs{row: row, first: n, n: uint32(d.uvarint(1 << 28))}
		if n += f.n; d.err == nil && int(n) > len(d.buf)/docSize {
			d.fail("it counts more documents than it holds")
		}
		if d.err != nil {
			return d.err
		}
		path, ok := paths[row]
		if _, changed := src.Delta[row]; changed || !ok {
			path = ""
		}
		f.path = path
		x.files = append(x.files, f)
	}
	x.docs = make([]doc, 0, n)
	for i := range x.files {
		f := &x.files[i]
		node := uint32(0)
		for range f.n {
			node += uint32(d.uvarint(1 << 31))
			x.doc(&d, node, f, int32(i))
			if d.err != nil {
				return d.err
			}
		}
	}
	return d.err
}

// replaced tells whether the delta has all files that are alive.
func (s *Source) replaced() bool {
	for _, f := range s.Files {
		if _, ok := s.Delta[f.Row]; !ok {
			return false
		}
	}
	return true
}

func (x *Index) doc(d *decoder, node uint32, f *fileDocs, file int32) {
	c := doc{node: node, file: file, kind: facts.Kind(d.byte()), flags: d.byte()}
	for k := range c.lens {
		c.lens[k] = uint16(min(d.uvarint(1<<31), 1<<16-1))
	}
	if f.path == "" {
		c.file = -1
	} else {
		x.alive++
	}
	x.docs = append(x.docs, c)
}

func (x *Index) loadDelta(f File, blob []byte) error {
	d := decoder{buf: blob}
	first := uint32(len(x.docs))
	file := int32(len(x.files))
	n := d.docs(func(node uint32, kind facts.Kind, flags uint8, lens *[stored]uint32) {
		c := doc{node: node, file: file, kind: kind, flags: flags}
		for k, v := range lens {
			c.lens[k] = uint16(min(v, 1<<16-1))
		}
		x.docs = append(x.docs, c)
	})
	x.alive += n
	x.files = append(x.files, fileDocs{row: f.Row, path: f.Path, first: first, n: uint32(n)})
	for {
		term, post, ok := d.term()
		if !ok {
			return d.err
		}
		list := x.delta[string(term)]
		in := postings{buf: post}
		var p posting
		for in.next(&p) {
			if p.doc >= uint32(n) {
				in.bad = true
				break
			}
			p.doc += first
			list = append(list, p)
		}
		if in.bad {
			d.fail("postings are broken off")
			return d.err
		}
		x.delta[string(term)] = list
	}
}

// stems calls fn with the stem of each word that says something.
func stems(z *text.Splitter, s string, fn func(stem string)) {
	var buf [64]byte
	for w := range z.Words(s) {
		if !text.IsStop(w) {
			fn(string(text.Stem(append(buf[:0], w...))))
		}
	}
}

func (x *Index) pathWords() {
	var z text.Splitter
	for i := range x.files {
		f := &x.files[i]
		if f.path == "" || f.n == 0 {
			continue
		}
		stems(&z, stripExt(f.path), func(stem string) {
			f.pathLen++
			l := x.paths[stem]
			if n := len(l); n > 0 && l[n-1].file == int32(i) {
				l[n-1].count = min(l[n-1].count+1, maxCount)
				return
			}
			x.paths[stem] = append(l, pathHit{int32(i), 1})
		})
	}
}

func stripExt(path string) string {
	for i := len(path) - 1; i > 0 && path[i] != '/'; i-- {
		if path[i] == '.' && path[i-1] != '/' {
			return path[:i]
		}
	}
	return path
}

func (x *Index) noteWords(notes []Note) {
	if len(notes) == 0 {
		return
	}
	var z text.Splitter
	for i := range notes {
		n := &notes[i]
		id, ok := x.Find(n.File, n.Node)
		if !ok {
			continue
		}
		var l noteLens
		counts := map[string]noted{}
		stems(&z, n.Description, func(s string) { c := counts[s]; c.desc = min(c.desc+1, maxCount); counts[s] = c; l.desc++ })
		for _, tag := range n.Tags {
			stems(&z, tag, func(s string) { c := counts[s]; c.label = min(c.label+1, maxCount); counts[s] = c; l.label++ })
		}
		for s, c := range counts {
			c.doc = id
			x.notes[s] = append(x.notes[s], c)
		}
		x.lens[id] = l
	}
}

// Find is the document of a symbol.
func (x *Index) Find(file int64, node uint32) (uint32, bool) {
	i, ok := x.rows[file]
	if !ok {
		return 0, false
	}
	f := &x.files[i]
	docs := x.docs[f.first : f.first+f.n]
	k, ok := slices.BinarySearchFunc(docs, node, func(d doc, n uint32) int { return cmp.Compare(d.node, n) })
	return f.first + uint32(k), ok
}

func (x *Index) places() {
	x.rows = make(map[int64]int32, len(x.files))
	for i := range x.files {
		if x.files[i].path != "" {
			x.rows[x.files[i].row] = int32(i)
		}
	}
}

// averages are over what is alive.
func (x *Index) averages() {
	var sum [fields]float64
	for i := range x.docs {
		d := &x.docs[i]
		if d.file < 0 {
			continue
		}
		for f, n := range d.lens {
			sum[f] += float64(n)
		}
		sum[Path] += float64(x.files[d.file].pathLen)
	}
	for _, l := range x.lens {
		sum[Description] += float64(l.desc)
		sum[Tags] += float64(l.label)
	}
	for f := range sum {
		n := float64(x.alive)
		if f == int(Description) || f == int(Tags) {
			n = float64(len(x.lens))
		}
		x.avg[f] = 1
		if n > 0 && sum[f] > 0 {
			x.avg[f] = sum[f] / n
		}
	}
}

// Documents is how many symbols can be found.
func (x *Index) Documents() int { return x.alive }
