package lua

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add([]byte("---@class A : B\n---@field c table<D, E[]>|nil\nlocal M = setmetatable({}, { __index = N })\nfunction M:f(a, ...) local self = g(); self.h = a end\nreturn M"))
	f.Add([]byte("local a, b = pcall(require, 'c'), d\nT.U = {}; function T.U.v() end T['w'].x = function(self) end for k, v in pairs(t) do end return { y = function() end, z }"))
	f.Add([]byte("---@param f fun(a: A, b?: fun(): B[]): C?\nfunction f(f) x, y.z, w[1] = f(), g:h() end local function"))
	x, err := compiled.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := x.Extract("a.lua", src)
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(got); err != nil {
			t.Error(err)
		}
	})
}
