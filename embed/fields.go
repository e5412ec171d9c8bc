package embed

import (
	"strings"

	"github.com/structural-memory/smp/embed/text"
)

// Field is a part of a Text. What a word weighs depends on it.
type Field uint8

const (
	FieldName Field = iota
	FieldParent
	FieldPath
	FieldSignature
	FieldDoc
	FieldBody
	NumFields
)

// Words goes through the words of a Text. It is used by one goroutine at a
// time.
type Words struct{ split text.Splitter }

// Bounds of what is read of one symbol: a generated table of ten thousand
// lines says no more than its first part.
const (
	maxBodyWords = 600
	maxString    = 200 // bytes
)

// Each calls yield for each word of each field that is there, field by field.
// The word is valid until the next one.
func (z *Words) Each(t *Text, yield func(Field, []byte)) {
	z.field(FieldName, t.Name, yield)
	z.field(FieldParent, t.Parent, yield)
	z.path(t.Path, yield)
	z.field(FieldSignature, t.Signature, yield)
	z.field(FieldDoc, t.Doc, yield)
	z.body(t, yield)
}

func (z *Words) field(f Field, s string, yield func(Field, []byte)) {
	for w := range z.split.Words(s) {
		yield(f, w)
	}
}

// path takes the last three components that say something, without extension.
func (z *Words) path(p string, yield func(Field, []byte)) {
	slash := strings.LastIndexByte(p, '/')
	if dot := strings.LastIndexByte(p, '.'); dot > slash+1 {
		p = p[:dot]
	}
	from := len(p)
	for n := 0; from >= 0 && n < 3; n++ {
		from = strings.LastIndexByte(p[:from], '/')
	}
	for c := range strings.SplitSeq(p[from+1:], "/") {
		if !saysNothing(c) {
			z.field(FieldPath, c, yield)
		}
	}
}

// saysNothing are the names of folders and files that stand everywhere.
func saysNothing(component string) bool {
	switch component {
	case "src", "main", "lib", "libs", "java", "kotlin", "scala", "python", "index", "__init__", "mod", "pkg", "internal", "packages", "crates", "org", "com", "net", "io", "app":
		return true
	}
	return false
}

// body takes identifiers and strings.
func (z *Words) body(t *Text, yield func(Field, []byte)) {
	left := maxBodyWords
	for _, piece := range t.Body {
		for s, kind := range text.Code(t.Lang, piece) {
			if kind == text.Comment {
				continue
			}
			for w := range z.split.Words(Cut(s, maxString)) {
				if left--; left < 0 {
					return
				}
				yield(FieldBody, w)
			}
		}
	}
}
