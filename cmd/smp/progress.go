package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/structural-memory/smp/jsonrpc"
)

const (
	progressAfter = time.Second // shorter runs show nothing
	redrawEvery   = 100 * time.Millisecond
	lineEvery     = 5 * time.Second // where there is no terminal
	barWidth      = 28
)

// progress shows how far a long run is: a bar on a terminal, a line now and
// then elsewhere.
type progress struct {
	w     io.Writer
	style style
	title string
	start time.Time
	done  chan struct{}
	ended sync.WaitGroup

	mu    sync.Mutex
	stage string
	n, of int
}

// startProgress shows the progress of what is told to report, until stop.
func (a *app) startProgress(title string) *progress {
	p := newProgress(a.log, a.logStyle, title)
	if !a.JSON && !a.Quiet {
		p.ended.Go(p.show)
	}
	return p
}

func newProgress(w io.Writer, s style, title string) *progress {
	return &progress{w: w, style: s, title: title, start: time.Now(), done: make(chan struct{})}
}

// report may be called from many goroutines; counts never go back.
func (p *progress) report(stage string, n, of int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stage == p.stage && n < p.n {
		return
	}
	p.stage, p.n, p.of = stage, n, of
}

func (p *progress) stop() {
	close(p.done)
	p.ended.Wait()
}

func (p *progress) show() {
	tick := time.NewTicker(redrawEvery)
	defer tick.Stop()
	drawn, lastLine, lastStage := false, time.Time{}, ""
	for {
		select {
		case <-p.done:
			if drawn && p.style.terminal {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		case now := <-tick.C:
			if now.Sub(p.start) < progressAfter {
				continue
			}
			stage, text := p.text(now)
			if p.style.terminal {
				fmt.Fprint(p.w, "\r\x1b[K"+text)
			} else if stage != lastStage || now.Sub(lastLine) >= lineEvery {
				if !drawn {
					fmt.Fprintln(p.w, jsonrpc.PlainLine(p.title))
				}
				fmt.Fprintln(p.w, "  "+text)
				lastLine, lastStage = now, stage
			}
			drawn = true
		}
	}
}

// text is the stage, how much of it is done, and the time so far.
func (p *progress) text(now time.Time) (stage, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text = p.stage
	if p.style.terminal {
		text = p.title + ": " + text
	}
	if p.of > 0 {
		if p.style.terminal {
			text += " " + bar(p.n, p.of)
		}
		text += fmt.Sprintf(" %s/%s files", number(p.n), number(p.of))
	}
	return p.stage, jsonrpc.PlainLine(fmt.Sprintf("%s  %.0f s", text, now.Sub(p.start).Seconds()))
}

func bar(n, of int) string {
	full := min(barWidth*n/of, barWidth)
	return strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
}
