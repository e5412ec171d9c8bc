package vec

// AddTo adds a vector of the set to dst; a vector that is not there adds
// nothing.
func (s *Set) AddTo(dst []float32, id int64) {
	if r, ok := s.rows[id]; ok {
		AddPacked(dst, s.scales[r], s.row(r)[:s.dim])
	}
}
