package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
)

// An editor changes files as people and accidents do, and knows how they were.
type editor struct {
	root  string
	rand  *rand.Rand
	first map[string][]byte // how files were before their first edit; nil: they were not there
	log   []string
}

func newEditor(root string, r *rand.Rand) *editor {
	return &editor{root: root, rand: r, first: map[string][]byte{}}
}

// edit makes one change of a random kind to a random file.
func (e *editor) edit() {
	kinds := []struct {
		name string
		do   func()
	}{
		{"delete lines", func() { e.change(e.deleteLines) }},
		{"repeat lines", func() { e.change(e.repeatLines) }},
		{"rename a word", func() { e.change(e.renameWord) }},
		{"rename a word", func() { e.change(e.renameWord) }},
		{"cut short", func() { e.change(e.cutShort) }},
		{"take lines of another", func() { e.change(e.takeLines) }},
		{"delete a file", func() { e.remove(e.pick(source)) }},
		{"move a file", e.moveFile},
		{"copy a file", e.copyFile},
		{"move a folder", e.moveFolder},
		{"configuration", e.configuration},
	}
	k := kinds[e.rand.IntN(len(kinds))]
	before := len(e.log)
	k.do()
	for i := before; i < len(e.log); i++ {
		e.log[i] = k.name + ": " + e.log[i]
	}
}

func (e *editor) pick(wanted func(string) bool) string {
	files := filesBelow(e.root, wanted)
	if len(files) == 0 {
		return ""
	}
	return files[e.rand.IntN(len(files))]
}

func (e *editor) change(how func([]byte) []byte) { e.changeFile(e.pick(source), how) }

func (e *editor) changeFile(path string, how func([]byte) []byte) {
	if path == "" {
		return
	}
	if text, err := os.ReadFile(filepath.Join(e.root, path)); err == nil && len(text) > 0 {
		e.write(path, how(text))
	}
}

func (e *editor) deleteLines(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	from := e.rand.IntN(len(lines))
	to := min(len(lines), from+1+e.rand.IntN(10))
	return bytes.Join(append(append([][]byte{}, lines[:from]...), lines[to:]...), nil)
}

func (e *editor) repeatLines(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	from := e.rand.IntN(len(lines))
	to := min(len(lines), from+1+e.rand.IntN(30))
	return bytes.Join(append(append(append([][]byte{}, lines[:to]...), lines[from:to]...), lines[to:]...), nil)
}

func (e *editor) takeLines(text []byte) []byte {
	other, err := os.ReadFile(filepath.Join(e.root, e.pick(source)))
	if err != nil {
		return text
	}
	lines := bytes.SplitAfter(other, []byte("\n"))
	from := e.rand.IntN(len(lines))
	taken := bytes.Join(lines[from:min(len(lines), from+40)], nil)
	return append(append(bytes.Clone(text), '\n'), taken...)
}

func (e *editor) cutShort(text []byte) []byte { return text[:e.rand.IntN(len(text))] }

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]{4,}`)

func (e *editor) renameWord(text []byte) []byte {
	words := word.FindAll(text, 5000)
	if len(words) == 0 {
		return text
	}
	old := words[e.rand.IntN(len(words))]
	return bytes.ReplaceAll(text, old, append(bytes.Clone(old), "Two"...))
}

func (e *editor) moveFile() {
	from, beside := e.pick(source), e.pick(source)
	if from == "" {
		return
	}
	name := filepath.Base(from)
	if e.rand.IntN(2) == 0 {
		name = "moved_" + name
	}
	e.move(from, filepath.Join(filepath.Dir(beside), name))
}

func (e *editor) copyFile() {
	from := e.pick(source)
	text, err := os.ReadFile(filepath.Join(e.root, from))
	if from == "" || err != nil {
		return
	}
	to := filepath.Join(filepath.Dir(from), "copy_of_"+filepath.Base(from))
	if _, err := os.Lstat(filepath.Join(e.root, to)); err != nil {
		e.write(to, text)
	}
}

// moveFolder moves the files directly in one folder to a new one.
func (e *editor) moveFolder() {
	folder := filepath.Dir(e.pick(source))
	entries, err := os.ReadDir(filepath.Join(e.root, folder))
	if err != nil || len(entries) > 200 {
		return
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			e.move(filepath.Join(folder, entry.Name()), filepath.Join(folder, "inner", entry.Name()))
		}
	}
}

func (e *editor) configuration() {
	path := e.pick(configuration)
	switch e.rand.IntN(3) {
	case 0:
		e.remove(path)
	default:
		e.changeFile(path, e.renameWord)
	}
}

func (e *editor) move(from, to string) {
	text, err := os.ReadFile(filepath.Join(e.root, from))
	if _, there := os.Lstat(filepath.Join(e.root, to)); err != nil || there == nil {
		return
	}
	e.write(to, text)
	e.remove(from)
}

func (e *editor) write(path string, text []byte) {
	e.note(path)
	full := filepath.Join(e.root, path)
	if os.MkdirAll(filepath.Dir(full), 0o755) == nil && os.WriteFile(full, text, 0o644) == nil {
		e.log = append(e.log, fmt.Sprintf("%s: now %d bytes", path, len(text)))
	}
}

func (e *editor) remove(path string) {
	if path == "" {
		return
	}
	e.note(path)
	if os.Remove(filepath.Join(e.root, path)) == nil {
		e.log = append(e.log, path+": gone")
	}
}

func (e *editor) note(path string) {
	if _, ok := e.first[path]; ok {
		return
	}
	text, err := os.ReadFile(filepath.Join(e.root, path))
	if err != nil {
		text = nil
	} else if text == nil {
		text = []byte{}
	}
	e.first[path] = text
}

// undo puts every file back as it was.
func (e *editor) undo() error {
	for path, text := range e.first {
		full := filepath.Join(e.root, path)
		if text == nil {
			if err := os.Remove(full); err != nil && !os.IsNotExist(err) {
				return err
			}
			os.Remove(filepath.Dir(full)) // a folder that a move made, if it is empty now
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
