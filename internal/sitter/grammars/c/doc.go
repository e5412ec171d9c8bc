// Package c holds the grammar of C.
package c
