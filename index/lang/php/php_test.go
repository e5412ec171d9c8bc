package php

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add([]byte("<?php namespace A; use B\\{C as D}; class E extends F { use G; /** @var array<int, H>|null */ public $a = [1]; function __construct(private ?I $b) { [$c, 'k' => $d] = $this->a ?? new static; } }"))
	f.Add([]byte("<?php namespace A; f(); namespace B { function g() { yield from h(...); } } enum S: string { const X = 1; case Y = 'y'; }"))
	f.Add([]byte("<?php /** @method static array{a: B, c?: callable(D $e): F} g(int $h) @property-read I|J $k */ class L { function ( { if (!$a instanceof M) { return"))
	x, err := compiled.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := x.Extract("a.php", src)
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(got); err != nil {
			t.Error(err)
		}
	})
}
