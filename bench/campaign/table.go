package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// printTable writes results as Markdown: totals first, then a row a repository.
func printTable(w io.Writer, results []result) {
	slices.SortFunc(results, func(a, b result) int { return strings.Compare(a.Repository, b.Repository) })
	var tried, failed, lines int
	for _, r := range results {
		if r.Skipped != "" {
			continue
		}
		tried++
		lines += r.Lines
		if len(r.Failures) > 0 {
			failed++
		}
	}
	fmt.Fprintf(w, "%d repositories, %.1f million lines: %d without a fault, %d with; %d left out.\n\n", tried, float64(lines)/1e6, tried-failed, failed, len(results)-tried)
	fmt.Fprintln(w, "| repository | lines | first run, CPU s | nothing to do | edits | MB | faults |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, r := range results {
		if r.Skipped != "" {
			fmt.Fprintf(w, "| %s | | | | | | left out: %s |\n", r.Repository, r.Skipped)
			continue
		}
		var faults []string
		for _, f := range r.Failures {
			faults = append(faults, f.Step+": "+f.What)
		}
		fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | %.1f | %.0f | %s |\n", r.Repository, r.Lines, r.FirstCPU, r.IdleCPU, r.EditCPU, r.PeakMB, strings.Join(faults, "; "))
	}
}
