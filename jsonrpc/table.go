package jsonrpc

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// table is made once: the rows in the order of the documentation, and by name.
var table struct {
	once   sync.Once
	rows   []*Method
	byName map[string]*Method
}

func rows() (list []*Method, byName map[string]*Method) {
	table.once.Do(func() {
		table.byName = map[string]*Method{}
		for _, group := range [][]*Method{serverRows(), memoryRows(), syncRows(), indexRows(), queryRows(), locateRows(), linkerRows(), enrichRows(), communityRows(), sessionRows(), guardRows(), planRows(), dryRunRows(), auditRows(), telemetryRows(), arborRows()} {
			table.rows = append(table.rows, group...)
		}
		for _, row := range table.rows {
			for _, name := range append([]string{row.Name}, row.Aliases...) {
				if table.byName[name] != nil {
					panic("two methods are called " + name)
				}
				table.byName[name] = row
			}
		}
	})
	return table.rows, table.byName
}

// Methods is the table.
func Methods() []*Method {
	list, _ := rows()
	return list
}

// Lookup is the row of a method, by its name or an alias; nil if there is none.
func Lookup(name string) *Method {
	_, byName := rows()
	return byName[name]
}

// nearMethods are the names that are closest to one that does not exist.
func nearMethods(name string) []string {
	type near struct {
		name string
		far  int
	}
	var all []near
	_, byName := rows()
	for n := range byName {
		far := distance(strings.ToLower(n), strings.ToLower(name))
		if strings.HasSuffix(n, "/"+name) || strings.HasPrefix(n, name+"/") {
			far = 0
		}
		if far <= max(2, len(name)/3) {
			all = append(all, near{n, far})
		}
	}
	slices.SortFunc(all, func(a, b near) int { return cmp.Or(a.far-b.far, strings.Compare(a.name, b.name)) })
	out := []string{}
	for _, n := range all[:min(len(all), 3)] {
		out = append(out, n.name)
	}
	return out
}

// distance is how many letters must be put in, taken out or replaced to make
// one word of the other.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
