package train

import "testing"

func TestQuestion(t *testing.T) {
	for _, c := range []struct{ doc, name, query, rest string }{
		{"LoggerWithWriter instances a Logger middleware with the specified writer buffer.\nExample: x.", "LoggerWithWriter", "instances a Logger middleware with the specified writer buffer", ".\nExample: x."},
		{"Returns the {@link Foo parser} for a <b>given</b> input. More.", "get", "Returns the Foo parser for a given input", ". More."},
		{"Read e.g. a file from the disk\n\nand more", "load", "Read e.g. a file from the disk", "\n\nand more"},
		{"Call `store.open_file` to get a new handle quickly", "open_file", "Call to get a new handle quickly", ""},
		{"Makes an open request to the server soon", "open", "Makes an request to the server soon", ""},
		{"Deprecated: use the other function now", "f", "", ""},
		{"Too short", "f", "", ""},
		{"Öffnet eine Datei zum Lesen und Schreiben", "f", "", ""},
		{"the of and to in that which who", "f", "", ""},
		{"", "f", "", ""},
	} {
		query, rest, ok := Question(c.doc, c.name)
		if !ok {
			query, rest = "", c.rest
		}
		if query != c.query || rest != c.rest || ok != (c.query != "") {
			t.Errorf("%q:\n got %q, %q\nwant %q, %q", c.doc, query, rest, c.query, c.rest)
		}
	}
}
