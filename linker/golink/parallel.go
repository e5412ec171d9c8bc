package golink

import (
	"context"
	"sync"
	"sync/atomic"
)

// each calls do for 0 … n-1 with the number of the worker that does it, and
// stops early when ctx ends.
func each(ctx context.Context, workers, n int, do func(worker, i int)) error {
	if workers = min(workers, n); workers <= 1 {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			do(0, i)
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	var fault atomic.Pointer[any] // what a worker met; the caller is to know
	for w := range workers {
		wg.Go(func() {
			defer caught(&fault)
			for ctx.Err() == nil && fault.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(w, i)
			}
		})
	}
	wg.Wait()
	if e := fault.Load(); e != nil {
		panic(*e)
	}
	return ctx.Err()
}

// caught keeps the first panic of a goroutine for the one that waits for it.
func caught(in *atomic.Pointer[any]) {
	if e := recover(); e != nil {
		in.CompareAndSwap(nil, &e)
	}
}

// inOrder calls do for every package, each after the packages that it waits
// for. deps must hold no cycle and no package outside pkgs.
func inOrder(ctx context.Context, workers int, pkgs []*pkg, deps func(*pkg) []*pkg, do func(*pkg)) error {
	waits := make(map[*pkg]int, len(pkgs))
	dependents := make(map[*pkg][]*pkg, len(pkgs))
	ready := make(chan *pkg, len(pkgs))
	for _, p := range pkgs {
		ds := deps(p)
		waits[p] = len(ds)
		for _, d := range ds {
			dependents[d] = append(dependents[d], p)
		}
		if len(ds) == 0 {
			ready <- p
		}
	}
	var mu sync.Mutex
	left := len(pkgs)
	if left == 0 {
		return ctx.Err()
	}
	var wg sync.WaitGroup
	var fault atomic.Pointer[any]
	safely := func(p *pkg) {
		defer caught(&fault)
		do(p)
	}
	for range max(1, min(workers, len(pkgs))) {
		wg.Go(func() {
			for p := range ready {
				if ctx.Err() == nil && fault.Load() == nil {
					safely(p)
				}
				mu.Lock()
				for _, d := range dependents[p] {
					if waits[d]--; waits[d] == 0 {
						ready <- d
					}
				}
				if left--; left == 0 {
					close(ready)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if e := fault.Load(); e != nil {
		panic(*e)
	}
	return ctx.Err()
}
