// Package extract turns a syntax tree into facts. What is common to languages
// is here: building definitions, bindings, expressions, types and call sites,
// scopes and visible ranges, docstrings, signatures, complexity. What a
// language's nodes mean is said by its Table (a declarative text) and a few
// hooks, in packages below index/lang.
//
// It knows syntax trees and facts; it knows no repository, no other file than
// the one at hand, and no rule of linking.
package extract
