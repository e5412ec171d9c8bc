// Package javascript holds the JavaScript grammar, JSX included.
package javascript
