// Package bash holds the grammar of shell scripts.
package bash
