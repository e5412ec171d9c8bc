package cluster_test

import (
	"fmt"

	"github.com/structural-memory/smp/graph/cluster"
)

// Two triangles with one edge between them.
func Example() {
	edges := []cluster.Edge{{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {3, 4, 1}, {4, 5, 1}, {5, 3, 1}, {2, 3, 1}}
	fmt.Println(cluster.Louvain(cluster.Undirected(6, edges), 1, 1))
	part := []int32{0, 0, 0, 1, 1, 1}
	q, _ := cluster.Modularity(cluster.Undirected(6, edges), part, 2, 1)
	fmt.Printf("modularity %.3f\n", q)
	for _, c := range cluster.Couple(edges, part, 2, 1).Pairs {
		fmt.Printf("%d -> %d: %d edge, weight %.2f\n", c.A, c.B, c.Edges, c.Weight)
	}
	// Output:
	// [0 0 0 1 1 1]
	// modularity 0.357
	// 0 -> 1: 1 edge, weight 0.25
}
