//go:build unix

package git

import (
	"os/exec"
	"syscall"
)

// ownGroup makes git and what it may start one group, which ends together.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
