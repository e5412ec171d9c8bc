package safety

// Verdict is what the guard says before a write.
type Verdict string

const (
	Clear    Verdict = "clear"     // go on
	RedAlert Verdict = "red_alert" // risky; what has to be done first is said
	Blocked  Verdict = "blocked"   // nothing can be done
)

// What the guard warns of. Those of the first group block, the others do not.
const (
	ZeroCoverage      = "ZERO_COVERAGE"      // no test runs a complex function
	HotNode           = "HOT_NODE"           // it changes often, and many call it
	UnresolvedCallers = "UNRESOLVED_CALLERS" // calls of its name that are not linked may mean it; blocks where the change breaks callers

	CallersBreak    = "CALLERS_BREAK"    // the change breaks those that call it
	StepNotNoted    = "STEP_NOT_NOTED"   // the index is read-only
	HeatUnknown     = "HEAT_UNKNOWN"     // nothing is recorded of changes
	CoverageUnknown = "COVERAGE_UNKNOWN" // there is no report, or it does not measure the function
	CoverageStale   = "COVERAGE_STALE"   // the file was changed after the report was made
	IndexStale      = "INDEX_STALE"      // the file was changed after it was indexed
	LockMissing     = "LOCK_MISSING"     // an exclusive session has to lock the file before it writes
)

// GuardLimits are from when on something is risky.
type GuardLimits struct {
	Complexity  int // functions that are less complex need no tests; 5
	MinCoverage int // percent that tests have to reach where they are asked for; 60
}

// Filled are the limits with defaults where there are none.
func (l GuardLimits) Filled() GuardLimits {
	if l.Complexity <= 0 {
		l.Complexity = 5
	}
	if l.MinCoverage <= 0 {
		l.MinCoverage = 60
	}
	return l
}

// Guarded is a definition that a change touches.
type Guarded struct {
	NodeID     string
	Complexity int
	Coverage   *float64 // percent; nil: unknown
	Hot        bool
	HeatScore  int
	Callers    int
	Unresolved int // call sites of its name that are not linked
}

// Blocking is a reason for a red alert.
type Blocking struct {
	Code               string   `json:"code"` // ZERO_COVERAGE, HOT_NODE, UNRESOLVED_CALLERS
	NodeID             string   `json:"node_id"`
	Complexity         *int     `json:"complexity,omitempty"`
	CoveragePct        *float64 `json:"coverage_pct,omitempty"`
	HeatScore          *int     `json:"heat_score,omitempty"`
	CallerCount        *int     `json:"caller_count,omitempty"`
	UnresolvedSameName *int     `json:"unresolved_same_name,omitempty"`
}

// Unblock is what makes a reason for a red alert go away.
type Unblock struct {
	Code           string `json:"code"`
	Action         string `json:"action"` // add_tests, check_call_sites
	TargetNode     string `json:"target_node"`
	MinCoveragePct int    `json:"min_coverage_pct,omitempty"`
}

// Judgement is a verdict with its reasons.
type Judgement struct {
	Verdict  Verdict
	Blocking []Blocking
	Unblock  []Unblock
}

// Judge says how risky it is to change some definitions. breaks tells that the
// change breaks those who call them: it removes or renames them, or changes
// what they take and give.
//
// What is not known does not block a change that leaves callers alone: a
// coverage that nobody has measured is no zero, and a call that is not linked
// goes on calling the same name. Where the name goes, or what it takes, such a
// call may break unseen, so it blocks.
func Judge(all []Guarded, breaks bool, limits GuardLimits) Judgement {
	limits = limits.Filled()
	j := Judgement{Verdict: Clear, Blocking: []Blocking{}, Unblock: []Unblock{}}
	for i := range all {
		g := &all[i]
		if g.Coverage != nil && *g.Coverage == 0 && g.Complexity >= limits.Complexity {
			j.Blocking = append(j.Blocking, Blocking{Code: ZeroCoverage, NodeID: g.NodeID, Complexity: &g.Complexity, CoveragePct: g.Coverage})
			j.Unblock = append(j.Unblock, Unblock{Code: ZeroCoverage, Action: "add_tests", TargetNode: g.NodeID, MinCoveragePct: limits.MinCoverage})
		}
		if g.Hot {
			j.Blocking = append(j.Blocking, Blocking{Code: HotNode, NodeID: g.NodeID, HeatScore: &g.HeatScore, CallerCount: &g.Callers})
		}
		if breaks && g.Unresolved > 0 {
			j.Blocking = append(j.Blocking, Blocking{Code: UnresolvedCallers, NodeID: g.NodeID, CallerCount: &g.Callers, UnresolvedSameName: &g.Unresolved})
			j.Unblock = append(j.Unblock, Unblock{Code: UnresolvedCallers, Action: "check_call_sites", TargetNode: g.NodeID})
		}
	}
	if len(j.Blocking) > 0 {
		j.Verdict = RedAlert
	}
	return j
}

// Passes tells whether a session may go on to the dry run: the verdict is
// clear, or all that is wrong is that nodes are hot, which nothing can change.
// That is what an elevated session is careful for.
func (j *Judgement) Passes() bool {
	for i := range j.Blocking {
		if j.Blocking[i].Code != HotNode {
			return false
		}
	}
	return j.Verdict != Blocked
}
