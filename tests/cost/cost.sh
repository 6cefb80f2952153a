#!/usr/bin/env bash
# Counts the instructions that a pass of each process takes for a cell, and holds them against a table.
# Counts, unlike times, do not depend on what else the machine does.
# Usage: cost.sh PROGRAM [TABLE]: count_passes, and the table; without one it prints the counts as one.
set -euo pipefail
program=$1
table=${2-}
allowed_percent=10

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$program" \
  >"$folder/log" 2>&1 || {
  cat "$folder/log" >&2
  exit 1
}
counts=$(awk '
  /^desc: Trigger: Client Request: / { what = $5 " " $6; cell_passes = $7 }
  /^(summary|totals): / && what != "" { printf "%s %.1f\n", what, $2 / cell_passes; what = "" }
' "$folder"/out.* | LC_ALL=C sort)
[[ -n $counts ]] || {
  echo "nothing was counted" >&2
  exit 1
}
if [[ -z $table ]]; then
  echo '# process, instruction set, instructions a cell and pass: g++ 12, -O3'
  echo "$counts"
  exit
fi

awk -v allowed="$allowed_percent" '
  /^#/ { next }
  NR == FNR { expected[$1 " " $2] = $3; next }
  {
    what = $1 " " $2
    if (!(what in expected)) {
      print what ": not in the table"
      bad = 1
      next
    }
    more = 100 * ($3 / expected[what] - 1)
    verdict = more > allowed ? "  too many" : more < -allowed ? "  fewer: keep them" : ""
    if (verdict != "") bad = 1
    printf "%-17s %s %8.1f expected %8.1f %+6.1f %%%s\n", $1, $2, $3, expected[what], more, verdict
    ++compared
    counted[what] = 1
    counted_isa[$2] = 1
  }
  END {
    for (what in expected) {
      split(what, names, " ")
      if (names[2] in counted_isa && !(what in counted)) {
        print what ": in the table, and nobody counted it"
        bad = 1
      }
    }
    exit bad || !compared
  }
' "$table" <(echo "$counts") || {
  echo "a pass may take $allowed_percent % more or less. Where the change is meant:
  bash tests/cost/cost.sh $program > tests/cost/instructions.txt"
  exit 1
}
