package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// PlanQuery declares what a task of several files will write.
type PlanQuery struct {
	SessionID      string // "": outside of sessions
	Task           string
	IntendedWrites []string // files, which need not exist yet
	Limit          int      // entries of external_files_at_risk; 100 by default
}

// PlanStep is one file of a plan.
type PlanStep struct {
	Step               int    `json:"step"`
	File               string `json:"file"`
	DependantsInPlan   int    `json:"dependants_in_plan"`   // planned files that import or use it
	DependenciesInPlan int    `json:"dependencies_in_plan"` // planned files that it imports or uses
	DependsOnSteps     []int  `json:"depends_on_steps"`     // the steps of those, but for later ones in a cycle
	BlastRadius        int    `json:"blast_radius"`         // files that import or use it
	IsHotNode          *bool  `json:"is_hot_node"`          // null: nothing is recorded of changes
	HeatScore          *int   `json:"heat_score"`
	RiskLevel          string `json:"risk_level"` // low, medium, high
	IsNewFile          bool   `json:"is_new_file"`
}

// PlanConflict is something that stands between files of a plan, or in the way
// of one.
type PlanConflict struct {
	Type   string   `json:"type"` // cycle, same_definition, out_of_scope, locked, duplicate
	Files  []string `json:"files"`
	Detail string   `json:"detail"`
}

// PlanResult is the answer of Plan.
type PlanResult struct {
	ExecutionOrder      []PlanStep     `json:"execution_order"` // dependencies first
	Cycles              [][]string     `json:"cycles"`          // planned files that depend on one another in a circle
	InterFileConflicts  []PlanConflict `json:"inter_file_conflicts"`
	ExternalFilesAtRisk []string       `json:"external_files_at_risk"` // that use a planned file and are not planned
	ExternalFilesTotal  int            `json:"external_files_total"`
	More                map[string]int `json:"more,omitempty"` // what the lists leave out
}

const (
	mostPlanned   = 500
	mostConflicts = 100
)

// Plan puts the files that a task will write in an order in which each comes
// after those that it depends on, and says how risky each is and what stands
// between them. Of files that do not exist yet nothing is known but the path.
func (m *Sessions) Plan(ctx context.Context, q PlanQuery) (*PlanResult, error) {
	switch {
	case len(q.IntendedWrites) == 0:
		return nil, &workspace.ParamError{Param: "intended_writes", Value: "empty", Hint: "name the files that will be written"}
	case len(q.IntendedWrites) > mostPlanned:
		return nil, &workspace.ParamError{Param: "intended_writes", Value: fmt.Sprint(len(q.IntendedWrites), " files"), Hint: fmt.Sprint("plan at most ", mostPlanned)}
	}
	p := &planner{m: m, limit: cmp.Or(q.Limit, query.MaxListed), at: map[string]int{}, outside: map[string]bool{},
		res: &PlanResult{ExecutionOrder: []PlanStep{}, Cycles: [][]string{}, InterFileConflicts: []PlanConflict{}, ExternalFilesAtRisk: []string{}, More: map[string]int{}}}
	if q.SessionID != "" {
		session, view, release, err := m.Views.SeenBy(ctx, q.SessionID)
		if err != nil {
			return nil, err
		}
		defer release()
		if p.session = session; view != m.Views {
			p.m = New(view)
		}
	}
	return workspace.Read(ctx, p.m.Space, func(r *graph.Reader) (*PlanResult, error) {
		p.r = r
		for _, step := range []func(context.Context) error{
			func(context.Context) error { return p.take(q.IntendedWrites) }, p.look, p.order, p.conflicts,
		} {
			if err := step(ctx); err != nil {
				return nil, err
			}
		}
		p.bound()
		return p.res, nil
	})
}

// planned is a file of a plan.
type planned struct {
	PlanStep
	info  graph.FileInfo
	nodes []graph.Node
	deps  []int // of the plan
}

type planner struct {
	m       *Sessions
	r       *graph.Reader
	session *safety.Session
	limit   int
	files   []planned
	at      map[string]int // in files, by path
	outside map[string]bool
	res     *PlanResult
}

