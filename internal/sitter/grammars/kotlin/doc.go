// Package kotlin holds the Kotlin grammar.
package kotlin
