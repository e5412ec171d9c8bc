package guard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
	"github.com/structural-memory/smp/safety/coverage"
)

// coverage says how much of what changes tests run.
func (g *guard) coverage(ctx context.Context, c *GuardChecks, guarded []safety.Guarded) error {
	var covered *coverage.Covered
	if g.q.CoverageReport != "" {
		var at time.Time
		var err error
		if covered, at, err = g.m.covered(ctx, g.r, g.q.CoverageReport, g.q.AnyReport); err != nil {
			return err
		}
		if info, err := os.Stat(filepath.Join(g.m.Space.Opts.Root, filepath.FromSlash(g.path))); err == nil && info.ModTime().After(at) {
			g.caution(safety.CoverageStale, "the file was changed after the report was made: run the tests with coverage again")
		}
	}
	unknown := 0
	for i, n := range g.touched {
		if !n.Kind.Callable() {
			continue
		}
		f := FunctionCoverage{}
		if covered != nil {
			if pct, measured := covered.Function(g.path, coverage.Range{Start: n.StartLine, Name: n.NameLine, End: n.EndLine}); measured {
				hit := pct > 0
				f = FunctionCoverage{&hit, &pct}
				guarded[i].Coverage = &pct
			}
		}
		if f.CoveragePct == nil {
			unknown++
		}
		if covered == nil && !g.named {
			continue
		}
		if len(c.FunctionCoverage) >= mostCovered {
			g.res.More["function_coverage"]++
			continue
		}
		c.FunctionCoverage[coverageName(c, n)] = f
	}
	switch {
	case covered == nil:
		g.caution(safety.CoverageUnknown, "there is no coverage report: with coverage_report the guard sees which functions no test runs")
	case !covered.Measures(g.path):
		g.caution(safety.CoverageUnknown, "the report measures %d files of the repository, and this is none of them", covered.Files())
	case unknown > 0 && g.named:
		g.caution(safety.CoverageUnknown, "the report does not measure what changes")
	}
	return nil
}

// coverageName is the name of a function in the answer: the shortest that no
// other has.
func coverageName(c *GuardChecks, n graph.Node) string {
	for _, name := range []string{n.Name, workspace.DisplayName(n)} {
		if _, taken := c.FunctionCoverage[name]; !taken {
			return name
		}
	}
	return n.ID
}

// reportCache holds the report that was read last.
type reportCache struct {
	mu      sync.Mutex
	key     reportKey
	report  *coverage.Report
	modules map[string]string
	version int64
	covered *coverage.Covered
}

type reportKey struct {
	path string
	time time.Time
	size int64
}

// covered is a coverage report by the files of a snapshot, and when it was
// made. It is read again when it is another one.
func (m *Guards) covered(ctx context.Context, r *graph.Reader, name string, anywhere bool) (*coverage.Covered, time.Time, error) {
	full, rel, err := m.reportPath(name, anywhere)
	if err != nil {
		return nil, time.Time{}, err
	}
	info, err := os.Stat(full)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no file")
	}
	if err != nil {
		return nil, time.Time{}, reportError(name, err)
	}
	version, err := r.DataVersion()
	if err != nil {
		return nil, time.Time{}, err
	}
	c := &m.reports
	c.mu.Lock()
	defer c.mu.Unlock()
	if key := (reportKey{full, info.ModTime(), info.Size()}); c.key != key {
		f, err := os.Open(full)
		if err != nil {
			return nil, time.Time{}, reportError(name, err)
		}
		report, err := coverage.Parse(f)
		_ = f.Close() // it was only read
		if err != nil {
			return nil, time.Time{}, reportError(name, err)
		}
		c.key, c.report, c.covered, c.modules = key, report, nil, nil
	}
	if c.covered == nil || c.version != version {
		tree := coverage.Tree{Root: m.Space.Opts.Root, Report: rel}
		all, err := r.FilePaths()
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, f := range all {
			tree.Files = append(tree.Files, f.Path)
		}
		if c.modules == nil {
			c.modules = coverage.Modules(m.Space.Opts.Root, tree.Files)
		}
		tree.Modules = c.modules
		c.version, c.covered = version, c.report.In(tree)
	}
	return c.covered, info.ModTime(), ctx.Err()
}

// reportPath is where a report is, and its path relative to the root where it
// is below.
func (m *Guards) reportPath(name string, anywhere bool) (full, rel string, err error) {
	full = filepath.FromSlash(name)
	if !filepath.IsAbs(full) {
		full = filepath.Join(m.Space.Opts.Root, full)
	}
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return "", "", reportError(name, err)
	}
	rel, err = filepath.Rel(m.Space.Opts.Root, real)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		if !anywhere {
			return "", "", reportError(name, errors.New("it lies outside of the repository"))
		}
		return real, real, nil
	}
	return real, filepath.ToSlash(rel), nil
}

func reportError(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return &workspace.ParamError{Param: "coverage_report", Value: name, Hint: fmt.Sprint(err, "; name an lcov, Cobertura XML, Go cover profile or coverage.py JSON file below the root")}
}
