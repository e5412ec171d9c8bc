package embed

import (
	"context"
	"strings"
)

// Embedder turns symbols and queries into vectors of the same space. It may
// be used from many goroutines.
type Embedder interface {
	// Name identifies the model and its version: a vector may be compared
	// only with those of the same name.
	Name() string

	// Dim is the length of the vectors, 0 if that is not known before the
	// first of them.
	Dim() int

	// Embed gives one vector per text, in their order.
	Embed(ctx context.Context, texts []Text) ([][]float32, error)

	// EmbedQuery gives the vector of a question in words.
	EmbedQuery(ctx context.Context, query string) ([]float32, error)
}

// Text is what there is to say of one symbol, as it stands in the code. All
// fields may be empty. Strings may be parts of the file's text: nothing of
// them is kept.
type Text struct {
	Lang      string   // language id, for comments and strings of the body
	Name      string   // bare name
	Parent    string   // what it is defined in: class, receiver, namespace
	Path      string   // of its file, from the repository's root, with slashes
	Signature string   // without body
	Doc       string   // docstring, and whatever else is said about it in words
	Body      []string // source text in pieces; comments and keywords do not count
}

// Joined is the text as one string of at most max bytes, for models that take
// no fields: where it stands, the signature, the words, then the body.
func (t *Text) Joined(max int) string {
	var b strings.Builder
	line := func(parts ...string) {
		n := b.Len()
		for _, p := range parts {
			b.WriteString(p)
		}
		if b.Len() > n {
			b.WriteByte('\n')
		}
	}
	line(t.Path)
	name := t.Name
	if t.Parent != "" && name != "" {
		name = t.Parent + "." + name
	}
	line(name)
	line(t.Signature)
	line(t.Doc)
	for _, p := range t.Body {
		if b.Len() >= max {
			break
		}
		line(p)
	}
	return Cut(strings.TrimRight(b.String(), "\n"), max)
}

// Cut shortens s to max bytes without cutting a character in two.
func Cut(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 && s[max]&0xc0 == 0x80 {
		max--
	}
	return s[:max]
}
