package walk

import "sync"

// queue hands out directories, the newest first, until all are done. It is
// unbounded: a worker that adds directories must never wait for others.
type queue struct {
	mu      sync.Mutex
	some    sync.Cond
	waiting []*dirJob
	open    int // handed out or waiting
}

func newQueue(first *dirJob) *queue {
	q := &queue{waiting: []*dirJob{first}, open: 1}
	q.some.L = &q.mu
	return q
}

// take waits for a directory; nil means that all are done.
func (q *queue) take() *dirJob {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && q.open > 0 {
		q.some.Wait()
	}
	if len(q.waiting) == 0 {
		return nil
	}
	last := len(q.waiting) - 1
	job := q.waiting[last]
	q.waiting[last] = nil
	q.waiting = q.waiting[:last]
	return job
}

// done marks a directory as read and adds those found in it.
func (q *queue) done(found []subDir) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := len(found) - 1; i >= 0; i-- {
		q.waiting = append(q.waiting, found[i].job)
	}
	q.open += len(found) - 1
	if len(found) > 1 || q.open == 0 {
		q.some.Broadcast()
	}
}
