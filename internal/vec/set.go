package vec

import "fmt"

// Set holds packed vectors by id. Many goroutines may search it while none
// changes it.
type Set struct {
	dim, stride int
	ids         []int64
	rows        map[int64]int32
	codes       []byte
	scales      []float32
	norms       []float32 // lengths, rounded up: what bounds the error of a scan
	zero        []byte
}

// NewSet makes an empty set for vectors of dim numbers.
func NewSet(dim int) *Set {
	if dim <= 0 {
		panic(fmt.Sprintf("vec.NewSet: %d dimensions", dim))
	}
	return &Set{dim: dim, stride: stride(dim), rows: map[int64]int32{}, zero: make([]byte, stride(dim)-dim)}
}

// Dim is how many numbers a vector has.
func (s *Set) Dim() int { return s.dim }

// Len is how many vectors there are.
func (s *Set) Len() int { return len(s.ids) }

// Grow makes room for n more.
func (s *Set) Grow(n int) {
	s.ids = append(make([]int64, 0, len(s.ids)+n), s.ids...)
	s.scales = append(make([]float32, 0, len(s.scales)+n), s.scales...)
	s.norms = append(make([]float32, 0, len(s.norms)+n), s.norms...)
	s.codes = append(make([]byte, 0, len(s.codes)+n*s.stride), s.codes...)
	if len(s.rows) == 0 {
		s.rows = make(map[int64]int32, n)
	}
}

// Add packs v and puts it in under the id, in place of what is there.
func (s *Set) Add(id int64, v []float32) error {
	var buf [header + 1024]byte
	return s.AddPacked(id, AppendPacked(buf[:0], v))
}

// AddPacked is Add for what Pack gave.
func (s *Set) AddPacked(id int64, p []byte) error {
	scale, codes, err := split(p)
	if err != nil {
		return fmt.Errorf("vector %d: %w", id, err)
	}
	if len(codes) != s.dim {
		return fmt.Errorf("vector %d has %d dimensions, the set has %d: embed it again with the set's model", id, len(codes), s.dim)
	}
	r, ok := s.rows[id]
	if !ok {
		r = int32(len(s.ids))
		s.rows[id] = r
		s.ids, s.scales, s.norms = append(s.ids, id), append(s.scales, 0), append(s.norms, 0)
		s.codes = append(append(s.codes, codes...), s.zero...)
	}
	copy(s.row(r), codes)
	s.scales[r], s.norms[r] = scale, length(scale, codes)
	return nil
}

// Remove takes a vector out; false if it is not there.
func (s *Set) Remove(id int64) bool {
	r, ok := s.rows[id]
	if !ok {
		return false
	}
	last := int32(len(s.ids) - 1)
	copy(s.row(r), s.row(last))
	s.ids[r], s.scales[r], s.norms[r] = s.ids[last], s.scales[last], s.norms[last]
	s.rows[s.ids[r]] = r
	delete(s.rows, id)
	s.ids, s.scales, s.norms, s.codes = s.ids[:last], s.scales[:last], s.norms[:last], s.codes[:int(last)*s.stride]
	return true
}

// row are the bytes of a vector, without padding.
func (s *Set) row(r int32) []byte {
	at := int(r) * s.stride
	return s.codes[at : at+s.dim]
}

// Has tells whether there is a vector with that id.
func (s *Set) Has(id int64) bool { _, ok := s.rows[id]; return ok }
