package workspace

import (
	"encoding/json"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/structural-memory/smp/graph"
)

// NotLookedAt says which files an answer leaves out of account although they
// may change it: those that mention the node's name and were not read or not
// linked, and the node's own where that is so.
type NotLookedAt struct {
	Count int             `json:"count"`
	Files []NotLookedFile `json:"files"` // the first of them
}

// NotLookedFile is such a file.
type NotLookedFile struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

const (
	UnreadKey     = "unread_files" // the note of the files of unread kinds
	mostUnread    = 5000
	mostNotLooked = 5       // that an answer lists
	mostSearched  = 1 << 20 // bytes of one file
)

// UnreadNote is the note of the files of kinds that nobody reads.
func UnreadNote(files []string) string {
	if len(files) == 0 {
		return ""
	}
	text, err := json.Marshal(files[:min(len(files), mostUnread)])
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(text)
}

// NotLookedAt finds the files that mention one of the names and were not
// looked at, or are the given one. It is nil where there are none.
func (m *Space) NotLookedAt(r *graph.Reader, file string, names ...string) (*NotLookedAt, error) {
	given, err := r.GivenUp()
	if err != nil {
		return nil, err
	}
	note, err := r.Note(UnreadKey)
	if err != nil {
		return nil, err
	}
	out := &NotLookedAt{}
	enter := func(file, why string) {
		if out.Count++; len(out.Files) < mostNotLooked {
			out.Files = append(out.Files, NotLookedFile{file, why})
		}
	}
	hashes := make([]uint32, len(names))
	for i, n := range names {
		hashes[i] = wordHash([]byte(n))
	}
	for _, g := range given {
		if g.Path == file || m.Base().mentions(g.Path, hashes) {
			enter(g.Path, g.Reason)
		}
	}
	if note != "" {
		var unread []string
		if err := json.Unmarshal([]byte(note), &unread); err != nil {
			return nil, err
		}
		for _, p := range unread {
			if m.Base().mentions(p, hashes) {
				enter(p, "not read: no language is known for "+path.Ext(p))
			}
		}
	}
	if out.Count == 0 {
		return nil, nil
	}
	return out, nil
}

// wordsOf remembers which words files have that the graph says nothing of.
type wordsOf struct {
	mu    sync.Mutex
	files map[string]fileWords
}

type fileWords struct {
	mtime, size int64
	words       []uint32 // sorted hashes
	all         bool     // it is too large to be searched: it may have any
}

// mentions tells whether a file on disk has one of the words. One that is too
// large to be searched may have any.
func (m *Space) mentions(file string, hashes []uint32) bool {
	if len(hashes) == 0 {
		return false
	}
	name := filepath.Join(m.Opts.Root, filepath.FromSlash(file))
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&fs.ModeType != 0 {
		return false
	}
	m.unread.mu.Lock()
	defer m.unread.mu.Unlock()
	w, ok := m.unread.files[file]
	if !ok || w.mtime != info.ModTime().UnixNano() || w.size != info.Size() {
		w = fileWords{mtime: info.ModTime().UnixNano(), size: info.Size(), all: info.Size() > mostSearched}
		if !w.all {
			text, err := os.ReadFile(name)
			if err != nil {
				return false
			}
			w.words = wordsIn(text)
		}
		if m.unread.files == nil {
			m.unread.files = map[string]fileWords{}
		}
		m.unread.files[file] = w
	}
	return w.all || slices.ContainsFunc(hashes, func(h uint32) bool { _, ok := slices.BinarySearch(w.words, h); return ok })
}

// wordsIn are the hashes of the identifiers in a text, sorted.
func wordsIn(text []byte) []uint32 {
	var out []uint32
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && isWord(text[j]) {
			j++
		}
		if j > i {
			out = append(out, wordHash(text[i:j]))
		}
		i = max(j, i+1)
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

func wordHash(word []byte) uint32 {
	h := fnv.New32a()
	h.Write(word)
	return h.Sum32()
}

// throughOutside counts calls of members that something outside the repository
// has given, and that may be the node all the same: a library that is handed
// code of the repository hands it out again. The callers see the node's file.
func throughOutside(r *graph.Reader, n graph.Node) (count int, err error) {
	leaves, err := r.OutsideMembers(n.Name)
	if err != nil {
		return 0, err
	}
	for _, leaf := range leaves {
		in, err := r.In(leaf, graph.CallsStatic)
		if err != nil {
			return 0, err
		}
		for _, e := range in {
			from, err := r.Node(e.From)
			if err != nil {
				return 0, err
			}
			if sees, err := seesFile(r, from, n); err != nil {
				return 0, err
			} else if sees {
				count++
			}
		}
	}
	return count, nil
}

// seesFile tells whether the code around a node knows the file of another one:
// it is the same, its file imports it, or it names what is in it.
func seesFile(r *graph.Reader, from, n graph.Node) (bool, error) {
	if from.File == n.File {
		return true, nil
	}
	file, err := r.FileNode(from.File)
	if err != nil {
		return false, err
	}
	for _, x := range []graph.NodeID{file.Row, from.Row} {
		out, err := r.Out(x, graph.Imports, graph.Uses, graph.References, graph.CallsStatic)
		if err != nil {
			return false, err
		}
		for _, e := range out {
			if e.Class == graph.Outside {
				continue
			}
			if to, err := r.Node(e.To); err != nil {
				return false, err
			} else if to.File == n.File {
				return true, nil
			}
		}
	}
	return false, nil
}
