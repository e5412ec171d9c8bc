// Command histories walks the real history of repositories, forwards and back,
// and holds the graph after each step against one that is indexed from nothing.
//
//	go run ./bench/histories [-steps 50] [-stride 1] DIR...
//
// Each DIR is a git repository; it is cloned, not written to. A step is taken
// by a process that keeps the graph up to date by index runs, by one that knows
// nothing but what the index file says, and by one that is told of the files
// that the step concerns, as a watcher would. It prints a line for each
// repository, and exits with 1 if any graph differs.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(0)
	steps := flag.Int("steps", 50, "commits to walk over")
	stride := flag.Int("stride", 1, "commits in a step")
	keep := flag.String("keep", "", "write the dumps of graphs that differ into this folder")
	flag.Parse()
	differing := 0
	fmt.Println("| repository | files | steps | differ | fresh, CPU s | kept, CPU s | anew, CPU s | told, CPU s | dearest step, of its fresh run |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	for _, dir := range flag.Args() {
		w, err := walk(context.Background(), dir, *steps, *stride, *keep)
		if err != nil {
			log.Fatalf("%s: %v", dir, err)
		}
		differing += w.differ
		fmt.Printf("| %s | %d | %d | %d | %.1f | %.1f | %.1f | %.1f | %.2f |\n", filepath.Base(dir), w.files, w.steps, w.differ,
			w.fresh.Seconds(), w.spent[0].Seconds(), w.spent[1].Seconds(), w.spent[2].Seconds(), w.dearest)
	}
	if differing > 0 {
		os.Exit(1)
	}
}

// cpu is the time that the process has had on all processors.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
