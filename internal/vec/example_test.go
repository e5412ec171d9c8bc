package vec_test

import (
	"fmt"

	"github.com/structural-memory/smp/internal/vec"
)

func Example() {
	s := vec.NewSet(3)
	s.Add(10, []float32{1, 0, 0})
	s.Add(20, []float32{0.6, 0.8, 0})
	s.AddPacked(30, vec.Pack([]float32{0, 0, 1}))
	for _, h := range s.TopK([]float32{0, 1, 0}, 2, nil) {
		fmt.Printf("%d %.2f\n", h.ID, h.Score)
	}
	// Output:
	// 20 0.80
	// 10 0.00
}
