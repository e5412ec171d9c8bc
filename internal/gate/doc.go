// Package gate judges all that a working tree or a commit changes against a
// base, for CI and hooks: difference, dry run and guard together, with reasons.
package gate
