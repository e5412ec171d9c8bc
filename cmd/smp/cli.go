package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/structural-memory/smp/jsonrpc"
)

// commandLine is everything that can be typed.
type commandLine struct {
	Globals

	Index    indexCommand    `cmd:"" group:"memory" help:"Build the index of a repository, or bring it up to date."`
	Status   statusCommand   `cmd:"" group:"memory" help:"What the index holds, and what was left out and why."`
	Watch    watchCommand    `cmd:"" group:"memory" help:"Let the index follow the files until this is interrupted."`
	Hook     hookCommand     `cmd:"" group:"memory" help:"Let the index follow what git does, by git's hooks."`
	Locate   locateCommand   `cmd:"" group:"ask" help:"Find code by what it does, in words."`
	Search   searchCommand   `cmd:"" group:"ask" help:"Search names, signatures, docstrings and tags by words."`
	Navigate navigateCommand `cmd:"" group:"ask" help:"Find a definition and what is around it."`
	Trace    traceCommand    `cmd:"" group:"ask" help:"Follow calls or other relationships from a definition, as a tree."`
	Context  contextCommand  `cmd:"" group:"ask" help:"What to know of a file before editing it."`
	Impact   impactCommand   `cmd:"" group:"ask" help:"What a change of a definition breaks."`
	Diff     diffCommand     `cmd:"" group:"ask" help:"What proposed content changes, definition by definition."`
	Flow     flowCommand     `cmd:"" group:"ask" help:"How execution or data gets from one definition to another."`
	Why      whyCommand      `cmd:"" group:"ask" help:"Why one thing depends on another: the shortest path."`
	Plan     planCommand     `cmd:"" group:"ask" help:"In which order the files of a task are best written, and what is at risk."`
	Hot      hotCommand      `cmd:"" group:"ask" help:"What changes often and has many callers, or how a definition has changed."`
	Report   reportCommand   `cmd:"" group:"ask" help:"Call sites that could not be linked, and what would help."`
	Call     callCommand     `cmd:"" group:"serve" help:"Call any method of the protocol, in this process."`
	Serve    serveCommand    `cmd:"" group:"serve" help:"Answer JSON-RPC over HTTP and WebSocket, and agents by MCP."`
	MCP      mcpCommand      `cmd:"" group:"serve" help:"Serve an agent by MCP on standard input and output, or set one up."`

	Session    sessionCommand    `cmd:"" group:"agents" help:"Open, recover and close the sessions of agents."`
	Guard      guardCommand      `cmd:"" group:"agents" help:"Whether it is safe to write a file."`
	GuardHook  guardHookCommand  `cmd:"" name:"guard-hook" group:"agents" help:"Have an agent's own tools, and commits, ask the guard."`
	Gate       gateCommand       `cmd:"" group:"agents" help:"What a change does to the structure, for CI."`
	Lock       lockCommand       `cmd:"" group:"agents" help:"Claim files for an exclusive session."`
	Unlock     unlockCommand     `cmd:"" group:"agents" help:"Release files."`
	DryRun     dryRunCommand     `cmd:"" name:"dryrun" group:"agents" help:"What proposed content would break, without writing it."`
	Checkpoint checkpointCommand `cmd:"" group:"agents" help:"Keep what some files are before they are written."`
	Rollback   rollbackCommand   `cmd:"" group:"agents" help:"Bring files back to a checkpoint."`
	Audit      auditCommand      `cmd:"" group:"agents" help:"What sessions have done, and whether the record is untouched."`

	Enrich   enrichCommand   `cmd:"" group:"notes" help:"What the source says of definitions: docstrings, comments, types, exceptions."`
	Annotate annotateCommand `cmd:"" group:"notes" help:"Describe and tag a definition by hand."`
	Tag      tagCommand      `cmd:"" group:"notes" help:"Add, remove or replace the tags of a part of the repository."`
	Export   exportCommand   `cmd:"" group:"data" help:"Write what the index holds for other programs."`
	Dump     dumpCommand     `cmd:"" group:"data" help:"Write the whole graph in canonical form, or its hash."`
	Snapshot snapshotCommand `cmd:"" group:"data" help:"Signed snapshots of the index: export, import, push, pull."`
	Key      keyCommand      `cmd:"" group:"data" help:"The keys that snapshots are signed with."`
	Doctor   doctorCommand   `cmd:"" group:"data" help:"Check the index file and the graph in it."`

	Completion completionCommand `cmd:"" group:"other" help:"Write a completion script for bash, zsh or fish."`
	Version    versionCommand    `cmd:"" group:"other" help:"Print the version."`
}

