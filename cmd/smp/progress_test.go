package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
)

// locked is a buffer that the test may read while the progress is shown.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// shownBy runs a progress that began long ago until it has written something.
func shownBy(t *testing.T, s style) (whileRunning, afterwards string) {
	t.Helper()
	var out locked
	p := newProgress(&out, s, "indexing shop")
	p.start = time.Now().Add(-time.Minute)
	p.report("parsing", 500, 2000)
	p.report("parsing", 400, 2000) // a slower worker's
	p.ended.Go(p.show)
	for end := time.Now().Add(10 * time.Second); out.String() == "" && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	whileRunning = out.String()
	p.stop()
	return whileRunning, out.String()
}

func TestProgressOnTerminal(t *testing.T) {
	during, after := shownBy(t, style{terminal: true})
	if !strings.HasPrefix(during, "\r\x1b[Kindexing shop: parsing ███████░░░░░░░░░░░░░░░░░░░░░ 500/2,000 files  60 s") {
		t.Errorf("shown: %q", during)
	}
	if !strings.HasSuffix(after, "\r\x1b[K") {
		t.Errorf("the line is not cleared: %q", after)
	}
}

func TestProgressElsewhere(t *testing.T) {
	_, after := shownBy(t, style{})
	if after != "indexing shop\n  parsing 500/2,000 files  60 s\n" {
		t.Errorf("shown: %q", after)
	}
}

func TestProgressOfShortRun(t *testing.T) {
	var out locked
	p := newProgress(&out, style{terminal: true}, "indexing shop")
	p.ended.Go(p.show)
	p.report("parsing", 1, 2)
	p.stop()
	if out.String() != "" {
		t.Errorf("a short run shows %q", out.String())
	}
}
