package transport

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// machine is what the processors have done at some time: for everybody, and
// for this process.
type machine struct {
	known           bool
	all, busy, mine time.Duration
}

// tick is the unit of /proc/stat.
const tick = 10 * time.Millisecond

func machineNow() (m machine) {
	raw, err := os.ReadFile("/proc/stat")
	if err != nil {
		return m // another system: nothing is known of others
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	for i, f := range strings.Fields(line) {
		n, _ := strconv.ParseInt(f, 10, 64)
		if i == 0 || i > 8 { // the name; guests, who are counted already
			continue
		}
		m.all += time.Duration(n) * tick
		if i != 4 && i != 5 { // idle, waiting for a disk
			m.busy += time.Duration(n) * tick // stolen by the host, too
		}
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return m
	}
	m.mine = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	m.known = true
	return m
}

// others is which part of the processors went to others than this process
// since then, from 0 to 1; and whether that is known.
func (m machine) others() (part float64, known bool) {
	now := machineNow()
	if all := now.all - m.all; m.known && now.known && all > 0 {
		return max(0, float64(now.busy-m.busy-(now.mine-m.mine))/float64(all)), true
	}
	return 0, false
}

// enough tells whether what took so long is the server's doing: it has had two
// processors, but for a tenth.
func (m machine) enough() bool {
	part, known := m.others()
	return !known || float64(runtime.NumCPU())*(1-part) >= 1.8
}
