package ignore_test

import (
	"fmt"

	"github.com/structural-memory/smp/index/ignore"
)

// The last rule that matches a path decides.
func Example() {
	files := map[string]string{".gitignore": "*.log\n!keep.log\nbuild/\n"}
	read := func(dir, name string) []byte {
		if dir != "" {
			return nil
		}
		return []byte(files[name])
	}
	m := ignore.NewMatcher(ignore.Base(nil), false, read)
	for _, p := range []string{"a.log", "keep.log", "a.go"} {
		ignored, _ := m.Match(p, false)
		fmt.Println(p, ignored)
	}
	// Output:
	// a.log true
	// keep.log false
	// a.go false
}
