package framework

import (
	"fmt"
	"strings"
)

type rules map[string]*rule

// rule is what a decorator or a call says. Arguments are named by number, by
// key, or as "last"; "@Name" is the first argument of another decorator.
type rule struct {
	path     []string
	handler  []string
	method   string // "name": that of the call; an argument; or the method itself
	fallback string // where the argument is not there
	needs    string // a decorator of the class around
	slash    bool   // the path begins with a slash
	action   []string
	suffix   string   // of classes that actions name
	file     string   // where they are, from the folder of the file
	actions  []action // what one call stands for
	stages   bool     // the other arguments are called before the handler
	pair     bool     // or "path => action"
	own      bool     // or the path names a method of the controller around
	of       []string // the object that is mounted
	over     bool     // its own path does not count then
	module   string   // mount: a call that names the module that is mounted; scope: the argument that names a folder of controllers
	chain    string   // the call before, in the receiver, that has the path
	nest     string   // what stands between the path and what is inside
	inner    *string  // what stands there instead
}

type action struct{ name, method, path string }

func parseRule(words []string) (*rule, error) {
	r := &rule{method: "name"}
	for _, w := range words {
		key, v, _ := strings.Cut(w, "=")
		list := strings.Split(v, ",")
		switch key {
		case "path":
			r.path = list
		case "handler":
			r.handler = list
		case "method":
			r.method = v
		case "default":
			r.fallback = v
		case "needs":
			r.needs = v
		case "slash":
			r.slash = true
		case "stages":
			r.stages = true
		case "pair":
			r.pair = true
		case "own":
			r.own = true
		case "of":
			r.of = list
		case "over":
			r.over = true
		case "module":
			r.module = v
		case "chain":
			r.chain = v
		case "nest":
			r.nest = v
		case "inner":
			r.inner = &v
		case "action":
			r.action = list
		case "suffix":
			r.suffix = v
		case "file":
			r.file = v
		case "actions":
			for _, a := range list {
				part := append(strings.SplitN(a, ":", 3), "", "")
				r.actions = append(r.actions, action{part[0], part[1], part[2]})
			}
		default:
			return nil, fmt.Errorf("%q is nothing that a rule says", key)
		}
	}
	return r, nil
}
