// Package python holds the Python grammar.
package python
