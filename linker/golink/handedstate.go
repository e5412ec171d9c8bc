package golink

// storedHandings are what a file hands over, and what its functions were
// handed, with digests for names.
type storedHandings struct {
	handed uint64
	takes  []storedParam
	hands  []storedHanding
}

type storedParam struct {
	of    uint64
	index int
}

type storedHanding struct {
	to, from storedParam
	fn       uint64 // 0 for what is passed on
}

func (w *stateWriter) handed(f *file) {
	w.num(f.handed)
	w.num(uint64(len(f.takes)))
	for i := range f.takes {
		w.param(f.takes[i].param)
	}
	w.num(uint64(len(f.hands)))
	for _, h := range f.hands {
		w.param(h.to)
		if h.fn == (funcKey{}) {
			w.num(0)
			w.param(h.from)
		} else {
			w.num(h.fn.digest())
		}
	}
}

func (w *stateWriter) param(p param) {
	w.num(p.of.digest())
	w.num(uint64(p.index))
}

func (r *stateReader) handed() (s storedHandings) {
	s.handed = r.num()
	for range r.num() {
		s.takes = append(s.takes, r.param())
	}
	for range r.num() {
		h := storedHanding{to: r.param(), fn: r.num()}
		if h.fn == 0 {
			h.from = r.param()
		}
		s.hands = append(s.hands, h)
	}
	return s
}

func (r *stateReader) param() storedParam { return storedParam{of: r.num(), index: int(r.num())} }

// funcsByDigest finds the definitions that stored handings name. What is not
// there any more, the files that named it are linked again for.
func (l *Linker) funcsByDigest(s *stored) map[uint64]funcKey {
	m := map[uint64]funcKey{}
	for _, f := range s.files {
		for _, h := range f.handed.hands {
			m[h.to.of], m[h.from.of], m[h.fn] = funcKey{}, funcKey{}, funcKey{}
		}
		for _, p := range f.handed.takes {
			m[p.of] = funcKey{}
		}
	}
	if len(m) == 0 {
		return m
	}
	for path, f := range l.files {
		for k := range f.defs() {
			key := funcKey{path, k}
			if d := key.digest(); m[d] == (funcKey{}) {
				if _, asked := m[d]; asked {
					m[d] = key
				}
			}
		}
	}
	return m
}

// restore gives an unchanged file what was stored of it.
func (s *storedHandings) restore(f *file, funcs map[uint64]funcKey) {
	named := func(p storedParam) param { return param{funcs[p.of], p.index} }
	f.handed, f.takes, f.hands = s.handed, nil, nil
	for _, p := range s.takes {
		f.takes = append(f.takes, paramCall{param: named(p)})
	}
	for _, h := range s.hands {
		f.hands = append(f.hands, handing{to: named(h.to), fn: funcs[h.fn], from: named(h.from)})
	}
}
