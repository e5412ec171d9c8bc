package config

import "github.com/structural-memory/smp/index/lang/outline"

// hideSecretKind leaves only the keys of what a Kubernetes Secret holds. The
// document's keys are the children of parent.
func hideSecretKind(b *outline.Builder, parent int32, kind string) {
	if kind != "Secret" {
		return
	}
	hidden := map[int32]bool{}
	for i := parent + 1; i < int32(len(b.F.Defs)); i++ {
		d := b.Def(i)
		if hidden[d.Parent] || d.Parent == parent && (d.Name == "data" || d.Name == "stringData") {
			hidden[i] = true
			d.Sig, d.Doc = d.Name, ""
		}
	}
}
