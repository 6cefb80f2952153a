#!/usr/bin/env bash
# Holds what golden_digests prints, with each instruction set that the machine has, against the committed
# lines, or against the same program built by another compiler. These sets are the levels 2, 3 and 4 of
# x86-64; any other machine has its own alone, called level 2. Where they differ, and both sides can be
# made here, names the first differing cell.
# Usage: [EMULATOR='COMMAND ARGS'] golden.sh PROGRAM FILE | golden.sh PROGRAM --program OTHER
set -euo pipefail
read -ra program <<<"${EMULATOR-}"
program+=("$1")
compared=0
# The program and level that print what is expected, once they are known.
expected_by=()

# first_cell LINE ISA: where the layer of a line `case border layer digest` first differs.
first_cell() {
  local name border layer
  read -r name border layer _ <<<"$1"
  paste -d ' ' <("${expected_by[@]}" --cells "$name" "$border" "$layer") \
    <("${program[@]}" "$2" --cells "$name" "$border" "$layer") |
    awk -v layer="$name $border $layer" '$3 != $6 && !found {
      print layer ": first differing cell x " $1 ", y " $2 ": expected " $3 ", found " $6
      found = 1
    }'
}

for isa in 2 3 4; do
  code=0
  lines=$("${program[@]}" "$isa") || code=$?
  if ((code == 77)); then
    echo "level $isa: not run, the machine lacks it"
    continue
  fi
  ((code == 0))
  if [[ $2 == --program ]]; then
    expected_by=("$3" "$isa")
    expected=$("${expected_by[@]}")
    advice='the compilers differ: some kernel leaves + - * / sqrt, comparisons and integers, or contracts'
  else
    expected=$(cat "$2")
    advice="where a recipe line changed with its layers, a preset, a default or the law suite did: write the file anew.
Where layers changed under the same recipe, the engine did: if that is meant, raise kEngineVersion, too.
  ${program[*]} > $2
To see a layer of a line: ${program[*]} $isa --cells CASE BORDER LAYER"
  fi
  differing=$(diff <(echo "$expected") <(echo "$lines")) || {
    printf '%s\nlevel %s: digests differ (< expected, > found)\n' "$differing" "$isa"
    layer=$(awk '/^< / && NF == 5 && $4 != "recipe" && !found { print $2, $3, $4; found = 1 }' <<<"$differing")
    if [[ -n $layer ]] && ((${#expected_by[@]})); then first_cell "$layer" "$isa"; fi
    echo "$advice"
    exit 1
  }
  echo "level $isa: $(wc -l <<<"$lines") lines agree"
  # A level that agrees shows what the next ones should give.
  expected_by=("${program[@]}" "$isa")
  compared=$((compared + 1))
done
((compared > 0))
