package search

// Weights say what a field is worth and how much its length matters.
type Weights struct {
	Field [fields]float64 // 0: the field is not searched
	Norm  [fields]float64 // b of BM25F: 0 the length does not matter, 1 it matters in full
	K1    float64         // how slowly more of the same saturates
	Whole float64         // what a whole identifier is worth beside its words
}

// Words are the weights of search in words: over all that is said about a
// symbol, but not its body.
var Words = &Weights{
	Field: [fields]float64{Name: 5, Scope: 1, Signature: 1, Docstring: 2, Path: 1, Description: 3, Tags: 4},
	Norm:  [fields]float64{Name: .5, Scope: .5, Signature: .5, Docstring: .5, Path: .5, Description: .5, Tags: .5},
	K1:    1.2, Whole: 1,
}

// Code are the weights of locating code: bodies count too. They are what won
// on the development part of the retrieval benchmark, see docs/benchmarks.md.
var Code = &Weights{
	Field: [fields]float64{Name: 5, Scope: 2, Signature: 1, Docstring: 2, Body: 1, Comment: 1, Path: 2, Description: 3, Tags: 4},
	Norm:  [fields]float64{Name: .5, Scope: .5, Signature: .5, Docstring: .5, Body: .65, Comment: .5, Path: .5, Description: .5, Tags: .5},
	K1:    2, Whole: .25,
}

// Changes are the weights of locating where a change is to be made.
var Changes = &Weights{
	Field: [fields]float64{Name: 5, Scope: 2, Signature: 1, Docstring: 2, Body: 1.5, Comment: 1, Path: 2, Description: 3, Tags: 4},
	Norm:  Code.Norm,
	K1:    2, Whole: .5,
}

// Fields are the fields that count.
func (w *Weights) Fields() (s Set) {
	for f, v := range w.Field {
		if v > 0 {
			s |= 1 << f
		}
	}
	return s
}
