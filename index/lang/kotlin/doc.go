// Package kotlin extracts Kotlin: classes, objects, interfaces, properties,
// functions and extensions, lambdas with their implicit parameter, smart casts,
// and what a function calls.
//
// It knows Kotlin's syntax and visibility; it knows no class path and resolves
// no name.
package kotlin
