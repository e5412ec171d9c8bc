// Package java extracts Java: classes, interfaces, enums, records and
// annotations, their members, local and anonymous classes, and what a method
// calls, with the types that its receivers and arguments were declared with.
//
// It knows Java's syntax and visibility; it knows no class path and resolves
// no name.
package java
