package locate

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

// asides are folders whose code shows or checks other code. A question means
// them only if it says so.
var asides = map[string]string{
	"test": "test", "tests": "test", "testing": "test", "testdata": "test", "__tests__": "test", "spec": "test", "specs": "test", "e2e": "test",
	"fixture": "fixtur", "fixtures": "fixtur", "mock": "mock", "mocks": "mock", "__mocks__": "mock",
	"example": "exampl", "examples": "exampl", "_examples": "exampl", "sample": "sampl", "samples": "sampl", "demo": "demo", "demos": "demo",
	"bench": "benchmark", "benches": "benchmark", "benchmark": "benchmark", "benchmarks": "benchmark", "perf": "benchmark",
	"doc": "doc", "docs": "doc", "website": "websit", "playground": "playground",
}

// aside is the word (a stem) by which a question would mean the file, "" for a
// file of the program itself.
func aside(path string) string {
	if strings.HasSuffix(path, ".d.ts") || strings.HasSuffix(path, ".pyi") {
		return "declar" // what is declared there is written elsewhere
	}
	dir := path[:max(0, strings.LastIndexByte(path, '/'))]
	for _, part := range strings.Split(strings.ToLower(dir), "/") {
		if stem := asides[part]; stem != "" {
			return stem
		}
		if strings.HasPrefix(part, "test-") || strings.HasSuffix(part, "-test") || strings.HasSuffix(part, "-tests") {
			return "test"
		}
	}
	return ""
}

// factor is what is taken off for what is rarely meant.
func (q *question) factor(c *candidate) float64 {
	f := 1.0
	about, known := q.asides[c.path]
	if !known {
		about = aside(c.path)
		q.asides[c.path] = about
	}
	switch {
	case c.Flags&search.InTest != 0 || about == "test":
		if !q.asksForTests() {
			f *= q.p.Test
		}
	case about != "" && !q.query.Mentions(about):
		f *= q.p.Aside
	}
	if c.Flags&search.Generated != 0 {
		f *= q.p.Generated
	}
	if c.Kind == facts.Variable {
		f *= q.p.Variable
	}
	return f
}

// asksForTests tells whether the question is about tests.
func (q *question) asksForTests() bool {
	for _, k := range q.req.NodeTypes {
		if k == facts.Test {
			return true
		}
	}
	return q.query.Mentions("test", "spec", "fixtur", "mock")
}
