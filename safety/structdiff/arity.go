package structdiff

import "github.com/structural-memory/smp/facts"

// Arity is how many arguments some parameters take; most is -1 where there is
// no limit.
func Arity(params []facts.Param) (least, most int) {
	for i, p := range params {
		switch {
		case p.Flags&facts.ParamSelf != 0 || p.Name == "this" && i == 0:
		case p.Flags&(facts.ParamRest|facts.ParamKwRest) != 0:
			most = -1
		case p.Flags&facts.ParamOptional != 0:
			if most >= 0 {
				most++
			}
		default:
			if most >= 0 {
				most++
			}
			least++
		}
	}
	return least, most
}

// Positional are the parameters that arguments go to by their place.
func Positional(params []facts.Param) (out []facts.Param) {
	for i, p := range params {
		if p.Flags&(facts.ParamSelf|facts.ParamKwOnly|facts.ParamKwRest) == 0 && !(p.Name == "this" && i == 0) {
			out = append(out, p)
		}
	}
	return out
}

// ParamAt is the parameter that takes an argument; nil where there is none.
func ParamAt(params []facts.Param, arg int) *facts.Param {
	ps := Positional(params)
	switch n := len(ps); {
	case arg < n:
		return &ps[arg]
	case n > 0 && ps[n-1].Flags&facts.ParamRest != 0:
		return &ps[n-1]
	}
	return nil
}
