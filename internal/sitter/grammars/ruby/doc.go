// Package ruby holds the Ruby grammar.
package ruby
