// Package typescript holds the TypeScript and TSX grammars.
package typescript
