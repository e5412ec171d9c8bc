package archive_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/merkle/archive"
)

func Example() {
	dir, err := os.MkdirTemp("", "archive")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "tree")
	if err := os.WriteFile(file, []byte("a tree"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	members := []archive.Source{{Name: "tree.bin", Path: file}}
	m := &archive.Manifest{SnapshotID: "snap_4f8a2c", RootHash: strings.Repeat("0", 64), Scope: "full", Schema: 3}
	if err := m.Describe(members); err != nil {
		fmt.Println(err)
		return
	}
	var b bytes.Buffer
	if _, err := archive.Write(&b, m, members, nil); err != nil {
		fmt.Println(err)
		return
	}
	r, err := archive.NewReader(&b, archive.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	fmt.Println(r.Manifest.SnapshotID, len(r.Signature))
	err = r.Extract(func(archive.Member) (io.Writer, error) { return os.Stdout, nil })
	fmt.Println()
	fmt.Println(err)
	// Output:
	// snap_4f8a2c 0
	// a tree
	// <nil>
}
