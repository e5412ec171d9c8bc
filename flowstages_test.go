package smp_test

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// A flow goes by all that a framework calls on the way: the route, what was
// used for all routes below a path, what stands before the handler, in order.
func TestFlowHasStages(t *testing.T) {
	r := newRepo(t, map[string]string{
		"app.js": `const express = require('express')
const { show } = require('./shelf')
const { limit } = require('./limit')
const app = express()
const router = express.Router()
function log(q, s, next) { next() }
function auth(q, s, next) { check(q) }
function check(q) { return q.user }
app.use(log)
app.use('/shelf', limit, router)
router.get('/books', [auth, limit], show)
app.get('/open', show)
app.use(auth)
`,
		"shelf.js": "const { find } = require('./db')\nfunction show(q, s) { return find(q) }\nmodule.exports = { show }\n",
		"limit.js": "function limit(q, s, next) { next() }\nmodule.exports = { limit }\n",
		"db.js":    "function find(q) { return q }\nmodule.exports = { find }\n",
		"gin.go":   "package shelf\n\nimport \"github.com/gin-gonic/gin\"\n\nfunc auth(c *gin.Context)  {}\nfunc list(c *gin.Context)  { load() }\nfunc load()                {}\nfunc Routes(e *gin.Engine) { e.GET(\"/pens\", auth, list) }\n",
		"go.mod":   "module shelf\n\ngo 1.22\n",
	})
	for start, want := range map[string]struct{ to, path string }{
		"GET /shelf/books": {"db.js#find", "endpoint GET /shelf/books, middleware log, middleware limit, middleware auth, middleware limit, function show, function find"},
		"GET /open":        {"db.js#find", "endpoint GET /open, middleware log, function show, function find"},
		"app.js#auth":      {"app.js#check", "function auth, function check"},
		"GET /pens":        {"gin.go#load", "endpoint GET /pens, middleware auth, function list, function load"},
	} {
		res := must[*smp.FlowResult](t)(r.m.Flow(bg, start, want.to, "execution"))
		var got []string
		for _, s := range res.Path {
			got = append(got, s.Type+" "+s.Node)
		}
		if path := strings.Join(got, ", "); path != want.path {
			t.Errorf("%s:\n%s\nwant\n%s", start, path, want.path)
		}
		if len(res.TypeTransitions) != len(res.Path)-1 {
			t.Errorf("%s: %d transitions between %d stages", start, len(res.TypeTransitions), len(res.Path))
		}
	}
	// What comes before a handler does not handle the route.
	res := must[*smp.NavigateResult](t)(r.m.Navigate(bg, smp.NavigateQuery{Query: "limit.js#limit"}))
	if len(res.Entity.EntryPoints) > 0 {
		t.Errorf("limit handles %v", res.Entity.EntryPoints)
	}
}
