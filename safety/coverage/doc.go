// Package coverage reads reports of test coverage and says how much of a
// function tests run: lcov, Cobertura XML, Go cover profiles and the JSON of
// coverage.py, told apart by their beginning.
//
//	report, err := coverage.Parse(f)
//	covered := report.In(coverage.Tree{Root: root, Report: "coverage/lcov.info", Files: files})
//	pct, measured := covered.Function("src/auth/login.ts", coverage.Range{Start: 10, Name: 10, End: 24})
//
// What a report does not measure is unknown, not zero.
//
// A report is foreign input: its size, its files and its lines are bounded,
// XML entities are not followed, and the files that it names are never opened.
//
// It knows the formats and how their paths are meant. It must not know the
// graph, nodes, sessions or what follows from a number.
package coverage
