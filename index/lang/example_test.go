package lang_test

import (
	"fmt"

	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/python"
)

// A language is found by a file's name, or by its first line.
func ExampleDetect() {
	fmt.Println(lang.Detect("a/b.py", nil))
	fmt.Println(lang.Detect("bin/tool", func() []byte { return []byte("#!/usr/bin/env python3\n") }))
	// Output:
	// python
	// python
}
