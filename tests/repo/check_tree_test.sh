#!/usr/bin/env bash
# Holds scripts/check_tree.sh against small trees that each break one rule.
# Usage: check_tree_test.sh ROOT
set -euo pipefail
check=$1/scripts/check_tree.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# refuses WHAT FILE LINE [MESSAGE]: a tree with that one line in that one file fails, and says why.
refuses() {
  local what=$1 file=$2 line=$3 message=$4 said
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/tests" "$tree/sim" "$tree/server" "$tree/client" "$tree/wire" "$(dirname "$tree/$file")"
  bash "$check" "$tree" || { echo "the empty tree is refused"; exit 1; }
  printf '%s\n' "$line" >"$tree/$file"
  if said=$(bash "$check" "$tree" 2>&1); then
    echo "passes $what"
    exit 1
  fi
  grep -qF -- "$message" <<<"$said" || { echo "$what: says '$said', not '$message'"; exit 1; }
}
accepts() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/tests" "$tree/sim" "$tree/server" "$tree/client" "$tree/wire" "$(dirname "$tree/$2")"
  printf '%s\n' "$3" >"$tree/$2"
  bash "$check" "$tree" || { echo "refuses $1"; exit 1; }
}

refuses 'a stage that includes the planner' sim/stages/a.cc '#include "sim/plan/engine.h"' 'order of the layers'
refuses 'a server that includes the client' server/a.cc '#include "client/cli.h"' 'order of the layers'
refuses 'a base that includes a stage' sim/base/a.h '#include "sim/stage/stage.h"' 'order of the layers'
refuses 'a plan that reads a clock' sim/plan/a.cc '#include <chrono>' 'no clock'
refuses 'a stage with threads of its own' sim/stages/a.cc '#include <thread>' 'schedules threads'
refuses 'libm in a kernel' sim/stages/a.cc 'float f = std::pow(a, b);' 'libm'
refuses 'libm without std' sim/base/a.cc 'return expf(x);' 'libm'
refuses 'a stateful generator' sim/stages/a.cc 'std::mt19937 g;' 'hashed'
refuses 'a test that waits' tests/a.cc '  absl::SleepFor(absl::Seconds(1));' 'never for time'
refuses 'a script that waits' tests/a.sh '  sleep 1' 'never for time'
refuses 'a skipped test' tests/a.cc '  GTEST_SKIP();' 'skipped'
refuses 'a test nobody registered' tests/sim/a_test.cc 'int main() {}' 'not registered'
refuses 'an exception' server/a.cc '  throw std::runtime_error("no");' 'absl::Status'
refuses 'a path of one machine' docs/a.md "see /home/me/talus" 'paths of one machine'
refuses 'a file of 401 lines' sim/stages/a.cc "$(yes '// a' | head -401)" 'split it'
refuses 'a test of 401 lines' tests/sim/a.h "$(yes '// a' | head -401)" 'split it'
refuses 'a paper that is not listed' sim/stages/a.cc '// doi:10.1000/182' 'not in docs/references.bib'
accepts 'a plan that includes stages' sim/plan/a.cc '#include "sim/stage/registry.h"'
accepts 'a comment about libm' sim/base/a.h '// log2(x) for normal x'
accepts 'the square root' sim/stages/a.cc 'float f = std::sqrt(a) + own_exp(b) + math.pow(c);'
echo 'check_tree: every rule bites'
