#!/usr/bin/env bash
# Fabrics emitted as SystemVerilog pass in Icarus with the digest of the pin view.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# check <name> <configuration>: emits it into $work/<name> and runs it in Icarus.
check() {
  local folder="$work/$1" digest said
  printf '%s\n' "$2" >"$work/$1.yaml"
  digest="$("$TRENZA" run "$work/$1.yaml" --view pin --json - -q | python3 -c 'import json, sys; print(json.load(sys.stdin)["digest"])')"
  "$TRENZA" emit-rtl "$work/$1.yaml" -o "$folder" >/dev/null
  (cd "$folder" && iverilog -g2012 -s trenza_bench -o bench -c files.f >log 2>&1 && vvp -n bench >out)
  said="$(tail -n 2 "$folder/out")"
  [[ "$said" == *"digest $digest"$'\n'"as expected" ]] || { echo "$1: expected digest $digest, not: $said" >&2; exit 1; }
  echo "$1: $(head -n 1 <<<"$said") in Icarus, as of the pin view"
}

small='{max_packet_flits: 4, buffer_packets: 2}'
traffic='{pattern: uniform, packet_flits: 4, load: 0.5}'
check rtt2 "{topology: {kind: rtt, a: 2}, router: $small, traffic: $traffic, run: {cycles: 300}}"
check torus-age "{topology: {kind: torus, size: [4, 4]}, traffic: {pattern: uniform, packet_flits: 3, load: 0.5}, run: {cycles: 60},
  router: {max_packet_flits: 3, buffer_packets: 2, router_delay: 2, credit_delay: 3, arbiter: age, selection: random, crossbar: per_port, injection: shortest, injectors: 2, ejectors: 2}, link: {delay: 2}}"
check ptt2-turns "{topology: {kind: ptt, a: 2}, traffic: $traffic, run: {cycles: 40},
  router: {max_packet_flits: 4, buffer_packets: 2, arbiter: round_robin, selection: dimension_order, message_classes: 2, virtual_channels: {adaptive: 1}, injectors: 1, ejectors: 1}}"
