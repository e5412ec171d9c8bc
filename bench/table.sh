#!/usr/bin/env bash
# table.sh SMP DIR... indexes each folder into a fresh file and prints a row of
# a Markdown table: what was found, how much of it is linked, what it cost.
set -euo pipefail
smp=$1
shift
echo '| repository | files | lines | nodes | edges | resolved | seconds | CPU s | peak MB | file MB |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for dir in "$@"; do
	db=$(mktemp -d)
	"$smp" index "$dir" --db "$db/smp.db" --json >"$db/out.json"
	python3 - "$(basename "$dir")" "$db/out.json" <<'PY'
import json, sys
r = json.load(open(sys.argv[2]))
print('| %s | %d | %d | %d | %d | %.2f | %.1f | %.1f | %d | %.1f |' % (
    sys.argv[1], r['files'], r['lines'], r['nodes'], r['edges'], r['resolved_share'], r['seconds'], r['cpu_seconds'],
    r['peak_rss_bytes'] >> 20, r['db_bytes'] / 1e6))
PY
	rm -rf "$db"
done
