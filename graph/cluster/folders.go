package cluster

import (
	"path"
	"strings"
)

// folders is how the members of one community spread over a tree of folders.
// The root is "".
type folders struct {
	own    map[string]float64            // in the folder itself
	sum    map[string]float64            // in it and all below
	inside map[string]map[string]float64 // the sums of its folders
}

func newFolders(own map[string]float64) *folders {
	f := &folders{own: own, sum: map[string]float64{}, inside: map[string]map[string]float64{}}
	for dir, w := range own {
		f.sum[dir] += w
		for dir != "" {
			up := parentFolder(dir)
			f.sum[up] += w
			if f.inside[up] == nil {
				f.inside[up] = map[string]float64{}
			}
			f.inside[up][dir] += w
			dir = up
		}
	}
	return f
}

func parentFolder(dir string) string { return dir[:max(strings.LastIndexByte(dir, '/'), 0)] }

// shared is the deepest folder that holds more than half.
func (f *folders) shared(total float64) string {
	dir := ""
	for {
		inside := byCount(f.inside[dir])
		if len(inside) == 0 || 2*f.sum[inside[0]] <= total {
			return dir
		}
		dir = inside[0]
	}
}

// generic are the parts of paths that say nothing of what is inside.
var generic = set(". src source sources lib libs pkg pkgs package packages internal main java kotlin scala groovy python ruby js ts com org net io github app apps crates modules module cmd code project projects include includes")

// weak are parts that need the one before.
var weak = set("internals util utils common core impl api base helper helpers shared types type model models misc test tests testing spec specs config v1 v2 v3 index init mod support interfaces data errors exceptions")

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// newLabeler reads the paths once. Parts that most members have in their path
// are as good as generic: the name of the project, of its company.
func newLabeler(c *Corpus) *labeler {
	b := &labeler{Corpus: c, parts: map[string][]string{}, used: map[string]bool{}}
	weight := make([]float64, len(c.Files))
	total := 0.0
	for i := range c.Members {
		if m := &c.Members[i]; m.File >= 0 {
			weight[m.File] += m.Weight
			total += m.Weight
		}
	}
	seen := map[string]float64{}
	for i, file := range c.Files {
		dir, name := path.Split(file)
		b.dirs = append(b.dirs, strings.TrimSuffix(dir, "/"))
		b.stems = append(b.stems, stem(name))
		for _, p := range strings.Split(dir, "/") {
			seen[p] += weight[i]
		}
	}
	for _, dir := range b.dirs {
		for ; b.parts[dir] == nil; dir = parentFolder(dir) {
			b.parts[dir] = tellingParts(dir, seen, total)
			if dir == "" {
				break
			}
		}
	}
	b.words = newVocabulary(c.Members)
	return b
}

// tellingParts are the parts of a folder's path, as parts of labels, without
// those that tell nothing. It is never nil.
func tellingParts(dir string, seen map[string]float64, total float64) []string {
	out := []string{}
	all := strings.Split(dir, "/")
	for i, p := range all {
		s := slug(p)
		if s == "" || s == "test" && i < len(all)-1 || generic[s] || 2*seen[p] > total || len(out) > 0 && last(out) == s {
			continue
		}
		out = append(out, s)
	}
	return out
}

// commonPart is the last part of a folder's path that is not generic, "" for
// none.
func commonPart(dir string) string {
	parts := strings.Split(dir, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if s := slug(parts[i]); !generic[s] {
			return s
		}
	}
	return ""
}

// stem is a file's name without extensions and marks of tests.
func stem(name string) string {
	s := strings.TrimLeft(name, ".")
	if i := strings.IndexByte(s, '.'); i > 0 {
		s = s[:i]
	}
	for _, mark := range []string{"_test", "_spec", "-test", "Test", "Tests", "Spec"} {
		if cut := strings.TrimSuffix(s, mark); cut != "" {
			s = cut
		}
	}
	if cut := strings.TrimPrefix(s, "test_"); cut != "" {
		s = cut
	}
	return s
}
