package sitter

import "testing"

func TestGrammar(t *testing.T) {
	const list, word = 0, 1
	g := Grammar{Name: "words", Kinds: []string{"list", "word"}, Fields: []string{"head"}, Parse: func(src []byte, b *Builder) int32 {
		first := b.Node(word, 0, 1) // children before their parent
		root := b.Node(list, 0, uint32(len(src)))
		b.Add(root, 1, first)
		b.Add(root, 0, b.Node(word, 2, 3))
		b.Add(root, 0, -1)
		b.HasError = src[len(src)-1] == '!'
		return root
	}}
	p := NewParser(g.Language())
	defer p.Close()
	for _, c := range []struct {
		src   string
		wrong bool
	}{{"a\nb", false}, {"a\nb!", true}} {
		tree, err := p.Parse([]byte(c.src))
		if err != nil || tree.HasError != c.wrong || tree.Len() != 3 {
			t.Fatalf("%q: %v, error %v, %d nodes", c.src, err, tree.HasError, tree.Len())
		}
		root := tree.Root()
		if head := root.Field("head"); head.Text() != "a" || head.Line() != 1 || head.Kind() != "word" {
			t.Errorf("head is %s %q on line %d", head.Kind(), head.Text(), head.Line())
		}
		if b := root.Last(); b.Text() != "b" || b.Line() != 2 || b.Parent() != root || b.Next().OK() {
			t.Errorf("last is %q on line %d", b.Text(), b.Line())
		}
	}
}
