#!/usr/bin/env bash
# SystemVerilog in the fabric has the digest of the models: each hardware parameter set of tests/rtl_digest_test.cpp x 200 random traffic, delay and topology settings, each block alone, all together and whole routers; and mg.S.8 whole with all-RTL routers on RTT(2).
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
tests="$(dirname "$TRENZA")/trenza_tests"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
"$tests" --gtest_brief=1 --gtest_filter='RtlRoutersSlow.*'
export TRENZA_RTL_SETTINGS="${TRENZA_RTL_SETTINGS:-200}"
sets="$("$tests" --gtest_list_tests --gtest_filter='HardwareSets/RtlDigestSlow.*' | sed -n 's/^ *\(RandomSettings[^ ]*\).*/\1/p')"
[[ -n "$sets" ]] || { echo "there are no hardware sets" >&2; exit 1; }
xargs -P "$(nproc)" -I '{}' "$tests" --gtest_brief=1 --gtest_filter='HardwareSets/RtlDigestSlow.{}' <<<"$sets"
for rtl in "" "rtl: {router: all, link: all}"; do
  printf 'name: mg\ntopology: {kind: rtt, a: 2}\nrouter: {injectors: 2, ejectors: 2}\ntraffic: {trace: "%s"}\n%s\n' \
    "$TRENZA_ROOT/configs/traces/mg.S.8.goal.zst" "$rtl" >"$work/mg.yaml"
  "$TRENZA" run "$work/mg.yaml" --json "$work/mg.json" -q
  python3 -c 'import json, sys; run = json.load(open(sys.argv[1])); print("mg.S.8,", run["meta"]["view"], "view:", run["execution_cycles"], "cycles,", run["packets"], "packets, digest", run["digest"])' \
    "$work/mg.json" | tee -a "$work/lines"
done
[[ "$(sed 's/.*digest //' "$work/lines" | sort -u | wc -l)" = 1 ]] || { echo "the digests differ" >&2; exit 1; }
