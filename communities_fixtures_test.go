package smp_test

import (
	"fmt"
	"strings"
)

// town is a project of Go packages: within a package every function calls
// others, and one in ten calls the package below.
func town() map[string]string {
	files := map[string]string{"go.mod": "module example.com/town\n\ngo 1.24\n", "README.md": "# Town\n\n## Parts\n"}
	below := ""
	for _, pkg := range []string{"storage/disk", "storage/index", "auth/session", "auth/oauth", "billing/invoice", "web/handler"} {
		name := pkg[strings.LastIndexByte(pkg, '/')+1:]
		for f := range 3 {
			files[fmt.Sprintf("%s/part%d.go", pkg, f)] = townFile(name, below, f)
		}
		files[pkg+"/"+name+"_test.go"] = fmt.Sprintf("package %s\n\nimport \"testing\"\n\nfunc Test%s(t *testing.T) {\n\tDo%s0(1)\n\tDo%s11(1)\n}\n", name, title(name), title(name), title(name))
		below = pkg
	}
	return files
}

func townFile(name, below string, f int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "package %s\n\n", name)
	base := below[strings.LastIndexByte(below, '/')+1:]
	if below != "" && f == 0 {
		fmt.Fprintf(&s, "import %q\n\n", "example.com/town/"+below)
	}
	for k := range 8 {
		i := 8*f + k
		fmt.Fprintf(&s, "// Do%s%d is step %d.\nfunc Do%s%d(x int) int {\n", title(name), i, i, title(name), i)
		for _, o := range []int{(i + 1) % 24, (i*5 + 3) % 24, (i*7 + 11) % 24} {
			if o != i {
				fmt.Fprintf(&s, "\tx += Do%s%d(x)\n", title(name), o)
			}
		}
		if below != "" && i%8 == 0 && f == 0 {
			fmt.Fprintf(&s, "\tx += %s.Do%s%d(x)\n", base, title(base), i)
		}
		s.WriteString("\treturn x\n}\n\n")
	}
	return s.String()
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
