package locate

import "github.com/structural-memory/smp/search"

// Profile says how symbols are ranked.
type Profile struct {
	Name string

	// The weighted sum of the default: words and vectors are each divided by
	// the best of the question, the others lie between 0 and 1.
	Words   float64
	Vector  float64
	Central float64 // log in-degree, relative to the highest
	Route   float64 // in the routed community
	Exact   float64 // the question is its name and nothing else

	// Of a question that holds an identifier of several words, the vector
	// counts this much.
	VectorNamed float64

	// Factors for what is rarely meant, unless the question speaks of it.
	Test      float64 // tests and what they are made of
	Aside     float64 // examples, benchmarks, documentation
	Generated float64
	Variable  float64

	Size float64 // how much more a large body counts than a small one

	Weights *search.Weights

	// Change is the profile of questions that ask for a change; nil: this one.
	Change *Profile

	// Documented: final = .5 vector + .3 pagerank/max + .2 heat/100 over the
	// seeds and what the walk reaches, seeds by vector alone, within the routed
	// community where its confidence is at least Threshold.
	Documented bool
	Threshold  float64
}

// Default is the profile that wins the retrieval benchmark.
var Default = &Profile{
	Name: "default", Words: 1, Vector: 2, Central: .1, Route: .1, Exact: 1, VectorNamed: .8,
	Test: .4, Aside: .6, Generated: .5, Variable: .8, Weights: search.Code, Change: change,
}

// change is what wins where changes are asked for: words are worth more than
// vectors there, and large bodies more than small ones.
var change = &Profile{
	Name: "default", Words: 1, Vector: .5, Central: .1, Route: .1, Exact: 1, VectorNamed: .3, Size: .35,
	Test: .4, Aside: .6, Generated: .5, Variable: .8, Weights: search.Changes,
}

// Spec is the profile that the specification documents.
var Spec = &Profile{Name: "spec", Documented: true, Threshold: .65, Weights: search.Code}

// Words and Vectors are the parts of the default alone, to measure it against.
var (
	Words   = &Profile{Name: "words", Words: 1, Exact: 1, Test: Default.Test, Aside: Default.Aside, Generated: Default.Generated, Variable: Default.Variable, Weights: search.Code}
	Vectors = &Profile{Name: "vectors", Vector: 1, VectorNamed: 1, Test: Default.Test, Aside: Default.Aside, Generated: Default.Generated, Variable: Default.Variable, Weights: search.Code}
)

// Profiles are those that can be named.
var Profiles = []*Profile{Default, Spec, Words, Vectors}

// ProfileOf finds a profile by its name, "" being the default; nil if there is
// none.
func ProfileOf(name string) *Profile {
	if name == "" {
		return Default
	}
	for _, p := range Profiles {
		if p.Name == name {
			return p
		}
	}
	return nil
}
