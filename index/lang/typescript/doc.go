// Package typescript extracts TypeScript, TSX, JavaScript and JSX: one set of
// tables and hooks, since JavaScript's grammar is a part of TypeScript's.
package typescript
