#!/usr/bin/env bash
# The example platform, built outside the tree against an installed package: 10^6 checked transactions on each of its networks.
set -euo pipefail
transactions="${1:-1000000}"
build="$(cd "$(dirname "$TRENZA")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log" >&2; exit 1; }
cp -r examples/platform "$work/source"
cd "$work"
{
  cmake -S source -B build -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release
  cmake --build build
} >log 2>&1 || { cat log >&2; exit 1; }
if grep -rqF "$OLDPWD" build/CMakeCache.txt; then
  echo "the build of the example refers to the source tree $OLDPWD" >&2
  exit 1
fi
begin=$SECONDS
build/platform "$transactions"
printf 'wall time %d s\n' $((SECONDS - begin))
