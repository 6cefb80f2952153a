#!/usr/bin/env bash
# Makes docs/gallery again: of each preset, untouched, a relief of 2048^2 cells at half its size.
# Usage: gallery.sh TALUS [PRESET...]
set -euo pipefail
talus=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
gallery=docs/gallery
work=out/gallery
mkdir -p "$gallery" "$work"
presets=("$@")
((${#presets[@]})) || mapfile -t presets < <("$talus" presets | awk '{ print $1 }')

for preset in "${presets[@]}"; do
  "$talus" generate "$preset" --size 2048 --format relief --out "$work"
  gdal_translate -q -of PNG -co ZLEVEL=9 -outsize 50% 50% -r average --config GDAL_PAM_ENABLED NO \
    "$work/${preset}_relief.png" "$gallery/$preset.png"
  echo "$gallery/$preset.png"
done

{
  echo '# Gallery'
  echo
  echo 'Presets, untouched: 2048 x 2048 cells, shown at half their size. Made by ./dev gallery.'
  "$talus" presets | while read -r preset title; do
    printf '\n## %s\n\n%s\n\n![%s](%s.png)\n' "$preset" "$title" "$preset" "$preset"
  done
} >"$gallery/README.md"
