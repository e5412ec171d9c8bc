package symbols

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/facts"
)

// File makes Texts of the definitions of one file. It is used by one goroutine
// at a time.
type File struct {
	path     string
	facts    *facts.FileFacts
	src      string
	children [][]int32 // by definition; made when a type is asked for
}

// Of prepares the file at path, whose text is src: the one that the facts were
// made of. The Texts are parts of src and of the facts.
func Of(path string, f *facts.FileFacts, src string) *File {
	return &File{path: path, facts: f, src: src}
}

// Text is what there is to say of definition i: for something that can be
// called, its whole body; for a type, what stands in it without the bodies of
// its members; for anything else, its own text.
func (f *File) Text(i int32) embed.Text {
	d := &f.facts.Defs[i]
	t := embed.Text{Lang: f.facts.Lang, Name: d.Name, Path: f.path, Signature: d.Sig, Doc: d.Doc, Parent: f.parent(i)}
	t.Body = append(make([]string, 0, len(d.Decorators)+1), d.Decorators...)
	switch {
	case i == 0: // a file is its symbols
	case d.Kind.TypeLike():
		t.Body = f.shell(t.Body, i)
	case d.Kind.Callable():
		if d.BodyByte > 0 {
			t.Body = f.piece(t.Body, d.BodyByte, d.EndByte)
		}
	default:
		t.Body = f.piece(t.Body, d.StartByte, d.EndByte)
	}
	return t
}

// parent is the qualified name without the last component.
func (f *File) parent(i int32) string {
	q, n := f.facts.QName(i), f.facts.Defs[i].Name
	if len(q) <= len(n) {
		return ""
	}
	return q[:len(q)-len(n)-1]
}

// piece appends src[from:to], as far as it exists.
func (f *File) piece(to []string, from, end uint32) []string {
	end = min(end, uint32(len(f.src)))
	if from >= end {
		return to
	}
	return append(to, f.src[from:end])
}

// shell appends the text of a type without types and bodies inside it.
func (f *File) shell(to []string, i int32) []string {
	d := &f.facts.Defs[i]
	at := max(d.StartByte, d.BodyByte)
	for _, c := range f.members(i) {
		m := &f.facts.Defs[c]
		from := m.StartByte
		if m.Kind.Callable() {
			from = m.BodyByte
		} else if !m.Kind.TypeLike() {
			continue
		}
		if from < at || m.EndByte > d.EndByte {
			continue // no body, or not inside
		}
		to = f.piece(to, at, from)
		at = m.EndByte
	}
	return f.piece(to, at, d.EndByte)
}

// members are the definitions directly inside i, as they stand in the file.
func (f *File) members(i int32) []int32 {
	if f.children == nil {
		f.children = make([][]int32, len(f.facts.Defs))
		for c := range f.facts.Defs {
			if p := f.facts.Defs[c].Parent; p >= 0 {
				f.children[p] = append(f.children[p], int32(c))
			}
		}
		for _, list := range f.children {
			slices.SortStableFunc(list, func(a, b int32) int {
				return cmp.Compare(f.facts.Defs[a].StartByte, f.facts.Defs[b].StartByte)
			})
		}
	}
	return f.children[i]
}
