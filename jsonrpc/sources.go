package jsonrpc

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// sources reads files of the repository, and none outside of it: not by a path
// with dots, nor by a link.
type sources struct {
	root  *os.Root
	texts map[string][]string
}

// mostSource bounds a file that is read for its source.
const mostSource = 8 << 20

func openSources(root string) (*sources, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	return &sources{r, map[string][]string{}}, nil
}

func (s *sources) close() { _ = s.root.Close() }

// lines are the lines of a file from one to another, counted from 1; nothing
// where the file is gone.
func (s *sources) lines(file string, from, to int) string {
	all, ok := s.texts[file]
	if !ok {
		all = s.read(file)
		s.texts[file] = all
	}
	from, to = max(from, 1), min(to, len(all))
	if from > to {
		return ""
	}
	return strings.Join(all[from-1:to], "\n")
}

func (s *sources) read(file string) []string {
	f, err := s.root.Open(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostSource))
	if err != nil {
		return nil
	}
	return strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
}
