// Package keys keeps Ed25519 keys in a folder: those that this machine signs
// with, and those of others that it trusts.
//
// A key is a file ID.pub with the public half and, where it was made here, a
// file ID.key with the private half, both in the usual PEM forms. Private
// halves are readable by their owner only, are never given out and appear in
// no message. A key that is in the folder is trusted; an id stands for one
// key for good.
//
// The package knows keys and the files that they are in. It must not know what
// is signed.
package keys
