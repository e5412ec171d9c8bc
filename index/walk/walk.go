package walk

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Walk finds the files below root. It fails only when the root itself cannot
// be read or ctx ends; whatever else goes wrong is a Skip or a note.
func Walk(ctx context.Context, root string, opts Options) (*Result, error) {
	t, err := Open(root, opts)
	if err != nil {
		return nil, err
	}
	return t.Walk(ctx)
}

// Walk goes through the tree, several directories at a time.
func (t *Tree) Walk(ctx context.Context) (*Result, error) {
	top := &dirJob{place: t.top()}
	workers := t.walkFrom(ctx, top)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if top.err != nil {
		return nil, top.err
	}
	return t.merge(top, workers), nil
}

// walkFrom goes through a directory and those below it.
func (t *Tree) walkFrom(ctx context.Context, top *dirJob) []*worker {
	q := newQueue(top)
	workers := make([]*worker, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range workers {
		workers[i] = newWorker(t)
		wg.Go(func() { workers[i].run(ctx, q) })
	}
	wg.Wait()
	return workers
}

// merge brings together what was found, in order.
func (t *Tree) merge(top *dirJob, workers []*worker) *Result {
	res := &Result{Unknown: map[string]int{}, Notes: slices.Clone(t.notes)}
	files := 0
	for _, w := range workers {
		files += w.files
		res.Dirs += w.dirs
		res.Notes = append(res.Notes, w.notes...)
		for ext, n := range w.unknown {
			res.Unknown[ext] += n
		}
	}
	res.Files = make([]File, 0, files)
	top.collect(res)
	slices.SortFunc(res.Skips, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(res.Notes)
	slices.Sort(res.Unread)
	return res
}

// dirJob is a directory to be read, and then what was found in it.
type dirJob struct {
	place
	listed bool // a Skip for the directory itself exists
	read   bool // its entries were looked at
	files  []File
	skips  []Skip
	unread []string
	subs   []subDir
	err    error // the root could not be read
}

// subDir is a directory below, and the number of files that sort before it.
type subDir struct {
	after int
	job   *dirJob
}

// collect appends everything at and below d. Entries were taken in the order
// of their paths, so that files come out sorted without being compared again.
func (d *dirJob) collect(res *Result) {
	if d.read {
		res.Folders = append(res.Folders, d.path)
	}
	from := 0
	for _, s := range d.subs {
		res.Files = append(res.Files, d.files[from:s.after]...)
		from = s.after
		s.job.collect(res)
	}
	res.Files = append(res.Files, d.files[from:]...)
	res.Skips = append(res.Skips, d.skips...)
	res.Unread = append(res.Unread, d.unread...)
}

// Languages counts the files by language.
func (r *Result) Languages() map[string]int {
	n := map[string]int{}
	for i := range r.Files {
		n[r.Files[i].Lang]++
	}
	return n
}

// SkipsByReason counts the skips by reason.
func (r *Result) SkipsByReason() map[Reason]int {
	n := map[Reason]int{}
	for i := range r.Skips {
		n[r.Skips[i].Reason]++
	}
	return n
}

// TotalUnknown is the number of files of no known language.
func (r *Result) TotalUnknown() (n int) {
	for v := range maps.Values(r.Unknown) {
		n += v
	}
	return n
}
