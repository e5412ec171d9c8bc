// Custom-language indexes a folder of Elm sources, a language that this
// program adds, and prints the calls.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/structural-memory/smp"

	_ "github.com/structural-memory/smp/examples/custom-language/elm"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: custom-language FOLDER")
	}
	ctx := context.Background()
	m, err := smp.Open(ctx, ":memory:", smp.WithRoot(os.Args[1]))
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		log.Fatal(err)
	}
	err = m.EachCall(ctx, func(c smp.CallRow) error {
		if c.Resolved {
			fmt.Printf("%s:%d %s calls %s\n", c.CallerFile, c.CallLine, c.CallerName, *c.CalleeName)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
}
