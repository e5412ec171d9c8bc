package markdown

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/lang/outline"
)

const version = 1

func init() {
	outline.Register(lang.Language{ID: "markdown", Name: "Markdown", Extensions: []string{".md", ".markdown", ".mdx", ".mdown", ".mkd"}, Version: version},
		facts.File, scanMarkdown)
	outline.Register(lang.Language{ID: "rst", Name: "reStructuredText", Extensions: []string{".rst"}, Version: version}, facts.File, scanRST)
}
