// Package csharp holds the C# grammar.
package csharp
