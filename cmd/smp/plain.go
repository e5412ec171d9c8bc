package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/structural-memory/smp/jsonrpc"
)

// page is where text for people goes: nothing reaches a terminal around it.
func (a *app) page() *page { return &page{w: a.out, style: a.style} }

func (a *app) logPage() *page { return &page{w: a.log, style: a.logStyle} }

// writeLine writes what a terminal shows and nothing that it obeys, but for the
// colours that style gives. What stands in the arguments stays on its line.
func writeLine(w io.Writer, s style, format string, args []any) {
	for i, x := range args {
		switch x := x.(type) {
		case string:
			args[i] = s.plain(x, jsonrpc.PlainLine)
		case error:
			args[i] = s.plain(x.Error(), jsonrpc.PlainLine)
		case fmt.Stringer:
			args[i] = s.plain(x.String(), jsonrpc.PlainLine)
		}
	}
	_, _ = io.WriteString(w, s.plain(fmt.Sprintf(format, args...), jsonrpc.Plain))
}

// text writes several lines as they are, such as source.
func (p *page) text(lines string) { _, _ = io.WriteString(p.w, p.plain(lines, jsonrpc.Plain)) }

// plain leaves the colours of a style and makes the rest safe.
func (s style) plain(text string, safe func(string) string) string {
	if !s.colour || !strings.Contains(text, "\x1b[") {
		return safe(text)
	}
	var b strings.Builder
	for text != "" {
		i, n := nextColour(text)
		b.WriteString(safe(text[:i]))
		b.WriteString(text[i : i+n])
		text = text[i+n:]
	}
	return b.String()
}

// nextColour finds a colour that a style gives: where, and how long it is.
func nextColour(text string) (at, length int) {
	at = len(text)
	for _, code := range []string{"0", "1", "2", "33"} {
		mark := "\x1b[" + code + "m"
		if i := strings.Index(text, mark); i >= 0 && i < at {
			at, length = i, len(mark)
		}
	}
	return at, length
}

// plainJSON writes JSON in which every such character is an escape.
type plainJSON struct{ w io.Writer }

func (p plainJSON) Write(raw []byte) (int, error) {
	if _, err := p.w.Write(jsonrpc.PlainJSON(raw)); err != nil {
		return 0, err
	}
	return len(raw), nil
}
