package smp

// MergeFrom sets how many documents must have come before the search index is
// merged; for tests.
func MergeFrom(n int) Option { return func(o *options) { o.mergeFrom = n } }
