package linker

// reach are the files that next leads to from a file, directly or not, nearest
// first and without the file itself: what it requires, sources or is sourced
// by. all tells whether next knew everything and the bound was not met. It is
// remembered under what.
func (s *solver) reach(f *file, what question, most int, next func(*file) (files []*file, all bool)) (refs []ref, all bool) {
	v := s.once(memoKey{r: ref{f, 0}, what: what}, func() *val {
		out := &val{k: vTuple}
		seen := map[*file]bool{f: true}
		queue := []*file{f}
		for len(queue) > 0 {
			if len(seen) >= most {
				out.name = unfinished
				break
			}
			files, known := next(queue[0])
			if queue = queue[1:]; !known {
				out.name = unfinished
			}
			for _, t := range files {
				if !seen[t] {
					seen[t] = true
					queue = append(queue, t)
					out.refs = append(out.refs, ref{t, 0})
				}
			}
		}
		return out
	})
	if v == nil {
		return nil, false
	}
	return v.refs, v.name != unfinished
}

// unfinished marks what reach could not follow to the end.
const unfinished = "…"
