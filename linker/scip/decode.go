package scip

import "fmt"

// Decode reads an index.
func Decode(data []byte) (*Index, error) {
	d := decoder{texts: map[string]string{}}
	x := &Index{}
	err := each(data, func(f field) error {
		switch {
		case f.num == 1 && f.wire == bytesField:
			return d.metadata(f.data, x)
		case f.num == 2 && f.wire == bytesField:
			doc, err := d.document(f.data)
			if err != nil {
				return err
			}
			x.Docs = append(x.Docs, doc)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if x.Tool == "" && len(x.Docs) == 0 {
		return nil, fmt.Errorf("%w: it names no indexer and no documents", errDamaged)
	}
	return x, nil
}

// decoder shares equal strings: symbols come again and again.
type decoder struct {
	texts map[string]string
	ints  []int32
}

func (d *decoder) text(b []byte) string {
	if s, ok := d.texts[string(b)]; ok {
		return s
	}
	s := string(b)
	d.texts[s] = s
	return s
}

func (d *decoder) metadata(b []byte, x *Index) error {
	return each(b, func(f field) error {
		switch f.num {
		case 2:
			return each(f.data, func(f field) error {
				switch f.num {
				case 1:
					x.Tool = string(f.data)
				case 2:
					x.Version = string(f.data)
				}
				return nil
			})
		case 3:
			x.Root = string(f.data)
		}
		return nil
	})
}

func (d *decoder) document(b []byte) (doc Document, err error) {
	err = each(b, func(f field) error {
		switch f.num {
		case 1:
			doc.Path = string(f.data)
		case 2:
			o, ok, err := d.occurrence(f.data)
			if ok {
				doc.Occurrences = append(doc.Occurrences, o)
			}
			return err
		case 3:
			s, err := d.symbol(f.data)
			doc.Symbols = append(doc.Symbols, s)
			return err
		case 4:
			doc.Language = d.text(f.data)
		case 5:
			doc.Text = string(f.data)
		case 6:
			if f.n <= uint64(UTF32) {
				doc.Encoding = Encoding(f.n)
			}
		}
		return nil
	})
	return doc, err
}

// occurrence reads an occurrence; one without a symbol or a place is none.
func (d *decoder) occurrence(b []byte) (o Occurrence, ok bool, err error) {
	d.ints = d.ints[:0]
	err = each(b, func(f field) (err error) {
		switch f.num {
		case 1:
			d.ints, err = f.ints(d.ints, 5)
		case 2:
			o.Symbol = d.text(f.data)
		case 3:
			o.Roles = Role(f.n)
		case 7:
			var list []int32
			if list, err = f.ints(nil, 5); err == nil {
				if r, ok := rangeOf(list); ok {
					o.Enclosing = &r
				}
			}
		}
		return err
	})
	if err != nil {
		return o, false, err
	}
	o.Range, ok = rangeOf(d.ints)
	return o, ok && o.Symbol != "", nil
}

// rangeOf reads three numbers as a range inside one line, four as any.
func rangeOf(v []int32) (r Range, ok bool) {
	switch len(v) {
	case 3:
		r = Range{v[0], v[1], v[0], v[2]}
	case 4:
		r = Range{v[0], v[1], v[2], v[3]}
	default:
		return r, false
	}
	ok = r.StartLine >= 0 && r.StartCol >= 0 && r.EndCol >= 0 && (r.EndLine > r.StartLine || r.EndLine == r.StartLine && r.EndCol >= r.StartCol)
	return r, ok
}

func (d *decoder) symbol(b []byte) (s Symbol, err error) {
	err = each(b, func(f field) error {
		switch f.num {
		case 1:
			s.Symbol = d.text(f.data)
		case 3:
			s.Docs = append(s.Docs, string(f.data))
		case 5:
			s.Kind = Kind(f.n)
		case 6:
			s.Name = d.text(f.data)
		}
		return nil
	})
	return s, err
}
