package extract

import "time"

// WithBudget gives the parses of each file so much time while do runs.
func WithBudget(d time.Duration, do func()) {
	defer func(was func(int) time.Duration) { budget = was }(budget)
	budget = func(int) time.Duration { return d }
	do()
}
