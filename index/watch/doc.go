// Package watch tells when something below a folder has changed.
//
// It watches the folders that package walk enters, and no others: what is new
// is watched as it appears, what is gone is let go, links are not followed.
// Changes come as batches of paths, after a moment in which nothing happened,
// or at the latest after a while; a path is a file or a folder with all that is
// in it, and whether it is still there is for the caller to see.
//
// What git does is one batch: while it holds its lock, or has just moved HEAD
// or the index, nothing is delivered. A change of what is left out (.gitignore,
// .smpignore, info/exclude, a repository that begins or ends) is a batch of the
// whole.
//
// Nothing is lost silently. When the system's queue overflows, the whole is
// told; where the system watches no more folders, or cannot see changes because
// they are made on another machine, folders are looked at now and then, and a
// notice says so.
//
// The package does not read files, and knows nothing of languages and graphs.
package watch
