#!/usr/bin/env bash
# Runs the long tests of $BUILD (build/release where unset) and writes docs/soak/<date>.md: what ran, how long, and the
# figures they print on lines that begin with `figure:`.
# Usage: soak.sh [REGEX]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build/release}
report=docs/soak/$(date -u +%F).md
log=build/soak.log
status=0
ctest --test-dir "$build" -C Soak -L soak --verbose --no-tests=error ${1+-R "$1"} 2>&1 | tee "$log" || status=$?

mkdir -p docs/soak
{
  echo "# Soak, $(date -u +%F)"
  echo
  echo "- commit: $(git rev-parse --short HEAD)$(git diff --quiet HEAD || echo ', with changes')"
  echo "- machine: $(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(awk '/MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo)"
  echo "- compiler: $("$(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$build"/CMakeCache.txt)" --version | head -n 1)"
  echo "- closing line: $(grep -E 'tests passed' "$log" | tail -n 1)"
  echo
  echo '| test | result | minutes |'
  echo '| --- | --- | --- |'
  sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+ *([* A-Za-z]+[a-z]) +([0-9.]+) sec.*/\1 \3 \2/p' "$log" |
    awk '{ m = $2 / 60; n = $1; $1 = $2 = ""; sub(/^ +/, ""); printf "| %s | %s | %.1f |\n", n, $0, m }'
  echo
  echo '## Figures'
  echo
  sed -nE 's/^[0-9]+: figure: (.*)/- \1/p' "$log"
} >"$report"
echo "written: $report"
exit "$status"
