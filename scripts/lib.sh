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
  local lists=("${@/%/.txt}") missing sudo=() package log
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
  say "installing them with:${sudo[*]:+ ${sudo[*]}} apt-get install"
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0)
  log="$(mktemp)"
  # shellcheck disable=SC2086  # one word per package
  if ! { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    die "apt-get failed (its words are above); install by hand: ${missing//$'\n'/ } $hint"
  fi
  rm -f "$log"
}

# quietly <what> <command...>: output only when the command fails; one line when it takes longer than 3 seconds.
quietly() {
  local what="$1" log done status
  shift
  log="$(mktemp)"
  exec {done}< <("$@" >"$log" 2>&1 </dev/null && echo 0 || echo $?)
  read -rt 3 -u "$done" status || { say "$what ..." && read -ru "$done" status; }
  exec {done}<&-
  if ((status != 0)); then
    cat "$log" >&2
    say "$what failed"
  fi
  rm -f "$log"
  return "$status"
}

# up_to_date <stamp>: whether neither the sources nor the commit that is checked out have changed since the stamp was
# made.
up_to_date() {
  [[ -e "$1" ]] && [[ -z "$(cd "$TRENZA_ROOT" && find . -mindepth 1 \( -path './build*' -o -path './.git/*' -o -name '.[a-z]*' \) -prune \
    -o \( -type d -o -name '*.cpp' -o -name '*.h' -o -name '*.sv' -o -iname '*cmake*' \) -newer "$1" -print -quit)" ]] &&
    [[ ! "$TRENZA_ROOT/.git/HEAD" -nt "$1" && ! "$TRENZA_ROOT/.git/index" -nt "$1" ]]
}

# set_build <preset> <target> [<option>=<value>]: configures if need be, with the option, and builds a target. One build at
# a time per folder; silent, and quick, when there is nothing to do.
set_build() {
  local preset="$1" target="$2" option="${3:-}" folder="$TRENZA_ROOT/build" lock stamp
  [[ "$preset" == release ]] || folder+="-$preset"
  stamp="$folder/.built-$target"
  if up_to_date "$stamp" && grep -qs "^${option/=/:[A-Z]*=}" "$folder/CMakeCache.txt"; then return 0; fi
  mkdir -p "$folder"
  exec {lock}>"$folder/.lock"
  flock "$lock"
  touch "$stamp.new"
  if [[ ! -e "$folder/build.ninja" || "$TRENZA_ROOT/CMakePresets.json" -nt "$folder/build.ninja" ]] ||
    ! grep -q "^${option/=/:[A-Z]*=}" "$folder/CMakeCache.txt"; then
    (cd "$TRENZA_ROOT" && quietly "configuring ${folder##*/}/" cmake --preset "$preset" ${option:+"-D$option"})
  fi
  quietly "building ${folder##*/}/" cmake --build "$folder" -j "$(nproc)" --target "$target"
  mv "$stamp.new" "$stamp"
  exec {lock}>&-
}
