// Package copies keeps the graph, and the texts that it was made of, as they
// were for the sessions that go on reading them: nothing is written over what
// somebody reads.
//
// It does not know what a copy is shown as; that is package views.
package copies
