# shellcheck shell=bash
# Shared by the scripts in this folder: `source` it. Messages and build output go to stderr; stdout belongs to the programs.
set -euo pipefail

TRENZA_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

say() { printf 'trenza: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# missing_packages <list>...: lines of the lists whose package is neither installed nor provided by an installed one.
missing_packages() {
  # shellcheck disable=SC2016  # the ${...} are dpkg-query's
  sed 's/#.*//' "$@" | awk 'NF {print $1}' | grep -vxF -f <(
    dpkg-query -W -f='${db:Status-Status}|${Package}, ${Provides}\n' | sed -n 's/^installed|//p' |
      tr ',' '\n' | sed -e 's/(.*//' -e 's/[[:space:]]//g' | sort -u
  ) || true
}

# ensure_packages <group>...: installs what is missing of cmake/packages/<group>.txt; silent when nothing is.
ensure_packages() {
  local lists=("${@/%/.txt}") missing sudo=() package
  lists=("${lists[@]/#/$TRENZA_ROOT/cmake/packages/}")
  [[ -z "${TRENZA_SKIP_PACKAGES:-}" ]] || return 0
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    [[ -e "$TRENZA_ROOT/build/build.ninja" ]] || say "no apt here: the packages of ${lists[*]} are neither checked nor installed"
    return 0
  fi
  missing="$(missing_packages "${lists[@]}")"
  [[ -n "$missing" ]] || return 0

  say "these packages are missing:"
  for package in $missing; do grep -hE "^${package//+/\\+}([[:space:]]|\$)" "${lists[@]}" | sed 's/^/  /' >&2; done
  local hint="(set TRENZA_SKIP_PACKAGES=1 if you have them by other means)"
  if [[ "$(id -u)" != 0 ]]; then
    command -v sudo >/dev/null || die "neither root nor sudo: install them yourself, then try again $hint"
    sudo=(sudo)
    [[ -t 0 ]] || sudo+=(-n)
  fi
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0)
  # shellcheck disable=SC2086  # one word per package
  if ! { quietly "apt-get update" "${apt[@]}" update &&
    quietly "${sudo[*]:+${sudo[*]} }apt-get install" "${apt[@]}" install --no-install-recommends $missing; }; then
    die "apt-get failed (its words are above); install by hand: ${missing//$'\n'/ } $hint"
  fi
}

# quietly <what> <command...>: output only when the command fails. What takes longer than 3 seconds says so on one line of a
# terminal, with the steps done of all and the time left; where there is none, a line a minute.
quietly() {
  local what="$1" log done status="" start=$SECONDS shown=0
  shift
  log="$(mktemp)"
  exec {done}< <("$@" >"$log" 2>&1 </dev/null && echo 0 || echo $?)
  read -rt 3 -u "$done" status || true
  while [[ -z "$status" ]]; do
    if [[ -t 2 ]]; then
      printf '\r\033[Ktrenza: %s' "$what: $(progress "$log" $((SECONDS - start)))" >&2
    elif ((shown == 0 || SECONDS - shown >= 60)); then
      shown=$SECONDS
      say "$what: $(progress "$log" $((SECONDS - start)))"
    fi
    read -rt 1 -u "$done" status || true
  done
  exec {done}<&-
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
  if ((status != 0)); then
    cat "$log" >&2
    say "$what failed"
  fi
  rm -f "$log"
  return "$status"
}

