package main

import (
	"os"

	"github.com/mattn/go-isatty"
)

// style colours text where a terminal shows it; elsewhere it leaves it alone.
type style struct{ terminal, colour bool }

func styleOf(f *os.File) style {
	terminal := isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
	return style{terminal: terminal, colour: terminal && os.Getenv("NO_COLOR") == ""}
}

func (s style) wrap(code, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string { return s.wrap("1", text) }
func (s style) dim(text string) string  { return s.wrap("2", text) }
func (s style) warn(text string) string { return s.wrap("33", text) }
