// Package swift holds the Swift grammar.
package swift