// take reads the files of the plan.
func (p *planner) take(writes []string) error {
	for _, given := range writes {
		rel, err := p.m.Space.Relative(given)
		if err != nil {
			return err
		}
		if _, twice := p.at[rel]; twice {
			p.conflict("duplicate", []string{rel}, "it is named more than once")
			continue
		}
		f := planned{PlanStep: PlanStep{File: rel, DependsOnSteps: []int{}, RiskLevel: "low"}}
		f.info, err = p.r.File(rel)
		var missing *workspace.NotFoundError
		switch {
		case errors.As(err, &missing):
			f.IsNewFile = true
		case err != nil:
			return err
		default:
			if f.nodes, err = p.r.FileNodes(rel); err != nil {
				return err
			}
		}
		p.at[rel] = len(p.files)
		p.files = append(p.files, f)
	}
	return nil
}

// look finds who uses each file, and how risky it is.
func (p *planner) look(ctx context.Context) error {
	for i := range p.files {
		f := &p.files[i]
		if f.IsNewFile {
			continue
		}
		by, err := query.Dependants(p.r, f.File, f.nodes)
		if err != nil {
			return err
		}
		heat, err := p.m.Heat.HeatOfFile(ctx, p.r, f.nodes)
		if err != nil {
			return err
		}
		f.IsHotNode, f.HeatScore = heat.Answers()
		avg, _ := query.ComplexityOf(f.nodes)
		f.BlastRadius, f.RiskLevel = len(by), query.RiskLevel(len(by), avg)
		for _, user := range by {
			if j, in := p.at[user]; in {
				p.files[j].deps = append(p.files[j].deps, i)
				f.DependantsInPlan++
			} else {
				p.outside[user] = true
			}
		}
	}
	return nil
}

var riskOrder = map[string]int{"low": 0, "medium": 1, "high": 2}

// order puts dependencies first; of what can come at the same time, files that
// exist before new ones, and those of lower risk first.
func (p *planner) order(context.Context) error {
	deps := make([][]int, len(p.files))
	for i := range p.files {
		deps[i] = p.files[i].deps
	}
	steps, cycles := safety.Order(deps, func(a, b int) int {
		x, y := &p.files[a], &p.files[b]
		return cmp.Or(isNew(x)-isNew(y), riskOrder[x.RiskLevel]-riskOrder[y.RiskLevel], strings.Compare(x.File, y.File))
	})
	for n, i := range steps {
		p.files[i].Step = n + 1
	}
	for _, i := range steps {
		f := &p.files[i]
		f.DependenciesInPlan = len(f.deps)
		for _, d := range f.deps {
			if s := p.files[d].Step; s < f.Step {
				f.DependsOnSteps = append(f.DependsOnSteps, s)
			}
		}
		slices.Sort(f.DependsOnSteps)
		p.res.ExecutionOrder = append(p.res.ExecutionOrder, f.PlanStep)
	}
	for _, members := range cycles {
		names := []string{}
		for _, i := range members {
			names = append(names, p.files[i].File)
		}
		p.res.Cycles = append(p.res.Cycles, names)
		p.conflict("cycle", names, "they depend on one another: no order serves all, so write them together")
	}
	return nil
}

func isNew(f *planned) int {
	if f.IsNewFile {
		return 1
	}
	return 0
}

func (p *planner) conflict(kind string, files []string, detail string) {
	p.res.InterFileConflicts = append(p.res.InterFileConflicts, PlanConflict{kind, files, detail})
}

func (p *planner) bound() {
	res := p.res
	for f := range p.outside {
		res.ExternalFilesAtRisk = append(res.ExternalFilesAtRisk, f)
	}
	slices.Sort(res.ExternalFilesAtRisk)
	res.ExternalFilesTotal = len(res.ExternalFilesAtRisk)
	res.ExternalFilesAtRisk = workspace.Cut(res.ExternalFilesAtRisk, p.limit, "external_files_at_risk", res.More)
	res.InterFileConflicts = workspace.Cut(res.InterFileConflicts, mostConflicts, "inter_file_conflicts", res.More)
}
