package git

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// userSettings asks once what the user and the machine are configured to: how
// line ends are kept, which names are ignored everywhere, where hooks are. The
// repository has no say in it.
func (r *Repo) userSettings(ctx context.Context) (map[string]string, error) {
	known.Lock()
	defer known.Unlock()
	key := strings.Join(append(ofUser(), r.program), "\x00")
	if known.settings[key] != nil {
		return known.settings[key], nil
	}
	s, err := r.stand(wants{})
	if err != nil {
		return nil, err
	}
	defer s.remove()
	out := map[string]string{}
	for _, scope := range []string{"--system", "--global"} {
		args := []string{"config", scope, "--list", "-z"}
		if err := check(args); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, mostSilent)
		cmd := exec.CommandContext(ctx, r.program, args...)
		cmd.Dir, cmd.Env, cmd.WaitDelay = s.dir, s.ofUser(), time.Second
		ownGroup(cmd)
		text, _ := cmd.Output() // fails where there is no such file
		err := ctx.Err()
		cancel()
		if err != nil {
			return nil, err
		}
		for entry := range bytes.SplitSeq(text, []byte{0}) {
			name, value, has := strings.Cut(string(entry), "\n")
			if !has {
				value = "true"
			}
			out[strings.ToLower(name)] = value
		}
	}
	for _, name := range []string{"core.excludesfile", "core.hookspath"} {
		out[name] = homely(out[name])
	}
	if known.settings == nil {
		known.settings = map[string]map[string]string{}
	}
	known.settings[key] = out
	return out, nil
}

var known struct {
	sync.Mutex
	settings map[string]map[string]string
}
