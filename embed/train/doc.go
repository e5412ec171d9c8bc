// Package train makes the table of package embed: a vector per word stem,
// learned from public code so that a docstring's first sentence lies near the
// symbol that it describes.
//
// # Material
//
// repos.tsv pins the repositories with their commits and licences; only
// permissive ones are taken. heldout.txt names those that retrieval is
// measured on. [Repos] refuses a list that has one of them, also as a fork,
// and [Extract] leaves out every symbol whose body stands in one of them, and
// refuses a repository that has many such.
//
// # Method
//
// A symbol and a question are the weighted sums of the vectors of their words,
// scaled to length 1. A step takes some hundred pairs, half of each
// repository in a row, so that most wrong answers of a step are from the same
// project, and moves the vectors towards softmax in both directions: the
// question to its symbol, the symbol to its question. See README.md for what
// was tried, and what each of it is worth.
//
// # Running it
//
//	go run ./embed/train/cmd extract -repos DIR -out CORPUS
//	go run ./embed/train/cmd train -corpus CORPUS -out embed/table.semb
//
// DIR has one checkout per repository, named owner+name, of the commit in
// repos.tsv, and those of heldout.txt. The same corpus, options and machine
// give the same table, however many processors there are.
package train
