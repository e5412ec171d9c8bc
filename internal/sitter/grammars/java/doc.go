// Package java holds the Java grammar.
package java
