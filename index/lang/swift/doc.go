// Package swift extracts Swift: types with their members, extensions,
// protocols, closures, patterns.
//
// What facts say of Swift in ways of their own:
//   - An extension is a Class of form "extension" with the name of its type,
//     which is also its receiver; its members are definitions in it.
//   - A call keeps the labels of its arguments in the call's Name ("at:_:"; a
//     closure after the parentheses is "*:"), a definition in its Disc.
//   - ".name" is a member of nothing: the context tells of which type.
//   - The payload of an enum's case in a pattern is element i of the member
//     that the case is.
//
// The package knows Swift's syntax; it knows no module and no other file.
package swift
