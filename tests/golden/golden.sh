#!/usr/bin/env bash
# Holds what golden_digests prints, with each instruction set that the machine has, against the committed
# lines, or against the same program built by another compiler.
# Usage: golden.sh PROGRAM FILE | golden.sh PROGRAM --program OTHER
set -euo pipefail
program=$1
compared=0
for isa in 2 3 4; do
  code=0
  lines=$("$program" "$isa") || code=$?
  if ((code == 77)); then
    echo "x86-64-v$isa: not run, the machine lacks it"
    continue
  fi
  ((code == 0))
  if [[ $2 == --program ]]; then
    expected=$("$3" "$isa")
    advice='the compilers differ: some kernel leaves + - * / sqrt, comparisons and integers, or contracts'
  else
    expected=$(cat "$2")
    advice="where a recipe line changed with its layers, a preset, a default or the law suite did: write the file anew.
Where layers changed under the same recipe, the engine did: if that is meant, raise kEngineVersion, too.
  $program > $2"
  fi
  diff <(echo "$expected") <(echo "$lines") || {
    printf 'x86-64-v%s: digests differ (< expected, > found)\n%s\n' "$isa" "$advice"
    exit 1
  }
  echo "x86-64-v$isa: $(wc -l <<<"$lines") lines agree"
  compared=$((compared + 1))
done
((compared > 0))
