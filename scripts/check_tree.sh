#!/usr/bin/env bash
# Fails where the tree breaks a rule of the house that no compiler sees.
# Usage: check_tree.sh [TREE]
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$scripts/..}"

status=0
# forbid WHY FOLDERS PATTERN: no line of the folders' sources but comments may match.
forbid() {
  local why=$1 folders=$2 pattern=$3 hits
  # shellcheck disable=SC2086  # one word a folder
  hits=$(grep -rsnE --include='*.h' --include='*.cc' --include='*.sh' --exclude='check_tree*.sh' -- "$pattern" $folders |
    grep -vE '^[^:]+:[0-9]+: *//' || true)
  [[ -z $hits ]] || {
    printf '%s\n%s\n\n' "$why:" "$hits" >&2
    status=1
  }
}

bash "$scripts/check_layers.sh" "$PWD" || status=1

forbid 'libm differs between machines; use sim/base/math.h' 'sim/base sim/stage sim/stages sim/plan' \
  '(^|[^A-Za-z0-9_.>])(std::|__builtin_)?(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma)[fl]?\('
forbid 'draws are hashed (sim/base/hash.h)' 'sim' \
  'std::(mt19937|random_device|uniform_|normal_distribution)|[^A-Za-z_](s?rand|drand48)\('
forbid 'tests wait for events, never for time' 'tests' \
  'sleep_for|sleep_until|SleepFor|[^A-Za-z_](u|nano)?sleep\(|^ *sleep '
forbid 'no test is skipped or switched off' 'tests' 'GTEST_SKIP|TEST(_[PF])?\([A-Za-z]+, DISABLED_'
forbid 'errors are absl::Status values' 'sim wire server client' '(^|[^A-Za-z_])throw ([^s]|s[^t]|std::[^b])'

# Paths of one machine, in whatever is committed.
hits=$(grep -rnIE --exclude-dir={build,out,.git,node_modules} --exclude='check_tree*.sh' \
  '(^|[^A-Za-z0-9_.}])/(work|tmp|home|root)/' . || true)
[[ -z $hits ]] || {
  printf 'paths of one machine:\n%s\n\n' "$hits" >&2
  status=1
}

# Papers are cited in full in one place. An identifier may end in brackets.
while IFS= read -r doi; do
  grep -qsF "doi = {$doi" docs/references.bib || {
    echo "doi $doi is not in docs/references.bib" >&2
    status=1
  }
done < <(grep -rhoE --include='*.h' --include='*.cc' --include='*.proto' 'doi[: ]10\.[0-9]+/[-A-Za-z0-9./()]*[A-Za-z0-9]' sim proto 2>/dev/null |
  sed 's/^doi[: ]//' | sort -u)

# A test that is not registered never runs.
while IFS= read -r test; do
  stem=$(basename "$test" .cc)
  grep -qE "talus_test\(${stem}[ )]" "$(dirname "$test")/CMakeLists.txt" 2>/dev/null || {
    echo "$test is not registered: talus_test($stem ...) in its folder's CMakeLists.txt" >&2
    status=1
  }
done < <(find tests -name '*_test.cc' | sort)

# Small files: one noun each.
while IFS= read -r file; do
  lines=$(wc -l <"$file")
  ((lines <= 400)) || {
    echo "$file has $lines lines; split it (at most 400)" >&2
    status=1
  }
done < <(find sim wire server client tests \( -name '*.cc' -o -name '*.h' -o -name '*.sh' \) 2>/dev/null | sort)

exit "$status"
