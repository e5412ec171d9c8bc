package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/structural-memory/smp"
)

type annotateCommand struct {
	askFlags
	Name        string   `arg:"" optional:"" help:"An id, path#name, path:line, qualified or bare name."`
	Description string   `arg:"" optional:"" help:"What it does, in a sentence."`
	Tag         []string `short:"t" sep:"," placeholder:"TAG" help:"Tags in place of those that it has. May be repeated."`
	Force       bool     `short:"f" help:"Describe it although it has a docstring."`
	Bulk        string   `placeholder:"FILE" help:"Annotate many: a JSON document {\"annotations\": [{\"node_id\", \"description\", \"tags\"}]}; - reads standard input."`
}

func (*annotateCommand) Help() string {
	return `What is said by hand belongs to the definition's id: it stays when the code around it changes, and when it is gone for a while. smp enrich batch lists what needs it.

Examples:

    smp annotate xT9_handler "Processes Stripe webhooks." --tag billing,webhook
    smp annotate --bulk annotations.json`
}

func (c *annotateCommand) Run(a *app) error {
	switch {
	case c.Bulk != "" && c.Name != "":
		return badParam("bulk", c.Bulk, "the file names what is annotated; leave the name out")
	case c.Bulk == "" && c.Name == "":
		return badParam("name", "empty", "name what is annotated, or a file with --bulk")
	}
	return a.ask(&c.askFlags, func(m *smp.Memory) error {
		if c.Bulk != "" {
			return c.bulk(a, m)
		}
		res, err := m.Annotate(a.ctx, c.Name, smp.Annotation{Description: c.Description, Tags: c.Tag, Force: c.Force})
		if err != nil {
			return err
		}
		return a.answer(res, func(p *page) { p.line("%s is annotated", p.bold(res.NodeID)) })
	})
}

func (c *annotateCommand) bulk(a *app, m *smp.Memory) error {
	all, err := c.read()
	if err != nil {
		return badParam("bulk", c.Bulk, err.Error())
	}
	res, err := m.AnnotateBulk(a.ctx, all)
	if err != nil {
		return err
	}
	err = a.answer(res, func(p *page) {
		p.line("%s annotated", p.bold(number(res.Annotated)))
		list(p, "failed", res.Failures, 0, c.shown(), func(f smp.AnnotationFailure) []string { return []string{f.NodeID, f.Message} })
	})
	if err == nil && res.Failed > 0 {
		err = errNegative
	}
	return err
}

func (c *annotateCommand) read() ([]smp.NodeAnnotation, error) {
	read := func() ([]byte, error) { return os.ReadFile(c.Bulk) }
	if c.Bulk == "-" {
		read = func() ([]byte, error) { return io.ReadAll(os.Stdin) }
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	var doc struct {
		Annotations []smp.NodeAnnotation `json:"annotations"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("it is no such JSON document: %w", err)
	}
	for i := range doc.Annotations {
		doc.Annotations[i].Force = doc.Annotations[i].Force || c.Force
	}
	return doc.Annotations, nil
}
