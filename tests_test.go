package smp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// titled are tests that are blocks with a title, by language: each tests price
// by itself, and cost through a helper of its file.
var titled = map[string]map[string]string{
	"vitest": {
		"src/shop.ts":       "export function price(n: number) { return n }\nexport function cost(n: number) { return n }\nexport function lone() {}\n",
		"src/shop.test.ts":  "import { describe, it, expect } from 'vitest'\nimport { price, cost } from './shop'\nconst help = (n: number) => cost(n)\ndescribe('shop', () => {\n  it('asks', () => { expect(price(1)).toBe(1) })\n  it('asks', async () => { expect(help(1)).toBe(1) })\n})\n",
		"test/node.test.js": "const test = require('node:test')\nconst { price } = require('../src/shop')\ntest.only('asks: \\'twice\\'', () => price(2))\n",
	},
	"mocha": {
		"lib/shop.js":  "function price(n) { return n }\nfunction cost(n) { return n }\nfunction lone() {}\nmodule.exports = { price, cost, lone }\n",
		"test/shop.js": "const { price, cost } = require('../lib/shop')\nfunction help(n) { return cost(n) }\nsuite('shop', function () {\n  test('asks', function () { price(1) })\n  test('asks', function () { help(1) })\n})\n",
	},
	"rspec": {
		"lib/shop.rb":       "class Shop\n  def price\n    1\n  end\n\n  def cost\n    2\n  end\n\n  def lone\n  end\nend\n",
		"spec/shop_spec.rb": "require_relative '../lib/shop'\n\ndef help(s)\n  Shop.new.cost\nend\n\nRSpec.describe Shop do\n  let(:shop) { Shop.new }\n\n  describe '#price' do\n    it 'asks' do\n      expect(shop.price).to eq(1)\n    end\n\n    specify('asks') { help(shop) }\n  end\nend\n",
	},
	"busted": {
		"shop.lua":           "local M = {}\nfunction M.price(n) return n end\nfunction M.cost(n) return n end\nfunction M.lone() end\nreturn M\n",
		"spec/shop_spec.lua": "local shop = require('shop')\nlocal function help(n) return shop.cost(n) end\ndescribe('shop', function()\n  it('asks', function() assert.equal(shop.price(1), 1) end)\n  it('asks', function() help(1) end)\nend)\n",
	},
	"pest": {
		"src/shop.php":       "<?php\nfunction price($n) { return $n; }\nfunction cost($n) { return $n; }\nfunction lone() {}\n",
		"tests/ShopTest.php": "<?php\nrequire_once __DIR__ . '/../src/shop.php';\nfunction help($n) { return cost($n); }\ndescribe('shop', function () {\n    it('asks', function () { expect(price(1))->toBe(1); });\n    test('asks', fn () => help(1));\n});\n",
	},
	"kotest": {
		"src/Shop.kt":      "package shop\n\nfun price(n: Int) = n\nfun cost(n: Int) = n\nfun lone() {}\n",
		"test/ShopTest.kt": "package shop\n\nfun help(n: Int) = cost(n)\n\nclass ShopTest : FunSpec({\n    context(\"shop\") {\n        test(\"asks\") { price(1) }\n        test(\"asks\") { help(1) }\n    }\n})\n",
	},
}

func TestTitledTests(t *testing.T) {
	for name, files := range titled {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t, files)
			source := ""
			for path, text := range files {
				if strings.Contains(text, "lone") {
					source = path
				}
			}
			by := func(what string) []string {
				t.Helper()
				what = source + "#" + what
				return ids(must[*smp.NavigateResult](t)(r.m.Navigate(bg, smp.NavigateQuery{Query: what, Relationships: true})).Related["tested_by"])
			}
			price, cost := by("price"), by("cost")
			titled := func(list []string) bool {
				return slices.ContainsFunc(list, func(id string) bool { return strings.HasPrefix(id, "test:") && strings.Contains(id, ".asks") })
			}
			if !titled(price) {
				t.Errorf("price is tested by %q", price)
			}
			if !titled(cost) || slices.Equal(price, cost) {
				t.Errorf("cost is tested through a helper by %q", cost)
			}
			if lone := by("lone"); len(lone) > 0 {
				t.Errorf("lone is tested by %q", lone)
			}
			problems, err := r.m.Doctor(bg)
			if err != nil || len(problems) > 0 {
				t.Error(problems, err)
			}
			for _, call := range r.calls() {
				if strings.Contains(call, "#asks") || strings.Contains(call, "#shop ->") {
					t.Errorf("scripts are told of the title: %s", call)
				}
			}
		})
	}
}

// A title names nothing: neither calls nor questions mean it.
func TestTitlesAreNoNames(t *testing.T) {
	r := newRepo(t, map[string]string{
		"a.js":      "export class Cart { total() { return 1 } }\nexport function save() {}\n",
		"a.test.js": "import { Cart, save } from './a'\ndescribe('Cart', () => {\n  it('total', () => { new Cart().total() })\n  it('save', () => { save() })\n  it('other', () => { missing() })\n})\nit('missing', () => {})\n",
	})
	for ref, want := range map[string]string{"Cart": "class:a.js#Cart", "total": "func:a.js#Cart.total", "save": "func:a.js#save", "a.test.js#Cart.save": "test:a.test.js#Cart.save", "other": "test:a.test.js#Cart.other"} {
		if res, err := r.m.Navigate(bg, smp.NavigateQuery{Query: ref}); err != nil || res.Entity.ID != want {
			t.Errorf("%s: %v", ref, err)
		}
	}
	for _, call := range r.calls() {
		if strings.Contains(call, "#missing") {
			t.Errorf("a call is bound to a title: %s", call)
		}
	}
}

// Blocks in blocks without end, and very many of them, are bounded.
func TestManyTestBlocks(t *testing.T) {
	deep := strings.Repeat("describe('a', () => {\n", 60) + "it('b', () => {})\n" + strings.Repeat("})\n", 60)
	var wide strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&wide, "it('same', () => { f(%d) })\n", i)
	}
	r := newRepo(t, map[string]string{"deep.test.js": deep, "wide.test.js": "function f() {}\n" + wide.String(), "run.js": "it('x', cb)\nother('y', () => {})\nfunction it2() {}\n"})
	problems, err := r.m.Doctor(bg)
	if err != nil || len(problems) > 0 {
		t.Error(problems, err)
	}
	if _, err := r.m.Navigate(bg, smp.NavigateQuery{Query: "test:wide.test.js#same~3000"}); err != nil {
		t.Error(err)
	}
	if res := must[*smp.SearchResult](t)(r.m.Search(bg, smp.SearchQuery{Query: "x", Filter: smp.SearchFilter{NodeTypes: []string{"Test"}, Scope: "file:run.js"}})); res.Total != 0 {
		t.Errorf("%+v", res)
	}
}
