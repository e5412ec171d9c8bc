// Package cpp holds the grammar of C++.
package cpp
