package golang

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
)

// Version of the facts: raised whenever the same file gives other ones.
const Version = 4

func init() {
	lang.Register(lang.Language{
		ID: "go", Name: "Go", Extensions: []string{".go"}, Version: Version,
		New: func() (lang.Extractor, error) { return extractor{}, nil },
	})
}

type extractor struct{}

func (extractor) Extract(path string, src []byte) (*facts.FileFacts, error) {
	return Extract(path, src), nil
}

func (extractor) Close() {}
