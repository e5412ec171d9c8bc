package config

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// uses notes what an expression refers to, by the address of its block:
// var.x, local.x, module.x, data.type.name, type.name.
func (s *hclScanner) uses(def int32, i, end int) {
	if def == facts.None {
		return
	}
	for i < end {
		if !isWord(s.src[i]) {
			i++
			continue
		}
		start := i
		i = min(wordEnd(s.src, i, "-."), end)
		if start > 0 && s.src[start-1] == '"' || i < len(s.src) && s.src[i] == '(' {
			continue // text, a call
		}
		if name := referred(string(s.src[start:i])); name != "" {
			s.b.Ref(def, name, start)
		}
	}
}

// referred is the address that a dotted expression begins with, "" if it is
// none: resource types have an underscore, which attributes of each, count and
// self do not.
func referred(expr string) string {
	parts := strings.Split(expr, ".")
	n := 2
	switch parts[0] {
	case "var", "local", "module":
	case "data":
		n = 3
	default:
		if !strings.Contains(parts[0], "_") {
			return ""
		}
	}
	if len(parts) < n || parts[n-1] == "" {
		return ""
	}
	return strings.Join(parts[:n], ".")
}
