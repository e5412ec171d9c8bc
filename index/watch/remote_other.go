//go:build !linux

package watch

import "fmt"

// remote says why the system may not see all changes at path; "" where it does.
func remote(string) string { return "" }

// limitReason says which limit is reached.
func limitReason(err error) string {
	return fmt.Sprintf("the system watches no more of them (%v); raise the limit of open files", err)
}
