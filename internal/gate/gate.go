package gate

import (
	"context"
	"errors"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/guard"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/proposal"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// GateQuery asks what a change of the repository does to its structure.
type GateQuery struct {
	Base   string // a revision
	Head   string // a revision; "": the working tree
	Staged bool   // what is about to be committed, in place of Head
	Limit  int    // entries in each list; 200 by default
}

// GateResult is the structural impact of a change.
type GateResult struct {
	Base         string                 `json:"base"`          // the commit
	Head         string                 `json:"head"`          // the commit, "working tree" or "staged"
	FilesChanged []string               `json:"files_changed"` // of those that are indexed
	Verdict      string                 `json:"verdict"`       // that of the dry run: safe, unknown, risky, breaking
	RedAlert     bool                   `json:"red_alert"`     // the guard warns of a file
	Diff         *proposal.DiffResult   `json:"diff"`
	DryRun       *proposal.DryRunResult `json:"dry_run"`
	Findings     []GateFinding          `json:"findings"`
	More         int                    `json:"more"` // files or findings that the lists leave out
	Notes        []string               `json:"notes"`
}

// GateFinding is one thing to look at.
type GateFinding struct {
	Rule    string `json:"rule"`  // one of GateRules
	Level   string `json:"level"` // error, warning, note
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	NodeID  string `json:"node_id,omitempty"`
}

// GateRule is what a finding may be about.
type GateRule struct {
	ID, Level, Text string
	Help            string // what to do about it
}

// GateRules are all of them.
var GateRules = []GateRule{
	{"broken-caller", "error", "A call does not fit any more what it calls.", "Change the call along with what it calls, or keep what it calls as it was."},
	{"broken-test", "error", "A test does not fit any more what it tests.", "Change the test along with what it tests, or keep what it tests as it was."},
	{"does-not-fit", "error", "What is changed does not fit what it uses, or what it has to be.", "Compile the change; the message says what does not fit."},
	{"syntax-error", "warning", "A file has syntax errors that it did not have.", "Compile the file, or see whether a merge has left its marks in it."},
	{"risk", "warning", "Something may go wrong that cannot be told from the code.", "Look at the places that are named, and run their tests."},
	{"not-known", "note", "Something could not be judged: it rests on what is not looked at.", "What decides lies outside of the repository or was not looked at: the compiler or the tests can tell."},
	{"signature-changed", "warning", "A definition is called in another way than before.", "See that those who call it from outside of the repository are told."},
	{"public-api-changed", "warning", "A definition that others can use is gone or is another.", "See that those who use it from outside of the repository are told, by a version for instance."},
	{"hot-node", "warning", "A definition that changes often and that many call is changed.", "Review it with care: it is where changes break others most often."},
	{"uncovered-function", "warning", "A complex function is changed that no test runs.", "Add a test that runs it."},
	{"unresolved-callers", "warning", "Calls that are not linked may mean what changes.", "Search for its name: smp search finds the calls that are not linked."},
	{"no-tests", "note", "No test uses a file that is changed.", "Add a test, or see that one runs it in another way."},
}

const (
	defaultGateLimit = 200
	mostGateFiles    = 200 // that the guard looks at
)

// Gate compares two states of the repository by definitions: what is added,
// removed and modified, which callers outside of the change break, and what the
// guard says of the files.
func (m *Gate) Gate(ctx context.Context, q GateQuery) (*GateResult, error) {
	if q.Limit <= 0 {
		q.Limit = defaultGateLimit
	}
	repo, err := git.Open(ctx, m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	res := &GateResult{Head: "working tree", FilesChanged: []string{}, Findings: []GateFinding{}, Notes: []string{}, Verdict: proposal.VerdictSafe}
	if res.Base, err = repo.Resolve(ctx, q.Base); err != nil {
		return nil, revisionError("base", q.Base, err)
	}
	switch {
	case q.Staged:
		res.Head = "staged"
	case q.Head != "":
		if res.Head, err = repo.Resolve(ctx, q.Head); err != nil {
			return nil, revisionError("head", q.Head, err)
		}
	}
	at, release, err := m.Views.AtCommit(ctx, res.Base)
	if err != nil {
		return nil, err
	}
	defer release()
	view := New(at, proposal.New(at), guard.New(at))
	changes, err := m.gateChanges(ctx, repo, view, res, q.Staged)
	if err != nil {
		return nil, err
	}
	res.FilesChanged = append(res.FilesChanged, ingest.ChangedPaths(changes)...)
	if len(changes) == 0 {
		res.Diff, res.DryRun = emptyDiff(), emptyDryRun()
		return res, nil
	}
	if err := m.keepBaseTexts(ctx, view, res.Base); err != nil {
		return nil, err
	}
	p := proposal.Proposal{Changes: changes, Limit: 10 * q.Limit}
	if res.Diff, err = view.Propose.Diff(ctx, p); err != nil {
		return nil, err
	}
	if res.DryRun, err = view.Propose.DryRun(ctx, p); err != nil {
		return nil, err
	}
	res.Verdict = res.DryRun.Verdict
	if err := res.guard(ctx, view, changes); err != nil {
		return nil, err
	}
	res.find()
	if n := len(res.Findings); n > q.Limit {
		res.Findings, res.More = res.Findings[:q.Limit], res.More+n-q.Limit
	}
	return res, nil
}

func revisionError(param, value string, err error) error {
	if errors.Is(err, git.ErrUnknownRevision) {
		return &workspace.ParamError{Param: param, Value: value, Hint: "git knows no such commit, branch or tag"}
	}
	return err
}

func emptyDiff() *proposal.DiffResult {
	res := &proposal.DiffResult{NodesAdded: []workspace.NodeRef{}, NodesRemoved: []workspace.NodeRef{}, NodesModified: []proposal.ModifiedNode{}, NodesRenamed: []proposal.RenamedNode{}, NodesMoved: []proposal.RenamedNode{},
		RelationshipsAdded: []proposal.Relationship{}, RelationshipsRemoved: []proposal.Relationship{}, More: map[string]int{}, Notes: []string{}}
	res.Bound(1)
	return res
}

func emptyDryRun() *proposal.DryRunResult {
	return &proposal.DryRunResult{Verdict: proposal.VerdictSafe, Reasons: []proposal.VerdictReason{}, Risks: []string{}, Notes: []string{}, Impact: proposal.DryRunImpact{AffectedFiles: []string{}, BrokenCallers: []proposal.BrokenCaller{}, BrokenTests: []proposal.BrokenCaller{}, TestCoverageDelta: "unchanged"}}
}

// gateChanges are how the files of the base become those of the head.
func (m *Gate) gateChanges(ctx context.Context, repo *git.Repo, view *Gate, res *GateResult, staged bool) ([]ingest.FileChange, error) {
	var differs []git.Change
	var err error
	onDisk := res.Head == "working tree"
	switch {
	case staged:
		differs, err = repo.Staged(ctx, res.Base)
	case onDisk:
		if differs, err = repo.Diff(ctx, res.Base, ""); err == nil {
			var status []git.FileStatus
			status, err = repo.Status(ctx)
			for _, f := range status {
				if f.Untracked {
					differs = append(differs, git.Change{Path: f.Path, Status: 'A'})
				}
			}
		}
	default:
		differs, err = repo.Diff(ctx, res.Base, res.Head)
	}
	if err != nil {
		return nil, err
	}
	had, err := view.Views.FileHashes(ctx)
	if err != nil {
		return nil, err
	}
	x := &gateReader{had: had}
	if onDisk {
		return x.fromDisk(m, differs)
	}
	changes, err := x.fromGit(ctx, m, repo, differs)
	for _, path := range x.lost {
		res.Notes = append(res.Notes, "git does not have what "+path+" holds: it is not looked at")
	}
	return changes, err
}

// guard asks the guard about the files that there were.
func (res *GateResult) guard(ctx context.Context, view *Gate, changes []ingest.FileChange) error {
	touched := map[string][]string{}
	breaks := map[string]bool{} // files in which something is gone or is called in another way
	note := func(id, kind, file string, gone bool) {
		if kind != facts.Config.String() && kind != facts.Section.String() {
			touched[file] = append(touched[file], id)
			breaks[file] = breaks[file] || gone
		}
	}
	for _, n := range res.Diff.NodesModified {
		note(n.ID, n.Type, n.File, n.Changes.SignatureChanged)
	}
	for _, n := range res.Diff.NodesRemoved {
		note(n.ID, n.Type, n.File, true)
	}
	for _, list := range [][]proposal.RenamedNode{res.Diff.NodesRenamed, res.Diff.NodesMoved} {
		for _, n := range list {
			note(n.From.ID, n.From.Type, n.From.File, true)
		}
	}
	files := 0
	for _, c := range changes {
		ids := touched[c.Path]
		if len(ids) == 0 {
			continue
		}
		if files++; files > mostGateFiles {
			res.More++
			continue
		}
		g, err := view.Guard.Guard(ctx, guard.GuardQuery{Target: c.Path, Nodes: ids})
		if err != nil {
			return err
		}
		if breaks[c.Path] && g.Checks != nil && g.Checks.IsPublicAPI {
			res.Findings = append(res.Findings, GateFinding{Rule: "public-api-changed", Level: "warning", File: c.Path, Message: "what others can use of " + c.Path + " is gone, or is called in another way"})
		}
		res.guarded(c.Path, g)
	}
	return nil
}

// guarded takes over what the guard says of a file.
func (res *GateResult) guarded(path string, g *guard.GuardResult) {
	res.RedAlert = res.RedAlert || g.Verdict == safety.RedAlert
	for _, b := range g.Blocking {
		f := GateFinding{File: path, NodeID: b.NodeID, Level: "warning"}
		switch b.Code {
		case safety.HotNode:
			f.Rule, f.Message = "hot-node", b.NodeID+" changes often, and many call it"
		case safety.ZeroCoverage:
			f.Rule, f.Message = "uncovered-function", b.NodeID+" is complex, and no test runs it"
		default:
			f.Rule, f.Message = "unresolved-callers", "calls that are not linked may mean "+b.NodeID
		}
		for _, n := range g.Nodes {
			if n.ID == b.NodeID {
				f.Line = n.Line
			}
		}
		res.Findings = append(res.Findings, f)
	}
	if c := g.Checks; c != nil && !c.HasTests && slices.ContainsFunc(g.Nodes, func(n workspace.NodeRef) bool { return n.Type == "Function" }) {
		res.Findings = append(res.Findings, GateFinding{Rule: "no-tests", Level: "note", File: path, Message: "no test uses what is changed in " + path})
	}
}
