// Package scan makes of files what the graph keeps of them: facts, words and
// vectors, from the disk or from what was pushed, once for each content.
//
// It links nothing and writes nothing.
package scan