// Globals are the flags that every command takes.
type Globals struct {
	Repo  string `name:"repo" placeholder:"PATH" type:"path" help:"The repository; by default the one around the current folder, or that folder."`
	DB    string `name:"db" placeholder:"FILE" type:"path" help:"The index file; by default .smp/smp.db in the repository."`
	JSON  bool   `name:"json" help:"Print one JSON document; errors as JSON on standard error."`
	Quiet bool   `name:"quiet" short:"q" help:"No progress and no notes on standard error."`

	ShowVersion kong.VersionFlag `name:"version" short:"V" help:"Print the version and the commit that it was made from."`
}

var groups = []kong.Group{
	{Key: "memory", Title: "The index"},
	{Key: "ask", Title: "Questions (each builds the index first if there is none)"},
	{Key: "serve", Title: "The protocol"},
	{Key: "agents", Title: "The work of agents"},
	{Key: "notes", Title: "What is said of the code"},
	{Key: "data", Title: "The data itself"},
	{Key: "other", Title: "Other"},
}

const description = `A structural memory of a code base: every definition, what calls, imports, inherits and uses what, and how sure each of that is, in one file.

A NAME is an id (func:src/auth.ts#Auth.login), a path and name (src/auth.ts#login), a place (src/auth.ts:42), a qualified name (Auth.login) or a bare name. One that fits several definitions is never guessed: the candidates are listed.

Exit codes: 0 success, 1 an honest negative (not found, several fit, no path, problems), 2 wrong usage, 3 failure, 130 interrupted.`

// exit carries kong's exit code for --help out of the parser.
type exit int

// run is the whole program: it parses, runs the command, and reports.
func run(ctx context.Context, args []string, stdout, stderr *os.File) (code int) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case exit:
			code = int(x)
		default:
			panic(x)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	var line commandLine
	parser := newParser(&line, stdout, stderr)
	out := bufio.NewWriterSize(stdout, 64<<10)
	a := &app{ctx: ctx, Globals: &line.Globals, out: out, log: stderr, style: styleOf(stdout), logStyle: styleOf(stderr)}
	parsed, err := parser.Parse(args)
	if err != nil {
		line.JSON = line.JSON || slices.Contains(args, "--json")
		return a.fail(usageError(err))
	}
	a.flags = flagsOf(parsed)
	a.methods = strings.HasPrefix(parsed.Command(), "call")
	err = parsed.Run(a)
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	return a.fail(err)
}

func newParser(line *commandLine, stdout, stderr *os.File) *kong.Kong {
	return kong.Must(line,
		kong.Name("smp"),
		kong.Description(description),
		kong.Writers(stdout, stderr),
		kong.Vars{"version": versionOf().String()},
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.ExplicitGroups(groups),
	)
}

// usageError makes one of what the parser says.
func usageError(err error) error {
	command := "smp"
	var pe *kong.ParseError
	if errors.As(err, &pe) && pe.Context != nil && pe.Context.Selected() != nil {
		command += " " + pe.Context.Selected().Path()
	}
	return &failure{code: jsonrpc.InvalidParams, exit: exitUsage, text: err.Error(), hint: command + " --help says what it takes"}
}
