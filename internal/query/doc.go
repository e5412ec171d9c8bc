// Package query answers what a graph can be asked, one file a question: where
// is it, who calls it, what breaks, how does one get there, what is like it.
//
// It changes nothing, and does not know whether it asks the head or a view.
package query
