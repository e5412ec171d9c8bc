package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// latency measures dry runs of edits of bodies and of parameter lists, in a
// process that has the index in its memory already.
func latency(root, db string, n int, seed int64) error {
	ctx := context.Background()
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		return err
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		return err
	}
	var files []string
	err = filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") {
			if info, err := e.Info(); err == nil && info.Size() <= 25<<10 {
				files = append(files, p)
			}
		}
		return err
	})
	if err != nil || len(files) == 0 {
		return err
	}
	rnd := rand.New(rand.NewSource(seed))
	took := map[string][]time.Duration{}
	for range n {
		file := files[rnd.Intn(len(files))]
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for kind, edit := range map[string][2]string{"body": {"\n\treturn ", "\n\tprintln()\n\treturn "}, "parameter": {") error {", ", added int) error {"}} {
			if !bytes.Contains(text, []byte(edit[0])) {
				continue
			}
			proposed := bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1)
			start := time.Now()
			if _, err := m.DryRun(ctx, smp.Proposal{Changes: []smp.FileChange{{Path: file, Content: proposed}}}); err != nil {
				return err
			}
			took[kind] = append(took[kind], time.Since(start))
		}
	}
	for kind, list := range took {
		slices.Sort(list)
		fmt.Printf("%s: %d dry runs, median %v, 90%% %v\n", kind, len(list), list[len(list)/2].Round(100*time.Microsecond), list[len(list)*9/10].Round(100*time.Microsecond))
	}
	return nil
}
