package smp_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHistories makes histories as people do: files are edited, added, renamed
// and deleted, folders move, configuration is edited, several at a time, and
// all of it is taken back. After each step the graph, whichever way it was kept,
// is that of a fresh index.
func TestHistories(t *testing.T) {
	steps := 14
	if testing.Short() {
		steps = 5
	}
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			h := newHistory(t, seed)
			before := h.x.fresh()
			first := h.read()
			for range steps {
				var what []string
				for range 1 + h.rnd.IntN(3) {
					what = append(what, h.step())
				}
				h.check(strings.Join(what, ", "))
			}
			h.write(first)
			h.check("a return to the beginning")
			if h.x.fresh() != before {
				t.Fatal("the same files give another graph")
			}
		})
	}
}

// history makes the edits. Each project lies in a folder of its own.
type history struct {
	x       *world
	rnd     *rand.Rand
	edits   map[string]string // file → what else it may say
	moves   map[string]string // file → where else it may lie
	removed map[string]string // path → text, of what was deleted
	touched []string
}

func newHistory(t *testing.T, seed uint64) *history {
	h := &history{rnd: rand.New(rand.NewPCG(seed, 12)), edits: map[string]string{}, moves: map[string]string{}, removed: map[string]string{}}
	files := map[string]string{}
	add := func(folder string, from map[string]string) {
		for p, text := range from {
			if path.Base(p) != ".gitignore" {
				files[folder+"/"+p] = text
			}
		}
	}
	for i, c := range configured {
		folder := fmt.Sprintf("c%02d", i)
		add(folder, c.files)
		h.edits[folder+"/"+c.file] = c.edited
	}
	for i, c := range resting {
		folder := fmt.Sprintf("r%02d", i)
		add(folder, c.files)
		h.edits[folder+"/"+c.file], h.moves[folder+"/"+c.file] = c.edited, folder+"/"+c.other
	}
	h.x = newWorld(t, files)
	return h
}

// step makes one edit and says which.
func (h *history) step() string {
	now := h.read()
	files := slices.Sorted(maps.Keys(now))
	file := files[h.rnd.IntN(len(files))]
	switch h.rnd.IntN(7) {
	case 0: // what it may say else, or what it said
		file = pick(h.rnd, h.edits)
		text := h.edits[file]
		if was, ok := now[file]; ok {
			h.edits[file] = was
		}
		h.put(file, text)
		return "an edit of " + file
	case 1:
		from := pick(h.rnd, h.moves)
		to := h.moves[from]
		if _, ok := now[from]; !ok {
			from, to = to, from
		}
		if _, ok := now[from]; ok && now[to] == "" {
			h.move(from, to)
		}
		return "a move of " + from
	case 2: // a folder moves, below another name or into another folder
		from := path.Dir(file)
		to := from + "moved"
		if h.rnd.IntN(2) == 0 {
			to = "pack/" + path.Base(from)
		}
		if from == "." || strings.HasPrefix(to, from+"/") {
			return "nothing"
		}
		if _, err := os.Stat(filepath.Join(h.x.root, to)); err == nil {
			return "nothing"
		}
		h.move(from, to)
		return "a move of the folder " + from + " to " + to
	case 3:
		h.removed[file] = now[file]
		h.move(file, "")
		return "a removal of " + file
	case 4:
		if len(h.removed) == 0 {
			return "nothing"
		}
		file = pick(h.rnd, h.removed)
		h.put(file, h.removed[file])
		delete(h.removed, file)
		return "a return of " + file
	case 5: // the same once more, beside it
		ext := path.Ext(file)
		to := strings.TrimSuffix(file, ext) + "2" + ext
		h.put(to, now[file])
		return "a copy of " + file
	}
	to := path.Dir(file) + "/re" + path.Base(file)
	if now[to] == "" {
		h.move(file, to)
	}
	return "a new name for " + file
}

// pick is one of the keys.
func pick(rnd *rand.Rand, m map[string]string) string {
	keys := slices.Sorted(maps.Keys(m))
	return keys[rnd.IntN(len(keys))]
}

func (h *history) put(p, text string) {
	h.x.put(p, text)
	h.touched = append(h.touched, p)
}

func (h *history) move(from, to string) {
	h.x.move(from, to)
	if h.touched = append(h.touched, from); to != "" {
		h.touched = append(h.touched, to)
	}
}

func (h *history) check(what string) {
	h.x.t.Helper()
	h.x.check(what, h.touched...)
	h.touched = nil
}

// read gives all files as they are.
func (h *history) read() map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(h.x.root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(h.x.root, p)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		h.x.t.Fatal(err)
	}
	return out
}

// write makes the files what they were.
func (h *history) write(files map[string]string) {
	for p := range h.read() {
		if _, ok := files[p]; !ok {
			h.move(p, "")
		}
	}
	for p, text := range files {
		h.put(p, text)
	}
}
