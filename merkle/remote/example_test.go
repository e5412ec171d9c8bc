package remote_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/structural-memory/smp/merkle/remote"
)

func Example() {
	dir, err := os.MkdirTemp("", "team")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := remote.Open(dir, os.Getenv)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = remote.Nearest(context.Background(), s, []string{strings.Repeat("a", 40)}, "full", 3)
	fmt.Println(errors.Is(err, remote.ErrNotFound))
	// Output: true
}
