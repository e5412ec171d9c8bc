package train

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"os"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/embed/text"
)

// Corpus is what extraction makes of all repositories. Words are numbers, as
// they stand in the code, in lower case.
type Corpus struct {
	Words []string
	Repos []RepoExamples
}

// RepoExamples are the examples of one repository, in the order of its files.
type RepoExamples struct {
	Repo
	Examples []Example
}

// Example is a symbol, and the question that it answers. Symbols without one
// are kept of the repositories for validation, to be found by mistake.
type Example struct {
	Question []uint32 // without stop words; none if the symbol has no usable docstring
	Key      uint64   // hash of the question
	Body     uint64   // hash of the body's words, 0 for a body that says little
	File     uint32
	Fields   [embed.NumFields][]uint32 // FieldDoc is the docstring without its first sentence
}

// Save writes the corpus to a file, so that trials need not extract again.
func (c *Corpus) Save(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err := gob.NewEncoder(w).Encode(c); err != nil {
		f.Close()
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// LoadCorpus reads what Save wrote.
func LoadCorpus(path string) (*Corpus, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var c Corpus
	if err := gob.NewDecoder(bufio.NewReaderSize(f, 1<<20)).Decode(&c); err != nil {
		return nil, fmt.Errorf("%s is no corpus, extract again: %w", path, err)
	}
	return &c, nil
}

// numbering gives words their numbers.
type numbering struct {
	ids   map[string]uint32
	words []string
}

func newNumbering() *numbering { return &numbering{ids: map[string]uint32{}} }

func (n *numbering) id(w []byte) uint32 {
	if i, ok := n.ids[string(w)]; ok {
		return i
	}
	i := uint32(len(n.words))
	s := string(w)
	n.words = append(n.words, s)
	n.ids[s] = i
	return i
}

// add numbers the words of s that say something.
func (n *numbering) add(to []uint32, z *text.Splitter, s string) []uint32 {
	for w := range z.Words(s) {
		if !text.IsStop(w) {
			to = append(to, n.id(w))
		}
	}
	return to
}
