package proposal

import (
	"fmt"
	"slices"

	"github.com/structural-memory/smp/safety/structdiff"
)

// VerdictReason is one thing that makes a verdict what it is.
type VerdictReason struct {
	Verdict string `json:"verdict"` // what it would be with this alone: breaking, risky, unknown
	Rule    string `json:"rule"`    // one of GateRules
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	NodeID  string `json:"node_id,omitempty"`
}

// Graveness is how grave a verdict is.
func Graveness(verdict string) int {
	return slices.Index([]string{VerdictSafe, VerdictUnknown, VerdictRisky, VerdictBreaking}, verdict)
}

// risk notes what may go wrong although nothing is broken.
func (d *dryRun) risk(format string, args ...any) {
	d.because(VerdictReason{Verdict: VerdictRisky, Rule: "risk", Message: fmt.Sprintf(format, args...)})
}

// unknown notes what could not be judged, and what of it.
func (d *dryRun) unknown(at VerdictReason, format string, args ...any) {
	at.Verdict, at.Rule, at.Message = VerdictUnknown, "not-known", fmt.Sprintf(format, args...)
	d.because(at)
}

// own notes a fault of the proposal itself.
func (d *dryRun) own(at VerdictReason, format string, args ...any) {
	at.Verdict, at.Rule, at.Message = VerdictBreaking, "does-not-fit", fmt.Sprintf(format, args...)
	d.because(at)
}

func (d *dryRun) because(r VerdictReason) {
	if !slices.Contains(d.reasons, r) {
		d.reasons = append(d.reasons, r)
	}
}

// reasonOf is the reason that a broken place is. What types decide that are not
// known is no error: it may be one.
func reasonOf(b *BrokenCaller, test bool) VerdictReason {
	r := VerdictReason{Verdict: VerdictBreaking, Rule: "broken-caller", File: b.File, Line: b.Line, NodeID: b.ID, Message: b.Function + ": " + b.Reason}
	if test {
		r.Rule = "broken-test"
	}
	if b.Callee != "" {
		r.Message += " (" + b.Callee + ")"
	}
	if b.Certainty != "exact" {
		r.Verdict = VerdictUnknown
		r.Message += "; types that are not known here decide"
	}
	return r
}

// judge puts the reasons in order and gives the verdict that they make.
func (d *dryRun) judge(in *DryRunImpact) (string, []VerdictReason) {
	all := []VerdictReason{}
	for i := range in.BrokenCallers {
		all = append(all, reasonOf(&in.BrokenCallers[i], false))
	}
	for i := range in.BrokenTests {
		all = append(all, reasonOf(&in.BrokenTests[i], true))
	}
	all = append(all, d.reasons...)
	slices.SortStableFunc(all, func(a, b VerdictReason) int { return Graveness(b.Verdict) - Graveness(a.Verdict) })
	if len(all) == 0 {
		return VerdictSafe, all
	}
	return all[0].Verdict, all
}

// placeOf is where a definition stands.
func placeOf(n *structdiff.Node) VerdictReason {
	return VerdictReason{File: n.File.Path, Line: int(n.Def().NameLine), NodeID: n.ID}
}
