package php

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
)

func finish(x *extract.X) {
	intoNamespaces(x)
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
	for i := range x.F.Defs {
		if x.F.Defs[i].Kind == facts.Test {
			x.F.Flags |= facts.IsTest
		}
	}
}

func isTest(path string) bool {
	dirs := strings.Split(path, "/")
	for _, d := range dirs[:len(dirs)-1] {
		switch strings.ToLower(d) {
		case "test", "tests", "spec":
			return true
		}
	}
	return strings.HasSuffix(path, "Test.php") || strings.HasSuffix(path, "TestCase.php")
}

// enumConstants shows the parser cases in place of an enum's constants, which
// the grammar does not have; the nodes still carry the word "const".
func enumConstants(_ string, src, buf []byte) []byte {
	if !bytes.Contains(src, []byte("enum ")) {
		return src
	}
	text := append(buf, src...)
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("enum "))
		open := bytes.IndexByte(text[at:], '{')
		if i < 0 || open < 0 {
			return text
		}
		if open < i { // of something before
			at += i
			open = max(0, bytes.IndexByte(text[at:], '{'))
		}
		from := at + open
		at = closing(text, from)
		constantsToCases(text[from:at])
	}
}

// closing is the end of the block that begins at from.
func closing(text []byte, from int) int {
	depth := 0
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

func constantsToCases(body []byte) {
	for from := 0; ; from += len("const") {
		i := bytes.Index(body[from:], []byte("const "))
		if i < 0 {
			return
		}
		from += i
		line := bytes.LastIndexByte(body[:from], '\n') + 1
		if modifiersOnly(body[line:from]) {
			for k := line; k < from; k++ {
				body[k] = ' '
			}
			copy(body[from:], "case ")
		}
	}
}

func modifiersOnly(b []byte) bool {
	for _, w := range bytes.Fields(b) {
		switch string(w) {
		case "public", "private", "protected", "final":
		default:
			return false
		}
	}
	return true
}
