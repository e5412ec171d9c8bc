package cluster

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
)

// Corpus is what labels are made from.
type Corpus struct {
	Files   []string // paths with slashes
	Members []Member // one for each node of the graph
}

// Member is a node as labels see it.
type Member struct {
	File   int32  // of Files; -1 for a node that is no member, such as a hub
	Name   string // "" for a file itself
	Tags   []string
	Rank   float64
	Weight float64 // how much it says of its community: tests and generated code less
	Test   bool
}

// Name is what a community is called. The ID is unique over both levels, and
// so is the Label.
type Name struct {
	ID     string
	Label  string
	Prefix string   // the folder that most members share, "" for the root
	Tags   []string // most frequent first
}

// Label names the communities of both levels, the coarse ones first and the
// large ones before the small. kept holds the names of those that continue an
// old one, by level and number; they stay.
//
// A label is the last telling part of the folder that most members share, or
// its last two; where that is taken, the file that most members are in, a tag,
// a word of their names, or the name of the most central member follows, and
// a number where nothing else tells two communities apart.
func Label(c *Corpus, l *Levels, kept [2]map[int32]Name) [2][]Name {
	b := newLabeler(c)
	for _, level := range kept {
		for _, n := range level {
			b.used[n.Label] = true
		}
	}
	return [2][]Name{b.level(l.Coarse, l.CoarseCount, kept[0]), b.level(l.Fine, l.FineCount(), kept[1])}
}

// labeler names one community after the other.
type labeler struct {
	*Corpus
	dirs  []string // folder of each file
	stems []string // name of each file, without extension
	parts map[string][]string
	words *vocabulary
	used  map[string]bool
}

const (
	idPrefix = "comm_"
	mostTags = 5
)

func (b *labeler) level(part []int32, count int, kept map[int32]Name) []Name {
	start, members := membersOf(part, count)
	sketches := make([]*sketch, count)
	for c := range sketches {
		sketches[c] = b.sketch(members[start[c]:start[c+1]])
	}
	b.tellApart(sketches)
	order := make([]int, count)
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(sketches[y].size, sketches[x].size) })
	out := make([]Name, count)
	for _, c := range order {
		s := sketches[c]
		name, ok := kept[int32(c)]
		if !ok {
			label := b.choose(s)
			name = Name{ID: idPrefix + label, Label: label}
		}
		name.Prefix, name.Tags = s.prefix, s.tags
		out[c] = name
	}
	return out
}

// tellApart gives the labels of communities in different folders that would
// else be the same a second part of the path: the part before, and where that
// is not enough, the one that fewest of them have.
func (b *labeler) tellApart(all []*sketch) {
	for _, s := range sameLabel(all) {
		if s.longer != "" {
			s.base = s.longer
		}
	}
	clash := sameLabel(all)
	seen, have := map[[2]string]bool{}, map[[2]string]int{}
	for _, s := range clash {
		if key := [2]string{s.base, s.prefix}; !seen[key] {
			seen[key] = true
			for _, p := range s.parts {
				have[[2]string{s.base, p}]++
			}
		}
	}
	for _, s := range clash {
		rarest := ""
		for _, p := range s.parts {
			if rarest == "" || have[[2]string{s.base, p}] <= have[[2]string{s.base, rarest}] {
				rarest = p
			}
		}
		if rarest != "" && rarest != last(s.parts) {
			s.apart = joined(rarest, last(s.parts))
		}
	}
	for _, s := range clash {
		s.base = cmp.Or(s.apart, s.base)
	}
}

// sameLabel are the sketches whose base another one from another folder has.
func sameLabel(all []*sketch) (out []*sketch) {
	prefix, several := map[string]string{}, map[string]bool{}
	for _, s := range all {
		if p, ok := prefix[s.base]; ok && p != s.prefix {
			several[s.base] = true
		}
		prefix[s.base] = s.prefix
	}
	for _, s := range all {
		if several[s.base] && s.base != "" {
			out = append(out, s)
		}
	}
	return out
}

// choose is the first label of the sketch that is free.
func (b *labeler) choose(s *sketch) string {
	for _, label := range s.candidates() {
		if label != "" && !b.used[label] {
			b.used[label] = true
			return label
		}
	}
	base := cmp.Or(s.base, s.longer, "part")
	for n := 2; ; n++ {
		if label := base + "_" + strconv.Itoa(n); !b.used[label] {
			b.used[label] = true
			return label
		}
	}
}

// byCount are the keys, most frequent first, then by name.
func byCount(count map[string]float64) []string {
	keys := slices.Collect(maps.Keys(count))
	slices.SortFunc(keys, func(x, y string) int { return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(x, y)) })
	return keys
}
