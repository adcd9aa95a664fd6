#!/usr/bin/env bash
# The example test bench in SystemVerilog, built outside the tree against an installed package: every reply checked.
set -euo pipefail
build="$(cd "$(dirname "$TRENZA")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log" >&2; exit 1; }
cp -r examples/dpi "$work/source"
cd "$work"
{
  cmake -S source -B build -DCMAKE_PREFIX_PATH="$work/prefix"
  cmake --build build
} >log 2>&1 || { cat log >&2; exit 1; }
if grep -rqF "$OLDPWD" build/CMakeCache.txt; then
  echo "the build of the example refers to the source tree $OLDPWD" >&2
  exit 1
fi
cd source
"$work/build/model/dpi"
