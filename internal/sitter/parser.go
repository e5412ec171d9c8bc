package sitter

// #cgo CFLAGS: -O2
// #cgo noescape smp_parse
// #cgo nocallback smp_parse
// #include "flat.h"
// #include "watch.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"

	// The runtime whose C symbols flat.h declares.
	_ "github.com/smacker/go-tree-sitter"
)

// ErrTimeout means that a file took longer to parse than its budget: it is
// pathological for its grammar, not merely large.
var ErrTimeout = errors.New("parsing took too long")

// ErrStuck means that the parser does not come to an end: it repairs the end of
// a broken text over and over.
var ErrStuck = errors.New("the grammar cannot recover from a syntax error")

// ErrStopped means that Stop was called.
var ErrStopped = errors.New("parsing was stopped")

// ErrMemory means that the C allocator refused memory for the tree.
var ErrMemory = errors.New("out of memory while parsing")

// Budget is the time of a processor that all parses of one file may take
// together: a second, and another for each megabyte. What people write takes
// a quarter of that at most.
func Budget(size int) time.Duration { return time.Second + time.Duration(size)*time.Microsecond }

// longest bounds a parse whose lexer is not asked for long, by the clock on
// the wall.
const longest = 20 * time.Second

// NewLanguage wraps a grammar's TSLanguage pointer. Named nodes are always
// kept when parsing; tokens names the anonymous ones ("async", "static", "*")
// that are wanted too. It fails when the grammar's ABI is not one that the
// runtime reads.
func NewLanguage(name string, grammar unsafe.Pointer, tokens ...string) (*Language, error) {
	c := (*C.TSLanguage)(grammar)
	if v := uint32(C.ts_language_version(c)); v < 13 || v > 14 {
		return nil, fmt.Errorf("grammar %s has ABI %d; the tree-sitter runtime reads 13 and 14", name, v)
	}
	c = C.smp_watch(c)
	n := int(C.ts_language_symbol_count(c))
	l := &Language{Name: name, ptr: unsafe.Pointer(c), symbols: make([]string, n), keep: make([]uint8, n), fields: map[string]uint16{}}
	want := map[string]bool{}
	for _, t := range tokens {
		want[t] = true
	}
	for i := range n {
		l.symbols[i] = C.GoString(C.ts_language_symbol_name(c, C.uint16_t(i)))
		if want[l.symbols[i]] {
			l.keep[i] = 1
		}
	}
	for i := 1; i <= int(C.ts_language_field_count(c)); i++ {
		l.fields[C.GoString(C.ts_language_field_name_for_id(c, C.uint16_t(i)))] = uint16(i)
	}
	return l, nil
}

// Symbols are the names of the grammar's symbols; a node's Symbol is an index
// into them. Several symbols may have the same name.
func (l *Language) Symbols() []string { return l.symbols }

// Parser parses files of one language. It is not safe for concurrent use.
type Parser struct {
	lang  *Language
	c     *C.TSParser
	buf   C.smp_buf
	watch C.smp_watching
	ended atomic.Bool
	built Builder // of a parser in Go
	flat  []flatNode
}

// NewParser makes a parser; Close frees it.
func NewParser(l *Language) *Parser {
	if l.parse != nil {
		return &Parser{lang: l}
	}
	p := &Parser{lang: l, c: C.ts_parser_new()}
	C.ts_parser_set_language(p.c, (*C.TSLanguage)(l.ptr))
	C.ts_parser_set_timeout_micros(p.c, C.uint64_t(longest.Microseconds()))
	return p
}

// Stop ends the parse at hand, from any goroutine, and lets no other begin.
func (p *Parser) Stop() {
	p.ended.Store(true)
	p.stop().Store(1)
}

func (p *Parser) stop() *atomic.Uintptr { return (*atomic.Uintptr)(unsafe.Pointer(&p.watch.stop)) }

// Reached is how much of the text the last parse had looked at, in bytes, when
// it ended before its time.
func (p *Parser) Reached() int { return int(p.watch.reached) }

// Parse is ParseWithin a budget of its own.
func (p *Parser) Parse(src []byte) (*Tree, error) { return p.ParseWithin(src, nil) }

// ParseWithin parses src and takes what that costs from the budget. The tree is
// valid until the next parse or Close; it holds src. Errors in the source are
// no error: the tree says so.
func (p *Parser) ParseWithin(src []byte, budget *time.Duration) (*Tree, error) {
	t := &Tree{Lang: p.lang, Src: src}
	if len(src) == 0 {
		return t, nil
	}
	if p.lang.parse != nil {
		return p.build(t), nil
	}
	if budget == nil {
		whole := Budget(len(src))
		budget = &whole
	}
	p.watch.budget = C.int64_t(budget.Microseconds())
	p.stop().Store(0)
	if p.ended.Load() { // else Stop finds the flag
		return nil, ErrStopped
	}
	n := C.smp_parse(p.c, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)), &p.buf,
		(*C.uint8_t)(unsafe.SliceData(p.lang.keep)), C.uint32_t(len(p.lang.keep)), &p.watch)
	runtime.KeepAlive(src)
	*budget = time.Duration(p.watch.budget) * time.Microsecond
	switch {
	case n >= 0:
	case p.ended.Load():
		return nil, ErrStopped
	case bool(p.watch.stuck):
		return nil, ErrStuck
	default:
		return nil, ErrTimeout
	}
	if p.buf.out_of_memory {
		return nil, ErrMemory
	}
	t.HasError, t.Cut = bool(p.buf.has_error), bool(p.buf.cut)
	t.nodes = unsafe.Slice((*flatNode)(unsafe.Pointer(p.buf.nodes)), int(n))
	return t, nil
}

// Close frees the parser's C memory; trees that it made must not be used any
// more.
func (p *Parser) Close() {
	if p.c == nil {
		return
	}
	C.smp_free(&p.buf)
	C.ts_parser_delete(p.c)
	p.c = nil
}

// build parses src with the grammar's own parser.
func (p *Parser) build(t *Tree) *Tree {
	p.built.HasError, p.built.cut, p.built.nodes = false, false, p.built.nodes[:0]
	root := p.lang.parse(t.Src, &p.built)
	p.flat = p.built.flatten(p.flat[:0], root, ^uint32(0), 0)
	t.nodes, t.HasError, t.Cut = p.flat, p.built.HasError, p.built.cut
	t.Restore(t.Src)
	return t
}
