// Package scala holds the Scala grammar, versions 2 and 3.
package scala
