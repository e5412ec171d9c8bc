#!/usr/bin/env bash
# retrieval.sh SMP BENCH MIRRORS OUT TASK [REPO...] answers the questions of a
# task of the retrieval benchmark in BENCH: docstrings, commits or issues. Each
# repository has one folder, which moves along its history, and one index,
# which follows. Answers go to OUT/TASK.PROFILE.jsonl for each of PROFILES; a
# commit that has all its answers is passed over, so that a run goes on where
# one was stopped. With KEEP=DIR a copy of each index stays there.
set -euo pipefail
smp=$1 bench=$2 mirrors=$3 out=$4 task=$5
shift 5
profiles=${PROFILES:-default words vectors}
index=()
[[ $task == docstrings ]] && index=(--ignore-docs)
mkdir -p "$out/cache" "$out/db" ${KEEP:+"$KEEP"}

states() { # the commits of the task, in the order of its rows
	sed -nE 's/.*"repo": *"([^"]+)", *"commit": *"([0-9a-f]{40})".*/\1\t\2/p' "$bench/$task.jsonl" | awk '!seen[$0]++'
}

wanted() { # repository, those asked for
	local repo=$1 r
	shift
	[[ $# -eq 0 ]] && return
	for r in "$@"; do [[ $r == "$repo" ]] && return; done
	return 1
}

# open drops those of the questions that are answered.
open() { # questions, answers
	awk -F'"id": *"|"id":"' '{ split($2, a, "\"") } FILENAME == ARGV[1] { seen[a[1]] = 1; next } !(a[1] in seen)' "$2" "$1"
}

rows=$(mktemp) batch=$(mktemp)
trap 'rm -f "$rows" "$batch"' EXIT
for p in $profiles; do touch "$out/$task.$p.jsonl"; done
states | while IFS=$'\t' read -r repo commit; do
	wanted "$repo" "$@" || continue
	grep -F "\"repo\": \"$repo\", \"commit\": \"$commit\"" "$bench/$task.jsonl" >"$rows"
	left=
	for p in $profiles; do left+=$(open "$rows" "$out/$task.$p.jsonl"); done
	[[ $left ]] || continue
	dir=$("$bench/checkout.sh" -m "$mirrors" "$out/cache" "$repo" "$commit" 2>/dev/null </dev/null | tail -1)
	db=$out/db/$task.${repo/\//+}.db
	"$smp" index "$dir" --db "$db" ${index[@]+"${index[@]}"} -q >/dev/null </dev/null
	for p in $profiles; do
		open "$rows" "$out/$task.$p.jsonl" >"$batch"
		"$smp" locate --repo "$dir" --db "$db" --batch "$batch" --profile "$p" --top-k 100 \
			--type Function --type Class --type Interface -q </dev/null >>"$out/$task.$p.jsonl"
	done
	[[ ${KEEP:-} ]] && cp "$db" "$KEEP/$task.${repo/\//+}.$commit.db"
	echo "$(date +%T) $repo $commit" >&2
done
