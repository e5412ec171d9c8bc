// Package rust holds the grammar of Rust.
package rust
