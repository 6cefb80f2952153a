#!/usr/bin/env bash
# Fails where an #include goes against the order of the layers:
#   sim/base <- sim/stage <- sim/stages <- {sim/recipe, sim/plan} <- sim/export <- wire <- {client, server}
#   sim/base <- sim/flow <- sim/stages; {sim/flow, sim/export} <- sim/report <- client
# and where the simulation sees the network, clocks, files or (but for the evaluators) threads.
# Usage: check_layers.sh [TREE]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

# What each layer may include, besides itself, generated messages and libraries.
allowed() {
  case $1 in
    sim/base) echo 'sim/base' ;;
    sim/stage) echo 'sim/(base|stage)' ;;
    sim/stages) echo 'sim/(base|flow|stage|stages)' ;;
    sim/recipe) echo 'sim/(base|stage|recipe)' ;;
    sim/plan) echo 'sim/(base|stage|stages|recipe|plan)' ;;
    sim/flow) echo 'sim/(base|flow)' ;;
    sim/report) echo 'sim/(base|flow|export|report)' ;;
    sim/export) echo 'sim/(base|stage|plan|export)' ;;
    wire) echo '(sim/[a-z]+|wire)' ;;
    client) echo '(sim/[a-z]+|wire|client(/commands)?)' ;;
    server) echo '(sim/[a-z]+|wire|server)' ;;
  esac
}

status=0
complain() {
  echo "$1" >&2
  status=1
}

for layer in sim/base sim/stage sim/stages sim/recipe sim/plan sim/flow sim/report sim/export wire client server; do
  [[ -d $layer ]] || continue
  while IFS= read -r line; do
    complain "$line is against the order of the layers ($layer may include $(allowed "$layer"))"
  done < <(grep -rnE --include='*.h' --include='*.cc' '^#include "(sim|wire|client|server|tests|bench)/' "$layer" |
    grep -vE "#include \"$(allowed "$layer")/[^/]+\"" || true)
done

# The message types of gRPC and the metrics belong to the server and the client.
while IFS= read -r line; do
  complain "$line: the simulation sees no network, no metrics, no clock"
done < <(grep -rnE --include='*.h' --include='*.cc' \
  '^#include [<"](grpc|prometheus|talus/v1/terrain|chrono|ctime|time\.h|sys/time|absl/time)' \
  sim/{base,stage,stages,recipe,plan,flow,report} 2>/dev/null || true)
while IFS= read -r line; do
  complain "$line: the simulation reads and writes no files"
done < <(grep -rnE --include='*.h' --include='*.cc' '^#include <(fstream|filesystem|cstdio|stdio\.h|fcntl\.h|gdal[_.a-z]*)' \
  sim/{base,stage,stages,plan,flow,report} 2>/dev/null || true)
while IFS= read -r line; do
  complain "$line: only sim/plan schedules threads"
done < <(grep -rnE --include='*.h' --include='*.cc' '^#include <(oneapi/)?(tbb|thread|mutex)' \
  sim/{base,stage,stages,recipe,export,flow,report} 2>/dev/null |
  grep -v '^sim/base/large_memory.h:.*<mutex>' || true) # an allocator serves all threads

exit "$status"
