// Package csharp extracts C#: namespaces, types with their members, generics,
// patterns, extension methods, top-level statements.
//
// It knows C#'s syntax; it knows no assembly, no project file and no rule of
// overload resolution.
package csharp
