// Command cmd makes the table of package embed. See package train.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/structural-memory/smp/embed/train"
)

const usage = `usage: cmd extract -repos DIR -out CORPUS
       cmd train -corpus CORPUS -out TABLE [options]

extract reads the checkouts of the repositories in repos.tsv; train makes the
table of what it found. "cmd train -h" lists the options.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "embed/train:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("nothing to do\n%s", usage)
	}
	switch args[0] {
	case "extract":
		return extract(ctx, args[1:])
	case "train":
		return learn(ctx, args[1:])
	}
	return fmt.Errorf("%q is none of the commands\n%s", args[0], usage)
}

func extract(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("extract", flag.ExitOnError)
	dir := f.String("repos", "", "folder of the checkouts, each named owner+name")
	out := f.String("out", "", "file for the corpus")
	if f.Parse(args); *dir == "" || *out == "" {
		return fmt.Errorf("extract needs -repos and -out\n%s", usage)
	}
	repos, err := train.Repos()
	if err != nil {
		return err
	}
	c, err := train.Extract(ctx, *dir, repos, os.Stderr)
	if err != nil {
		return err
	}
	return c.Save(*out)
}

func learn(ctx context.Context, args []string) error {
	o := train.Defaults()
	f := flag.NewFlagSet("train", flag.ExitOnError)
	corpus := f.String("corpus", "", "file that extract wrote")
	out := f.String("out", "", "file for the table; none to only try")
	f.StringVar(&o.Name, "name", o.Name, "name of the model")
	f.IntVar(&o.Dim, "dim", o.Dim, "numbers in a vector, a multiple of 8")
	f.IntVar(&o.Words, "words", o.Words, "words in the table")
	f.IntVar(&o.MinCount, "min-count", o.MinCount, "how often a word must occur")
	f.BoolVar(&o.Stems, "stems", o.Stems, "stem words")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "seed of all that is random")
	f.IntVar(&o.Epochs, "epochs", o.Epochs, "how often to go through all pairs")
	f.IntVar(&o.Batch, "batch", o.Batch, "pairs in a step")
	f.IntVar(&o.Chunk, "chunk", o.Chunk, "pairs of one repository in a row")
	f.Float64Var(&o.Near, "near", o.Near, "share of pairs that stay with their neighbours")
	f.Float64Var(&o.Rate, "rate", o.Rate, "how far a step goes")
	f.Float64Var(&o.Temperature, "temperature", o.Temperature, "what cosines are multiplied with")
	f.Float64Var(&o.Backwards, "backwards", o.Backwards, "weight of symbol → question")
	f.IntVar(&o.Pairs, "pairs", o.Pairs, "pairs of a repository, 0 for all")
	f.BoolVar(&o.FreeFields, "free-fields", o.FreeFields, "learn the weights of the fields")
	f.BoolVar(&o.TwoTables, "two-tables", o.TwoTables, "give questions vectors of their own")
	f.BoolVar(&o.TwoScales, "two-scales", o.TwoScales, "give questions weights of their own")
	f.Float64Var(&o.DocDropout, "doc-dropout", o.DocDropout, "how often the rest of the docstring is hidden")
	f.IntVar(&o.MaxBody, "max-body", o.MaxBody, "words of a body")
	f.Float64Var(&o.WeightDecay, "decay", o.WeightDecay, "how much vectors shrink")
	if f.Parse(args); *corpus == "" {
		return fmt.Errorf("train needs -corpus\n%s", usage)
	}
	c, err := train.LoadCorpus(*corpus)
	if err != nil {
		return err
	}
	res, err := train.Train(ctx, c, o, os.Stderr)
	if err != nil {
		return err
	}
	train.Report(os.Stdout, res.Scores)
	if *out == "" {
		return nil
	}
	return os.WriteFile(*out, res.Table.Append(nil), 0o644)
}
