// Package vec holds many vectors of length 1 in one byte a dimension, and
// finds the best for a query: exactly, in a few milliseconds for a hundred
// thousand of them, without an index that must be built or tuned.
//
// A vector is packed into a scale and signed bytes (see [Pack]); what is
// compared with a query is that packed vector, in the file as in memory. The
// [Set] scans all of them with whole numbers, which have the same sum on every
// machine, then takes those that could be among the best by the error of that
// scan, and orders these by their exact products. So the result is that of
// computing everything in float64, and ties are in the order of ids.
//
// On amd64 with AVX2 the scan is assembly; elsewhere it is Go with the same
// results. Products of plain float vectors go through vek.
//
// The package knows nothing of what its numbers mean, and imports nothing of
// this module.
package vec
