// Command campaign tries the product on whole repositories that nobody tuned
// it on. It runs the smp program as a user would, on copies, and looks for four
// things that must never happen: a crash, a hang, a graph that differs between
// two fresh runs, and a graph that an incremental run leaves other than a fresh
// one would.
//
//	go build -o smp ./cmd/smp
//	go run ./bench/campaign -smp ./smp -out campaign.jsonl /path/to/repositories
//	go run ./bench/campaign -table campaign.jsonl
//
// Every folder below the one named is a repository. For each, in order: a
// fresh index and its doctor; two more fresh indexes, which must give the same
// dump; a run with nothing to do; some edits (see edit.go), taken in a few at a
// time, against a fresh index of the edited files and the doctor; the edits
// undone, against the first dump. A line of JSON a repository is added to -out
// as soon as it is done, and repositories that have a line are left out, so a
// run can be stopped and taken up again.
//
// A run of smp hangs when it takes more than a minute of wall time, or two of
// processor time, per 500,000 lines (at least that much for small ones).
package main