# progress <log> <seconds>: of a build by ninja, or of apt, that has run so long.
progress() {
  local step && step="$(grep -aoE '^\[[0-9]+/[0-9]+\]' "$1" | tail -n 1 | tr -d '[]')" || true
  if [[ "$step" == 0/* || -z "$step" ]]; then
    step="$(grep -acE '^(Unpacking|Setting up) ' "$1")" || true
    ((step == 0)) && echo "..." || echo "$step steps"
  else
    local at="${step%/*}" of="${step#*/}"
    echo "$at of $of steps, $((($2 * (of - at) / at + 59) / 60)) min left"
  fi
}

# up_to_date <stamp>: whether neither the sources nor the commit that is checked out have changed since the stamp was made.
up_to_date() {
  [[ -e "$1" ]] && [[ -z "$(cd "$TRENZA_ROOT" && find . -mindepth 1 \( -path './build*' -o -path './.git/*' -o -name '.[a-z]*' \) -prune \
    -o \( -type d -o -name '*.cpp' -o -name '*.h' -o -name '*.sv' -o -iname '*cmake*' \) -newer "$1" -print -quit)" ]] &&
    [[ ! "$TRENZA_ROOT/.git/HEAD" -nt "$1" && ! "$TRENZA_ROOT/.git/index" -nt "$1" ]]
}

# set_build <preset> <target> [<other target>]: configures if need be, so that the build knows the targets, and builds the
# first. One build at a time per folder; silent, and quick, when there is nothing to do.
set_build() {
  local preset="$1" target="$2" known="${3:-$2}" folder="$TRENZA_ROOT/build" lock stamp
  [[ "$preset" == release ]] || folder+="-$preset"
  stamp="$folder/.built-$target"
  knows() { grep -qsE "^build $known[: ]" "$folder/build.ninja"; }
  if up_to_date "$stamp" && knows; then return 0; fi
  mkdir -p "$folder"
  exec {lock}>"$folder/.lock"
  flock "$lock"
  touch "$stamp.new"
  if ! knows || [[ "$TRENZA_ROOT/CMakePresets.json" -nt "$folder/build.ninja" ]]; then
    (cd "$TRENZA_ROOT" && quietly "configuring ${folder##*/}/" cmake --preset "$preset")
  fi
  quietly "building ${folder##*/}/" cmake --build "$folder" -j "$(nproc)" --target "$target"
  mv "$stamp.new" "$stamp"
  exec {lock}>&-
}

# run_tests <folder> <labels> <ctest arguments>...: runs the tests without these labels (each with a | behind it), two at a
# time, and says what they cost; TESTS_SECONDS is their processor time. Where ctest is told what to select, each TEST is a
# test; otherwise those without SystemC run many in a process (label shard).
run_tests() {
  local folder="$TRENZA_ROOT/$1" left_out="$2" status=0 before
  shift 2
  [[ "$*" =~ (^|\ )-[RLEIN] ]] && left_out+=shard || left_out+=single
  times >"$folder/times"
  before="$(children_seconds "$folder/times")"
  ctest --test-dir "$folder" --output-on-failure -j 2 --no-tests=error -LE "^($left_out)\$" --output-junit tests.xml \
    --test-output-size-passed 1000000 "$@" || status=$?
  times >"$folder/times"
  TESTS_SECONDS=$(($(children_seconds "$folder/times") - before))
  # Of each process the lines of GoogleTest, or its time if it has none.
  sed -nE 's/.*<testcase name="([^"]*)".* time="([0-9.]+)".*/+ \2 \1/p; s/^\[ +(OK|FAILED) +\] ([^ ,]+).* \(([0-9]+) ms\)$/- \3 \2/p' \
    "$folder/tests.xml" | awk '$1 == "+" {if (name != "") print time, name; time = $2; name = $3} $1 == "-" {name = ""; print $2 / 1000, $3}
      END {if (name != "") print time, name}' | sort -rn | awk 'NR <= 10 {printf "trenza: %7.1f s  %s\n", $1, $2}' >&2
  say "$(grep -c '<testcase' "$folder/tests.xml") processes took $TESTS_SECONDS s of processor time; above are the ten longest tests"
  return "$status"
}

# children_seconds <file>: the processor time of all that the shell has waited for, of what `times` wrote to the file.
children_seconds() { awk -F'[ms ]+' 'NR == 2 {printf "%d", $1 * 60 + $2 + $3 * 60 + $4}' "$1"; }
