package coverage_test

import (
	"fmt"
	"strings"

	"github.com/structural-memory/smp/safety/coverage"
)

func Example() {
	report, err := coverage.Parse(strings.NewReader(`mode: set
example.com/shop/cart/total.go:3.24,5.2 2 1
example.com/shop/cart/total.go:5.2,9.2 2 0
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	covered := report.In(coverage.Tree{
		Root:    "/src/shop",
		Files:   []string{"cart/total.go"},
		Modules: map[string]string{"example.com/shop": "."},
	})
	fmt.Println(covered.Function("cart/total.go", coverage.Range{Start: 3, Name: 3, End: 9}))
	fmt.Println(covered.Function("cart/total.go", coverage.Range{Start: 20, Name: 20, End: 30}))
	// Output:
	// 50 true
	// 0 false
}
