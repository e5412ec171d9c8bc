package bash

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add([]byte("#!/bin/bash\n# a\nf() { local b=\"$1\" c; d \"$(e | g)\" && h || $i; }\n. \"$(dirname \"$0\")/j.sh\"; trap k EXIT"))
	f.Add([]byte("@test \"a\" {\n  run b c\n  [ x ]\n}\nload d; source ${e}/f; alias g='h'; i=(1 2); i[0]=$(j); export k=l"))
	f.Add([]byte("case $a in b) c ;; esac; for d in $(e); do f; done <<EOF\n$(g) ${h[i]}\nEOF\nfunction x {"))
	x, err := compiled.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := x.Extract("a.bats", src)
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(got); err != nil {
			t.Error(err)
		}
	})
}
