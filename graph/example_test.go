package graph_test

import (
	"fmt"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// An id names the kind and the place, never a line.
func ExampleID() {
	fmt.Println(graph.ID(facts.Function, "src/auth/login.ts", "AuthService.login", ""))
	fmt.Println(graph.ID(facts.Function, "A.java", "A.login", "(String,int)"))
	fmt.Println(graph.ID(facts.Package, "src/auth", "", ""))
	// Output:
	// func:src/auth/login.ts#AuthService.login
	// func:A.java#A.login(String,int)
	// pkg:src/auth
}
