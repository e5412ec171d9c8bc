package main

import (
	"errors"
	"io"
	"os"

	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/merkle/keys"
)

type keyCommand struct {
	New   keyNewCommand   `cmd:"" help:"Make a key to sign snapshots with."`
	List  keyListCommand  `cmd:"" help:"The keys that are trusted here."`
	Trust keyTrustCommand `cmd:"" help:"Trust somebody else's public key."`
	Show  keyShowCommand  `cmd:"" help:"Print the public half of a key, for others to trust."`
}

func (*keyCommand) Help() string {
	return `Snapshots are signed with Ed25519 keys. They are kept in the folder that SMP_KEYS names, by default smp/keys in the user's configuration folder. Private halves are readable by their owner only and never leave that folder.

Examples:

    smp key new key_prod_01
    smp key show key_prod_01 > key_prod_01.pub
    smp key trust key_prod_01 key_prod_01.pub`
}

type keyNewCommand struct {
	ID string `arg:"" optional:"" help:"What it is called; by default after its fingerprint."`
}

func (c *keyNewCommand) Run(a *app) error {
	s, err := keys.Open("")
	if err != nil {
		return err
	}
	k, err := s.New(c.ID)
	if err != nil {
		return badKey(c.ID, err)
	}
	return a.answer(k, func(p *page) {
		p.line("%s  %s", p.bold(k.ID), p.dim(k.Fingerprint))
		p.line("  kept in %s; smp key show %s prints what others need to trust it", s.Dir(), k.ID)
	})
}

type keyListCommand struct{}

// keyListAnswer is what key list prints as JSON.
type keyListAnswer struct {
	Folder string     `json:"folder"`
	Keys   []keys.Key `json:"keys"`
}

func (*keyListCommand) Run(a *app) error {
	s, err := keys.Open("")
	if err != nil {
		return err
	}
	all, err := s.List()
	if err != nil {
		return err
	}
	return a.answer(keyListAnswer{s.Dir(), all}, func(p *page) {
		if len(all) == 0 {
			p.line("no keys in %s; smp key new makes one", s.Dir())
			return
		}
		var rows [][]string
		for _, k := range all {
			what := "trusted"
			if k.CanSign {
				what = "signs"
			}
			rows = append(rows, []string{p.bold(k.ID), what, p.dim(k.Fingerprint)})
		}
		p.table("", "", rows)
	})
}

type keyTrustCommand struct {
	ID     string `arg:"" help:"What the key is called, as in snapshots that it signs."`
	Public string `arg:"" help:"The file with its public half, as PEM or base64, or - for standard input, or the base64 itself."`
}

func (c *keyTrustCommand) Run(a *app) error {
	s, err := keys.Open("")
	if err != nil {
		return err
	}
	text, err := c.text()
	if err != nil {
		return err
	}
	k, err := s.Trust(c.ID, text)
	if err != nil {
		return badKey(c.ID, err)
	}
	return a.answer(k, func(p *page) { p.line("%s is trusted  %s", p.bold(k.ID), p.dim(k.Fingerprint)) })
}

// maxPublic bounds what is read of a public key.
const maxPublic = 16 << 10

func (c *keyTrustCommand) text() (string, error) {
	in := io.Reader(os.Stdin)
	if c.Public != "-" {
		f, err := os.Open(c.Public)
		if errors.Is(err, os.ErrNotExist) {
			return c.Public, nil // the key itself, or nothing at all
		}
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, maxPublic))
	return string(b), err
}

type keyShowCommand struct {
	ID string `arg:"" help:"The key."`
}

// keyShowAnswer is what key show prints as JSON.
type keyShowAnswer struct {
	keys.Key
	PEM string `json:"pem"`
}

func (c *keyShowCommand) Run(a *app) error {
	s, err := keys.Open("")
	if err != nil {
		return err
	}
	k, err := s.Get(c.ID)
	if err != nil {
		return badKey(c.ID, err)
	}
	pem, err := s.ExportPublic(c.ID)
	if err != nil {
		return err
	}
	return a.answer(keyShowAnswer{k, pem}, func(p *page) { _, _ = io.WriteString(p.w, pem) })
}

// badKey is an error of a key as one of the command line.
func badKey(id string, err error) error {
	f := &failure{code: jsonrpc.InvalidParams, exit: exitUsage, text: err.Error(), data: map[string]string{"param": "id", "value": id, "hint": err.Error()}}
	if errors.Is(err, keys.ErrUnknown) {
		f.code, f.exit = jsonrpc.NotFound, exitNegative
	}
	return f
}
