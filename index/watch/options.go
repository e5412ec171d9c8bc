package watch

import (
	"time"

	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/index/walk/gitdir"
)

// Options say what to watch and when to tell. The zero value is as usual.
type Options struct {
	// Walk says which folders are entered.
	Walk walk.Options

	Quiet    time.Duration // without changes before a batch is delivered; 50 ms
	MaxDelay time.Duration // at most until a batch is delivered, unless git is at work; 1 s
	GitQuiet time.Duration // instead of Quiet, when git was at work; 100 ms
	GitDelay time.Duration // at most until a batch is delivered while git is at work; 30 s
	Scan     time.Duration // between two looks at folders that the system does not watch; 2 s

	// MaxPaths is how many paths a batch has before it is one of the whole;
	// 1000.
	MaxPaths int

	// MaxWatches is how many folders the system is asked to watch; 0 means as
	// many as it will.
	MaxWatches int

	// Notice is told what someone should know: that folders are watched in
	// another way, and why. It must not wait.
	Notice func(string)
}

func (o Options) withDefaults() Options {
	for p, d := range map[*time.Duration]time.Duration{
		&o.Quiet: 50 * time.Millisecond, &o.MaxDelay: time.Second,
		&o.GitQuiet: 100 * time.Millisecond, &o.GitDelay: 30 * time.Second, &o.Scan: 2 * time.Second,
	} {
		if *p <= 0 {
			*p = d
		}
	}
	if o.MaxPaths <= 0 {
		o.MaxPaths = 1000
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	return o
}

// Batch is what has changed.
type Batch struct {
	// Paths are the files and folders, relative to the root with slashes,
	// sorted, "." for the root. A folder stands for all that is or was in it.
	Paths []string

	// Whole says that anything may have changed; Paths is empty then.
	Whole bool

	// Moved says that another commit or branch is checked out than before: Head.
	Moved bool
	Head  gitdir.Head
}

func (b *Batch) isEmpty() bool { return len(b.Paths) == 0 && !b.Whole && !b.Moved }

// State says how the watcher watches.
type State struct {
	Folders int           // that it watches
	Scanned int           // of those, by looking at them now and then
	Every   time.Duration // how often that is
	Why     string        // the system does not watch them; "" where it watches all
	Git     bool          // the folder belongs to a git repository
}
