package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/structural-memory/smp"
)

// writer builds a text.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// section is a heading with the number of what follows.
func (w *writer) section(title string, n int) { w.line("\n## %s (%d)\n", title, n) }

// more says how many entries a list leaves out.
func (w *writer) more(n int) {
	if n > 0 {
		w.line("- … %d more", n)
	}
}

// code is text as code, whatever is in it.
func code(s string) string {
	if s == "" {
		return ""
	}
	s = strings.Join(strings.Fields(s), " ")
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// at is a place in the repository.
func at(file string, line int) string {
	file = PlainLine(file)
	if line > 0 {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return file
}

// refLine is a node in a list.
func refLine(n smp.NodeRef) string {
	if n.File == "" {
		return fmt.Sprintf("- %s %s", code(n.Name), strings.ToLower(n.Type))
	}
	return fmt.Sprintf("- %s %s · %s", code(n.Name), strings.ToLower(n.Type), at(n.File, n.Line))
}

// plural is a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ch") {
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// certainty says what an answer does not know, or nothing.
func (w *writer) certainty(c smp.Certainty) {
	if c.Certain {
		return
	}
	var parts []string
	if c.UnresolvedSameName > 0 {
		parts = append(parts, fmt.Sprintf("%s of the same name elsewhere", plural(c.UnresolvedSameName, "unlinked call")))
	}
	if c.UnresolvedInside > 0 {
		parts = append(parts, fmt.Sprintf("%s inside", plural(c.UnresolvedInside, "unlinked call")))
	}
	if x := c.NotLookedAt; x != nil {
		parts = append(parts, fmt.Sprintf("%s not read or not linked may concern it (%s: %s)", plural(x.Count, "file"), x.Files[0].File, x.Files[0].Why))
	}
	w.line("\n> Not certain: %s.", strings.Join(parts, ", "))
}

// Markdown is the form of a result that has none of its own: fields as a list,
// lists of objects as tables.
func Markdown(result any) string {
	raw, err := encode(result)
	if err != nil {
		return err.Error()
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	w := &writer{}
	v := readOrdered(d)
	if o, ok := v.(*ordered); ok {
		w.object(o, 0)
	} else {
		w.line("%s", inline(v))
	}
	return Plain(w.String())
}

// ordered is an object whose fields keep their order.
type ordered struct {
	keys   []string
	values map[string]any
}

func readOrdered(d *json.Decoder) any {
	t, err := d.Token()
	if err != nil {
		return nil
	}
	switch t {
	case json.Delim('{'):
		o := &ordered{values: map[string]any{}}
		for d.More() {
			k, _ := d.Token()
			o.keys = append(o.keys, k.(string))
			o.values[k.(string)] = readOrdered(d)
		}
		_, _ = d.Token()
		return o
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, readOrdered(d))
		}
		_, _ = d.Token()
		return list
	}
	return t
}

func (w *writer) object(o *ordered, level int) {
	indent := strings.Repeat("  ", level)
	for _, k := range o.keys {
		v := o.values[k]
		k = PlainLine(k)
		switch v := v.(type) {
		case *ordered:
			w.line("%s- **%s**", indent, k)
			w.object(v, level+1)
		case []any:
			if rows, cols := tabular(v); cols != nil && level == 0 {
				w.line("\n**%s** (%d)\n", k, len(rows))
				w.table(rows, cols)
				continue
			}
			w.line("%s- **%s**: %s", indent, k, inline(v))
		default:
			w.line("%s- **%s**: %s", indent, k, inline(v))
		}
	}
}

// tabular gives the rows and columns of a list of objects.
func tabular(list []any) (rows []*ordered, cols []string) {
	seen := map[string]bool{}
	for _, v := range list {
		o, ok := v.(*ordered)
		if !ok {
			return nil, nil
		}
		rows = append(rows, o)
		for _, k := range o.keys {
			if !seen[k] {
				seen[k] = true
				cols = append(cols, k)
			}
		}
	}
	return rows, cols
}

func (w *writer) table(rows []*ordered, cols []string) {
	w.line("| %s |", strings.Join(cols, " | "))
	w.line("|%s", strings.Repeat("---|", len(cols)))
	for _, r := range rows {
		cells := make([]string, len(cols))
		for i, c := range cols {
			if v, ok := r.values[c]; ok {
				cells[i] = strings.ReplaceAll(inline(v), "|", `\|`)
			}
		}
		w.line("| %s |", strings.Join(cells, " | "))
	}
	w.line("")
}

// inline is a value on one line.
func inline(v any) string {
	switch x := v.(type) {
	case nil:
		return "–"
	case string:
		return strings.Join(strings.Fields(x), " ")
	case []any:
		parts := make([]string, len(x))
		for i, e := range x {
			parts[i] = inline(e)
		}
		if len(parts) == 0 {
			return "none"
		}
		return strings.Join(parts, ", ")
	case *ordered:
		parts := make([]string, len(x.keys))
		for i, k := range x.keys {
			parts[i] = PlainLine(k) + " " + inline(x.values[k])
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(v)
}
