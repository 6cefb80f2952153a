#!/usr/bin/env bash
# Makes docs/strips/*.jpg again: what each parameter of each stage does, from the recipes in that folder. Says how much
# the pictures of a strip differ, and fails where one could not be made or shows nothing.
# Usage: strips.sh TALUS_STRIPS [STAGE|STAGE.PARAMETER...]
set -euo pipefail
shopt -s nullglob
talus_strips=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
strips=docs/strips
work=out/strips
rm -rf "$work"
mkdir -p "$work"

status=0
"$talus_strips" "$strips" "$work" tests/data/bigtujunga_30m.tif "$@" || status=$?
for picture in "$work"/*.png; do
  gdal_translate -q -of JPEG -co QUALITY=80 --config GDAL_PAM_ENABLED NO "$picture" "$strips/$(basename "$picture" .png).jpg"
done
exit "$status"
