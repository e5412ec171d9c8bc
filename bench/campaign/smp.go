package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// ran is what came of one run of the program.
type ran struct {
	stdout   string
	code     int
	wall     time.Duration
	cpu      time.Duration
	peakKB   int64
	problem  string // a crash or a hang, in words; empty where there was none
	detail   string // the end of what it said
	timedOut bool
}

// exec runs smp with args, for at most so long.
func (t trial) exec(limit time.Duration, args ...string) ran {
	// Twice the wall time before it is killed: whether it was too slow is
	// judged by both clocks afterwards.
	ctx, cancel := context.WithTimeout(context.Background(), 2*limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.smp, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	begin := time.Now()
	err := cmd.Run()
	r := ran{stdout: stdout.String(), wall: time.Since(begin)}
	if state := cmd.ProcessState; state != nil {
		r.code = state.ExitCode()
		r.cpu = state.UserTime() + state.SystemTime()
		r.peakKB = peakKB(state)
	}
	said := stderr.String()
	switch {
	case ctx.Err() != nil:
		r.timedOut = true
		r.problem = fmt.Sprintf("hang: killed after %s", r.wall.Round(time.Second))
	case strings.Contains(said, "goroutine ") || strings.Contains(said, "panic:") || strings.Contains(said, "fatal error:"):
		r.problem = "crash"
	case unlinked.MatchString(said + r.stdout):
		r.problem = "a file lost its links"
		said += unlinked.FindString(said + r.stdout)
	case r.wall > limit && r.cpu > 2*limit:
		r.problem = fmt.Sprintf("hang: %s, %s of processor time", r.wall.Round(time.Second), r.cpu.Round(time.Second))
	case err != nil && !errors.As(err, new(*exec.ExitError)):
		r.problem = "did not run: " + err.Error()
	}
	r.detail = tail(said, 2000)
	return r
}

// unlinked matches what is said of a file that could not be linked at all.
var unlinked = regexp.MustCompile(`.*could not be linked.*`)

// summary is what `smp index --json` prints, as far as it is looked at here.
type summary struct {
	Files       int      `json:"files"`
	Lines       int      `json:"lines"`
	Nodes       int      `json:"nodes"`
	Edges       int      `json:"edges"`
	ParseErrors int      `json:"parse_errors"`
	DBBytes     int64    `json:"db_bytes"`
	Problems    []string `json:"problems"`
}

func (r ran) summary() (s summary, err error) {
	err = json.Unmarshal([]byte(r.stdout), &s)
	return s, err
}

func tail(s string, n int) string {
	if len(s) > n {
		return "…" + s[len(s)-n:]
	}
	return s
}
