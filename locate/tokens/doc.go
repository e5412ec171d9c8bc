// Package tokens says how many tokens a text takes at most, without a
// tokenizer.
//
// The text is split the way GPT-style tokenizers split it before they merge
// bytes: words with the space before them, numbers of three digits, runs of
// punctuation with the newlines after them, white space. A piece that is known
// to be one token (pieces.txt: frequent in source code, and one token in both
// cl100k_base and o200k_base) counts one. Any other is covered with known
// pieces as well as can be, bytes between them counting one each, and half as
// many are added for what merging does worse than the best cover. No piece
// counts more than its bytes, which no byte-level tokenizer exceeds.
//
// So the estimate is not below either vocabulary on any text that the tests
// try: source code, other scripts, encoded data, noise, random joins of pieces.
// It is about 1.4 times as many on ordinary code; on scripts other than Latin
// three times and more. It is a bound that experience supports, not a theorem:
// a text made to defeat the merging order may exceed it by a few tokens.
//
// The package is pure: it knows no graph, no files, no answers.
package tokens
