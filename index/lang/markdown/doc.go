// Package markdown extracts pages: Markdown (.md, .markdown, .mdx) and, by
// headings and roles only, reStructuredText (.rst).
//
// Headings become Section definitions, "h1" to "h6", nested by level, each
// spanning all that stands below it, with the first paragraph as its Doc; the
// page's own Doc is its first paragraph. A heading's explicit id ({#id}) is
// kept as a decorator. Keys of the front matter become Config definitions of
// the form "front_matter", tags below them the form "tag"; the title and the
// aliases are Exports, since they are names that other pages use for this one.
//
// Links carry their target as written, without the anchor: inline and
// reference links, autolinks, bare addresses, images (Embed), href and src of
// inline HTML, [[wiki|alias]], [[page#heading]] and ![[embed]] (Wiki). Code
// spans that look like a symbol or a path are Links with Code set: Target is
// the symbol without its call brackets, or the path with a line number as the
// anchor "L12". Code blocks hold no links.
//
// Blocks are read line by line and inlines by one pass, after CommonMark with
// GitHub's bare addresses; emphasis is not parsed, since it changes no link.
// The tests hold headings, links and code spans against goldmark.
//
// It knows no other page than the one at hand, and does not resolve links.
package markdown
