#!/usr/bin/env bash
# The shell at the root: lists its verbs, refuses what it does not know, and its scripts parse.
# Usage: dev_test.sh ROOT
set -euo pipefail
cd "$1"

listed=$(./dev)
for verb in setup demo build test soak serve lint format sanitize fuzz arm bench docs gallery strips; do
  grep -qE "^  $verb( |$)" <<<"$listed" || { echo "./dev does not list $verb"; exit 1; }
done

code=0
./dev no-such-verb >/dev/null 2>&1 || code=$?
[[ $code == 64 ]] || { echo "./dev no-such-verb exits with $code, not 64"; exit 1; }

# From another folder it works all the same.
[[ $(cd / && "$1/dev") == "$listed" ]] || { echo "./dev depends on the folder it is called from"; exit 1; }

while IFS= read -r script; do
  bash -n "$script"
done < <(find dev .ci scripts tests -name '*.sh' -o -path dev -o -path .ci/run)

# Every preset of the readme's kind is there, and each workflow names presets that exist.
for preset in release dev asan tsan clang aarch64 lint fuzz; do
  cmake --list-presets | grep -q "\"$preset\"" || { echo "no configure preset $preset"; exit 1; }
done
for preset in release dev asan tsan clang; do
  cmake --workflow --list-presets | grep -q "\"$preset\"" || { echo "no workflow preset $preset"; exit 1; }
done
echo 'dev: fine'
