#!/usr/bin/env bash
# Unpacks the arm64 libraries that sim is linked with into a folder. The packages of the machine stay
# as they are, and so does the list of its architectures.
# Usage: arm64_root.sh FOLDER
set -euo pipefail
packages=(libprotobuf-dev libprotobuf32 zlib1g libabsl-dev libabsl20220623 libtbb-dev libtbb12
  libtbbmalloc2 libtbbbind-2-5 libssl-dev libssl3 libgtest-dev libgmock-dev)
mkdir -p "$1"
cd "$1"
[[ ! -e complete ]] || exit 0

mkdir -p apt/lists/partial apt/cache/archives/partial
: >apt/status
cat >apt/sources.list <<'LIST'
deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main
LIST
options=(-qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$PWD/apt"
  -o Dir::State::status="$PWD/apt/status" -o Dir::Cache="$PWD/apt/cache" -o Dir::Etc::sourceparts=-
  -o Dir::Etc::sourcelist="$PWD/apt/sources.list" -o APT::Sandbox::User=)
apt-get "${options[@]}" update
(cd apt/cache/archives && apt-get "${options[@]}" download "${packages[@]}")
for package in apt/cache/archives/*.deb; do dpkg -x "$package" .; done
touch complete
