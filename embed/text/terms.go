package text

// Terms numbers words by their stems: 0, 1, 2, … in the order of their first
// coming. It is used by one goroutine at a time.
type Terms struct {
	memo  map[string]int32 // words as they come
	ids   map[string]int32 // stems
	stems []string
	buf   []byte
}

// memoLimit bounds what is remembered of words as they come; beyond it they
// are stemmed anew. The stems themselves are kept without limit.
const memoLimit = 1 << 18

// NewTerms makes an empty numbering.
func NewTerms() *Terms {
	return &Terms{memo: map[string]int32{}, ids: map[string]int32{}}
}

// ID is the number of the word's stem, -1 for a stop word. The word is one of
// a Splitter.
func (t *Terms) ID(word []byte) int32 {
	if id, ok := t.memo[string(word)]; ok {
		return id
	}
	id := int32(-1)
	if !IsStop(word) {
		t.buf = Stem(append(t.buf[:0], word...))
		id = t.number(t.buf)
	}
	if len(t.memo) < memoLimit {
		t.memo[string(word)] = id
	}
	return id
}

// Find is the number of the word's stem, -1 for a stop word or a stem that
// was never met. It changes nothing, and may be called by many goroutines
// while none calls ID.
func (t *Terms) Find(word []byte) int32 {
	if id, ok := t.memo[string(word)]; ok {
		return id
	}
	if IsStop(word) {
		return -1
	}
	if id, ok := t.ids[string(Stem(append([]byte(nil), word...)))]; ok {
		return id
	}
	return -1
}

func (t *Terms) number(stem []byte) int32 {
	id, ok := t.ids[string(stem)]
	if !ok {
		id = int32(len(t.stems))
		s := string(stem)
		t.stems = append(t.stems, s)
		t.ids[s] = id
	}
	return id
}

// Stem is the stem with that number.
func (t *Terms) Stem(id int32) string { return t.stems[id] }

// Len is how many stems there are.
func (t *Terms) Len() int { return len(t.stems) }
