package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals) // a second signal ends the process at once
		cancel(interruptedBy(s))
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// interrupted is why a command ended early: a signal.
type interrupted struct {
	signal os.Signal
	exit   int
}

func (e *interrupted) Error() string { return fmt.Sprintf("interrupted by %s", e.signal) }

func interruptedBy(s os.Signal) error {
	e := &interrupted{signal: s, exit: exitInterrupted}
	if n, ok := s.(syscall.Signal); ok {
		e.exit = 128 + int(n)
	}
	return e
}
