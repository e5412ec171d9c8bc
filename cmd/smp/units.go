package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// percent is a share; one that is not whole never reads as 100 %.
func percent(share float64) string {
	return fmt.Sprintf("%.1f %%", math.Floor(share*1000)/10)
}

// parseSize reads a number of bytes with an optional unit.
func parseSize(s string) (int64, error) {
	text, unit := strings.ToLower(strings.TrimSpace(s)), int64(1)
	text = strings.TrimSuffix(text, "b")
	text = strings.TrimSuffix(text, "i")
	for i, u := range []string{"k", "m", "g"} {
		if t, ok := strings.CutSuffix(text, u); ok {
			text, unit = t, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/unit {
		return 0, fmt.Errorf("%q is no size", s)
	}
	return n * unit, nil
}

// reasonText is a reason for leaving a file out, in words.
func reasonText(reason string) string { return strings.ReplaceAll(reason, "_", " ") }
