// Package lang is the register of languages: what files belong to each, and
// how facts are made of them. A language registers itself when its package is
// imported; package all imports those that SMP ships.
//
// It knows no syntax. To add a language, write one package with a table, a few
// hooks and a folder of golden files, and register it: see
// examples/custom-language.
package lang
