package ruby

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add([]byte("class A::B < C; attr_accessor :d; private; def e(f, *g, h: 1, &i) = j { |k, (l, m)| k.n(&:o) }; end"))
	f.Add([]byte("P = Struct.new(:x) do\n def self.y; @z ||= super; end\nend\ncase q in {r: S => t, u:} if v then w end"))
	f.Add([]byte("describe A do let(:b) { ->(c) { it + _1 } } end; def d; return unless e.is_a?(F); x, (@y, *z) = 1, *g; rescue H => i; self.j = <<~K\nK\n"))
	x, err := compiled.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := x.Extract("a_spec.rb", src)
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(got); err != nil {
			t.Error(err)
		}
	})
}
