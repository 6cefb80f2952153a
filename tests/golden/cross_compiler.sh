#!/usr/bin/env bash
# Builds golden_digests with the second compiler and holds it against the first one's.
# Usage: cross_compiler.sh ROOT FIRST_PROGRAM
set -euo pipefail
cd "$1"
cmake --preset clang --log-level=WARNING >/dev/null
cmake --build --preset clang --target golden_digests
bash tests/golden/golden.sh "$2" --program build/clang/tests/golden/golden_digests
