package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/structural-memory/smp/client"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/jsonrpc/transport"
)

var shop = txtar.Parse([]byte(`
-- shop/price.py --
def price(amount: int, rate: int) -> int:
    return amount * rate


def unused():
    return 1
-- shop/cart.py --
from shop.price import price


def total(amounts):
    return sum(price(a, 2) for a in amounts)
`))

// agentOn is an agent with a server of its own.
func agentOn(t *testing.T) (*Agent, *[]string) {
	t.Helper()
	s := servetest.Indexed(t, shop, jsonrpc.Options{})
	h, err := transport.Listen(s, transport.HTTPOptions{Addr: "127.0.0.1:0", Guard: transport.Guard{Open: jsonrpc.Admin}})
	if err != nil {
		t.Fatal(err)
	}
	servetest.Serve(t, h)
	steps := &[]string{}
	c := client.HTTP("http://" + h.Addr().String() + "/rpc")
	t.Cleanup(func() { c.Close() })
	return &Agent{ID: "tester", Root: s.Memory().Root(), SMP: c, Say: func(step, outcome string) {
		*steps = append(*steps, step)
		t.Log(step, outcome)
	}}, steps
}

// TestLoop: an edit that breaks nobody takes every step, and the memory has it.
func TestLoop(t *testing.T) {
	a, steps := agentOn(t)
	err := a.Edit(t.Context(), "shop/price.py", "prices without a fraction", func(text string) (string, error) {
		return strings.Replace(text, "amount * rate", "round(amount * rate)", 1) + "\n\ndef fresh():\n    return price(1, 2)\n", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"session", "guard", "context", "dry run", "checkpoint", "update", "close"}; !slices.Equal(*steps, want) {
		t.Errorf("steps %v, want %v", *steps, want)
	}
	found, err := a.SMP.Navigate(t.Context(), client.NavigateParams{Query: "shop/price.py#fresh"})
	if err != nil || found.Entity.Name != "fresh" {
		t.Errorf("the memory does not have what was written: %+v %v", found, err)
	}
}

// TestRefusal: an edit that breaks a caller is not made, and the session ends.
func TestRefusal(t *testing.T) {
	a, steps := agentOn(t)
	err := a.Edit(t.Context(), "shop/price.py", "a third parameter", func(text string) (string, error) {
		return strings.Replace(text, "rate: int)", "rate: int, tax: int)", 1), nil
	})
	if !errors.Is(err, ErrRefused) {
		t.Fatalf("got %v", err)
	}
	if last := (*steps)[len(*steps)-1]; last != "close" {
		t.Errorf("the last step is %s", last)
	}
	text, err := os.ReadFile(filepath.Join(a.Root, "shop", "price.py"))
	if err != nil || strings.Contains(string(text), "tax") {
		t.Errorf("the file was written: %s %v", text, err)
	}
}
