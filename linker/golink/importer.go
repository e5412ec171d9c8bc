package golink

import (
	"errors"
	"go/types"

	"github.com/structural-memory/smp/index/lang/golang"
)

var errOutside = errors.New("outside the repository")

// importer gives one check its imports: packages of the repository, the stubs
// of the standard library, and empty packages for all others.
type importer struct {
	l        *Linker
	from     *pkg
	lib      bool // for declarations of plain files, which see what was checked before
	outsider map[string]*types.Package
}

func (im *importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := im.l.resolve(im.from, path); p != nil {
		if ly := im.layer(p); ly != nil && p.givenUp == "" {
			return ly.face, nil
		}
	} else if p := stubs.get(path); p != nil {
		return p, nil
	}
	p := im.outsider[path]
	if p == nil {
		p = types.NewPackage(path, golang.PackageName(path))
		im.outsider[path] = p
	}
	// With an error the checker takes the package as unknown, and names that
	// are not in it are no errors.
	return p, errOutside
}

// layer is what the importing package sees of another one: external tests see
// the tests of their own package.
func (im *importer) layer(p *pkg) *layer {
	if p == im.from || im.lib && p.order > im.from.order {
		return nil
	}
	if p.dir == im.from.dir && im.from.external() {
		return p.all
	}
	return p.lib
}
