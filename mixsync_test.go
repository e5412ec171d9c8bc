package smp_test

import (
	"context"

	"github.com/structural-memory/smp"
)

// Ops by which a client tells the memory of its files: single updates, batches,
// and a sync that is followed. What it tells of is written to disk before or
// after, as agents do.
func init() {
	mixOps = append(mixOps, op{2, (*mix).updates}, op{1, (*mix).batches}, op{2, (*mix).syncs})
}

// edited changes some files in mind, and says how and what that means.
func (x *mix) edited() (before map[string]string, what string, changes []smp.FileChange) {
	before = clone(x.state)
	what = x.mutate()
	return before, what, x.changes(before)
}

func (x *mix) tell(changes ...smp.FileChange) {
	if _, err := x.m.UpdateOutside(context.Background(), changes...); err != nil {
		x.t.Fatal(err)
	}
}

func (x *mix) updates() string {
	before, what, changes := x.edited()
	first := x.rnd.IntN(2) == 0
	if first {
		x.write(before)
	}
	for _, c := range changes {
		x.tell(c)
	}
	if !first {
		x.write(before)
	}
	return what + ", told file by file"
}

func (x *mix) batches() string {
	before, what, changes := x.edited()
	if len(changes) > 0 {
		x.tell(changes...)
	}
	x.write(before)
	return what + ", told at once"
}

func (x *mix) syncs() string {
	ctx := context.Background()
	root, err := x.m.RootHash(ctx)
	if err != nil {
		x.t.Fatal(err)
	}
	before, what, _ := x.edited()
	res, err := x.m.Sync(ctx, smp.SyncQuery{RootHash: root.String(), Hashes: sumsOf(x.state)})
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(before)
	for _, f := range res.Diff.StaleOnServer {
		x.tell(smp.FileChange{Path: f.File, Content: []byte(x.state[f.File])})
	}
	for _, f := range res.Diff.DeletedOnServer {
		x.tell(smp.FileChange{Path: f.File, Deleted: true})
	}
	return what + ", synced"
}
