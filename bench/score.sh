#!/usr/bin/env bash
# score.sh SMP BENCH REPOS NAME... scores the call edges of checkouts below
# REPOS by the call-graph benchmark in BENCH (function level, scope main).
set -euo pipefail
smp=$1 bench=$2 repos=$3
shift 3
tmp=$(mktemp -d)
for name in "$@"; do
	"$smp" index "$repos/$name" --db "$tmp/$name.db" --json >/dev/null
	"$smp" export calls --repo "$repos/$name" --db "$tmp/$name.db" >"$tmp/$name.edges.jsonl"
done
python3 "$bench/score_all.py" "$bench/truth" "$tmp"
echo "with --overloads:"
python3 "$bench/score_all.py" "$bench/truth" "$tmp" --overloads | grep java
rm -rf "$tmp"
