#!/usr/bin/env bash
# Runs the gate over the last commits of a repository, each against the one
# before it, and judges the verdicts "breaking".
#
#     bench/gate.sh REPOSITORY [COMMITS] [SMP]
#
# The repository is cloned into a temporary folder; it is not touched. Where it
# is Go, "breaking" is held against "go build" and "go vet" of the commit (with
# the modules that the go command gets); otherwise the reasons are listed to be
# read. The last lines are the figures: verdicts, failures (which there must not
# be), processor seconds a run, and how large .smp is.
set -u
repo=$1 commits=${2:-200} smp=${3:-smp}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q --no-local "$repo" "$work/r" 2>/dev/null || { rm -rf "$work/r"; cp -r "$repo" "$work/r"; git -C "$work/r" config --unset core.worktree; } # a clone that lacks old contents is copied
cd "$work/r" || exit 3
export GOFLAGS=-mod=mod
list=$(git rev-list --first-parent --max-count="$commits" HEAD | tac)
declare -A verdicts
failures=0 agreed=0 wrong=0 read=0 n=0 first=0
for c in $list; do
	git rev-parse -q --verify "$c~1" >/dev/null || continue
	git checkout -q -f "$c" && git clean -qfd -e .smp
	TIMEFORMAT='%U %S'
	{ time timeout 120 "$smp" gate -q --base HEAD~1 >"$work/out" 2>"$work/err"; } 2>"$work/time"
	code=$?
	awk '{print $1 + $2}' "$work/time" >>"$work/times"
	n=$((n + 1))
	[ $n = 1 ] && first=$(du -sk .smp | cut -f1)
	[ $n = 12 ] && twelfth=$(du -sk .smp | cut -f1)
	verdict=$(head -1 "$work/out" | awk '{print $1}' | tr -d ,)
	if [ $code -gt 1 ] || [ -z "$verdict" ]; then
		failures=$((failures + 1))
		echo "FAILURE $code ${c:0:10}: $(tail -1 "$work/err")"
		continue
	fi
	verdicts[$verdict]=$((${verdicts[$verdict]:-0} + 1))
	[ "$verdict" = breaking ] || continue
	if [ -f go.mod ]; then
		if go build ./... >"$work/go" 2>&1 && go vet ./... >>"$work/go" 2>&1; then
			wrong=$((wrong + 1)) said="WRONG  "
		else
			agreed=$((agreed + 1)) said="AGREED "
		fi
		[ "$said" = "AGREED " ] && grep -v '^#' "$work/go" | head -2 | sed 's/^/          go: /'
	else
		read=$((read + 1)) said="TO READ"
	fi
	echo "$said ${c:0:10} $(git log -1 --format=%s "$c" | cut -c1-70)"
	grep '^  error' "$work/out" | head -4
done
git checkout -q -f - 2>/dev/null
echo
echo "$(basename "$repo"): $n commits, failures $failures"
for v in safe unknown risky breaking; do echo "  $v ${verdicts[$v]:-0}"; done
echo "  breaking: agreed $agreed, wrong $wrong, to be read $read"
echo "  processor seconds: median $(sort -n "$work/times" | awk '{a[NR]=$1} END {print a[int((NR+1)/2)]}'), most $(sort -n "$work/times" | tail -1)"
echo "  .smp: ${first} KB after the first run, ${twelfth:-?} KB after twelve, $(du -sk .smp | cut -f1) KB at the end"
[ $failures = 0 ]
