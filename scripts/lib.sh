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

# package_names <list>: the packages of a list, one a line, without comments.
package_names() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$1"; }

# missing_packages <list>: those that are not installed, nor provided by an installed package.
missing_packages() {
  local installed
  # shellcheck disable=SC2016  # the ${...} are dpkg-query's
  installed="$(dpkg-query -W -f='${db:Status-Status}|${Package}, ${Provides}\n' | sed -n 's/^installed|//p' |
    tr ',' '\n' | sed -e 's/(.*//' -e 's/[[:space:]]//g' | sort -u)"
  package_names "$1" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

# ensure_packages <list>: installs what is missing of a list in cmake/packages/; silent when nothing is.
ensure_packages() {
  local list="$1" missing apt=(apt-get) escape='set TRENZA_SKIP_PACKAGES=1 if you have them by other means'
  [[ -z "${TRENZA_SKIP_PACKAGES:-}" ]] || return 0
  if ! command -v dpkg-query >/dev/null; then
    [[ -e "$TRENZA_ROOT/build/build.ninja" ]] ||
      say "this is no Debian system: the packages of ${list#"$TRENZA_ROOT"/} are neither checked nor installed"
    return 0
  fi
  missing="$(missing_packages "$list")"
  [[ -n "$missing" ]] || return 0

  say "these packages of ${list#"$TRENZA_ROOT"/} are missing:"
  local package
  for package in $missing; do grep -E "^${package//+/\\+}([[:space:]]|\$)" "$list" | sed 's/^/  /' >&2; done
  command -v apt-get >/dev/null ||
    die "apt-get is not here, so install them yourself, then try again ($escape)"
  if [[ "$(id -u)" != 0 ]]; then
    command -v sudo >/dev/null || die "neither root nor sudo: install them yourself, then try again ($escape)"
    apt=(sudo)
    [[ -t 0 ]] || apt+=(-n)
    apt+=(apt-get)
  fi
  say "installing them with: ${apt[*]} install"
  local options=(-y -q -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0) log
  log="$(mktemp)"
  # shellcheck disable=SC2086  # one word per package
  if ! DEBIAN_FRONTEND=noninteractive run_apt "${apt[@]}" "${options[@]}" update >"$log" 2>&1 </dev/null ||
    ! DEBIAN_FRONTEND=noninteractive run_apt "${apt[@]}" "${options[@]}" install --no-install-recommends $missing \
      >>"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    die "apt-get failed (its words are above); install by hand: $(echo $missing) ($escape)"
  fi
  rm -f "$log"
  missing="$(missing_packages "$list")"
  [[ -z "$missing" ]] || die "still missing after the installation: $(echo $missing) ($escape)"
}

# run_apt <command...>: keeps DEBIAN_FRONTEND across sudo, which cleans the environment.
run_apt() {
  if [[ "$1" == sudo ]]; then
    local words=("$@") at=1
    [[ "${words[1]}" != -n ]] || at=2
    "${words[@]:0:at}" env DEBIAN_FRONTEND=noninteractive "${words[@]:at}"
  else
    "$@"
  fi
}

# build_dir <preset>: where CMakePresets.json puts it.
build_dir() {
  case "$1" in
    release) echo "$TRENZA_ROOT/build" ;;
    *) echo "$TRENZA_ROOT/build-$1" ;;
  esac
}

# quietly <what> <command...>: output only when the command fails; one line when it takes long.
quietly() {
  local what="$1" log timer status=0
  shift
  log="$(mktemp)"
  (
    sleep 3 </dev/null >/dev/null 2>&1
    say "$what ..."
  ) &
  timer=$!
  "$@" >"$log" 2>&1 </dev/null || status=$?
  kill "$timer" 2>/dev/null || true
  wait "$timer" 2>/dev/null || true
  if ((status != 0)); then
    cat "$log" >&2
    say "$what failed"
  fi
  rm -f "$log"
  return "$status"
}

# set_build <preset> [target...]: configures when there is nothing yet, then builds (all targets by default).
# One build at a time per directory; silent when there is nothing to do.
set_build() {
  local preset="$1" directory lock targets=()
  shift
  (($# == 0)) || targets=(--target "$@")
  directory="$(build_dir "$preset")"
  mkdir -p "$directory"
  exec {lock}>"$directory/.lock"
  flock "$lock"
  if [[ ! -e "$directory/build.ninja" || "$TRENZA_ROOT/CMakePresets.json" -nt "$directory/build.ninja" ]]; then
    (cd "$TRENZA_ROOT" && quietly "configuring ${directory##*/}/" cmake --preset "$preset")
  fi
  quietly "building ${directory##*/}/" cmake --build "$directory" -j "$(nproc)" "${targets[@]}"
  exec {lock}>&-
}
