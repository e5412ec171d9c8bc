package cluster

import "strings"

// sketch is what a label may be made of.
type sketch struct {
	size   int
	prefix string
	base   string   // the last telling part of the prefix, or a file's name
	longer string   // with the part before it
	parts  []string // all telling parts of the prefix
	apart  string   // with the part that others of the same base do not have
	stem   string   // the file with most members
	strong bool     // it has a good part of them
	tags   []string // or words
	named  []string // tags, as parts of a label
	center string   // the most central member
}

// sketch looks at the members of one community.
func (b *labeler) sketch(members []uint32) *sketch {
	s := &sketch{}
	dirs, stems, tags := map[string]float64{}, map[string]float64{}, map[string]float64{}
	total, tests, best := 0.0, 0.0, -1.0
	for _, v := range members {
		m := &b.Members[v]
		if m.File < 0 {
			continue
		}
		s.size++
		total += m.Weight
		if m.Test {
			tests += m.Weight
		}
		dirs[b.dirs[m.File]] += m.Weight
		stems[b.stems[m.File]] += m.Weight
		for _, t := range m.Tags {
			tags[t]++
		}
		if score := m.Rank * m.Weight; m.Name != "" && score > best {
			s.center, best = slug(m.Name), score
		}
	}
	if s.size == 0 {
		return s
	}
	s.tags = byCount(tags)
	if len(s.tags) == 0 {
		s.tags = b.words.telling(b.Members, members)
	}
	s.tags = s.tags[:min(len(s.tags), mostTags)]
	for _, t := range s.tags {
		s.named = append(s.named, slug(t))
	}
	top := byCount(stems)[0]
	s.stem, s.strong = slug(top), stems[top] > 0.3*total
	b.fromPath(s, dirs, total)
	if s.base == "" {
		s.fromFiles(commonPart(s.prefix))
	}
	if tests > 0.75*total {
		s.base, s.longer = asTests(s.base), asTests(s.longer)
	}
	return s
}

// fromPath takes the base from the folders: the prefix where that tells
// something, else the one or two folders that hold most.
func (b *labeler) fromPath(s *sketch, dirs map[string]float64, total float64) {
	tree := newFolders(dirs)
	s.prefix = tree.shared(total)
	parts := b.parts[s.prefix]
	if len(parts) == 0 {
		parts = b.below(s, tree)
	}
	s.parts = parts
	if n := len(parts); n > 0 {
		s.base = parts[n-1]
		if n > 1 {
			s.longer = joined(parts[n-2], parts[n-1])
			if weak[s.base] {
				s.base = s.longer
			}
		}
	}
}

// below goes on from a prefix that tells nothing to the folders in it.
func (b *labeler) below(s *sketch, tree *folders) []string {
	for dir := s.prefix; ; {
		inside := byCount(tree.inside[dir])
		if len(inside) == 0 || tree.own[dir] >= tree.sum[inside[0]] {
			return nil // most is in the folder itself: its files tell more
		}
		first := inside[0]
		if parts := b.parts[first]; len(parts) > 0 {
			if s.prefix == "" {
				s.prefix = first
			}
			if len(inside) > 1 && 2*tree.sum[inside[1]] > tree.sum[first] && len(b.parts[inside[1]]) > 0 {
				return []string{joined(last(parts), last(b.parts[inside[1]]))}
			}
			return parts
		}
		dir = first
	}
}

// fromFiles names a community of a folder that tells nothing: by its main
// file, the part of the path that all have in common, or what is said of its
// members.
func (s *sketch) fromFiles(common string) {
	switch {
	case s.strong:
		s.base = s.stem
	case common != "":
		s.base = common
	case len(s.named) == 0:
		s.base = s.stem
	default:
		s.base = s.named[0]
	}
}

// longest is how long a label may be.
const longest = 40

// candidates are labels, the best first.
func (s *sketch) candidates() []string {
	out := []string{s.base}
	add := func(more string) {
		if label := joined(s.base, more); more != "" && s.base != "" && more != s.base && !weak[more] && len(label) <= longest {
			out = append(out, label)
		}
	}
	if s.strong {
		add(s.stem)
	}
	for _, t := range s.named {
		add(t)
	}
	out = append(out, s.longer)
	add(s.stem)
	add(s.center)
	return out
}

// joined is a label of two parts, without saying the same twice.
func joined(a, b string) string {
	switch {
	case strings.HasPrefix(b+"_", a+"_"), strings.HasSuffix("_"+b, "_"+a):
		return b
	case strings.HasSuffix("_"+a, "_"+b), strings.HasPrefix(a+"_", b+"_"):
		return a
	}
	return a + "_" + b
}

func asTests(label string) string {
	if label == "" || strings.Contains(label, "test") || strings.Contains(label, "spec") {
		return label
	}
	return label + "_tests"
}

func last(parts []string) string { return parts[len(parts)-1] }
