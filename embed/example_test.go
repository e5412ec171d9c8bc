package embed_test

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/embed"
)

func Example() {
	ctx := context.Background()
	e, err := embed.Default()
	if err != nil {
		fmt.Println(err)
		return
	}
	symbols := []embed.Text{
		{Name: "unlink", Path: "fs/files.c", Signature: "int unlink(const char *path)"},
		{Name: "listen", Path: "net/server.c", Signature: "int listen(int port)"},
	}
	vectors, err := e.Embed(ctx, symbols)
	if err != nil {
		fmt.Println(err)
		return
	}
	query, err := e.EmbedQuery(ctx, "delete a file from disk")
	if err != nil {
		fmt.Println(err)
		return
	}
	dot := func(a, b []float32) (sum float32) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	fmt.Println(dot(query, vectors[0]) > dot(query, vectors[1]))
	// Output: true
}
