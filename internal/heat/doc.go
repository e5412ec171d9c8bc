// Package heat tells how often definitions change: from the history that git
// has, followed back line by line, and from what agents report.
//
// It does not know what follows from a number.
package heat
