package outline

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
)

// Register adds a language whose files are of the given kind (Config, File)
// and are read by scan.
func Register(l lang.Language, kind facts.Kind, scan func(*Builder)) {
	id := l.ID
	l.Config = kind == facts.Config
	l.New = func() (lang.Extractor, error) { return &extractor{lang: id, kind: kind, scan: scan}, nil }
	lang.Register(l)
}

type extractor struct {
	lang string
	kind facts.Kind
	scan func(*Builder)
	b    Builder
}

func (x *extractor) Extract(path string, src []byte) (*facts.FileFacts, error) {
	x.b.start(x.lang, x.kind, path, src)
	x.scan(&x.b)
	return x.b.done(), nil
}

func (x *extractor) Close() {}
