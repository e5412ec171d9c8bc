// Command agent edits one file through a running server, step by step: session,
// guard, context, dry run, checkpoint, write, update, close.
//
//	smp serve &
//	go run ./examples/agent -file src/auth.py -old "retries = 3" -new "retries = 5"
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/structural-memory/smp/client"
)

func main() {
	url := flag.String("url", "http://127.0.0.1:7433/rpc", "the server")
	token := flag.String("token", os.Getenv("SMP_TOKEN"), "its token, where it needs one")
	root := flag.String("root", ".", "the repository")
	file := flag.String("file", "", "the file, relative to the repository")
	old := flag.String("old", "", "the text to replace, once")
	text := flag.String("new", "", "what takes its place")
	flag.Parse()
	if *file == "" || *old == "" {
		flag.Usage()
		os.Exit(2)
	}
	c := client.HTTP(*url, client.WithToken(*token))
	defer c.Close()
	a := &Agent{ID: "example-agent", Root: *root, SMP: c, Say: func(step, outcome string) { fmt.Printf("%-10s  %s\n", step, outcome) }}
	err := a.Edit(context.Background(), *file, "replace "+*old, func(was string) (string, error) {
		if strings.Count(was, *old) != 1 {
			return "", fmt.Errorf("%q stands %d times in %s; name a text that stands there once", *old, strings.Count(was, *old), *file)
		}
		return strings.Replace(was, *old, *text, 1), nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
