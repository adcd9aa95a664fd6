"""clang-tidy over compile_commands.json with a cache; called by scripts/tidy <root> <build> [path part...]."""
import concurrent.futures
import functools
import hashlib
import json
import pathlib
import subprocess
import sys
import time

JOBS = 2


def output_of(command, cwd=None):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def files_read(build):
    """What the compiler read for each object file, by the build's own records: {object: [file]}."""
    read, current = {}, []
    for line in output_of(["ninja", "-C", str(build), "-t", "deps"]).stdout.decode().splitlines():
        if line.startswith("    "):
            current.append(line.strip())
        elif "#deps" in line and line.endswith("(VALID)"):
            current = read.setdefault(line.split(":", 1)[0], [])
        else:
            current = []
    return read


@functools.lru_cache(maxsize=None)
def hash_of(path):
    return hashlib.sha256(path.read_bytes()).digest()


def stamp_of(entry, build, read, salt):
    """The file that says that this source passed with all that it reads as it is now; none when the build knows not what."""
    words = entry["command"].split()
    names = read.get(words[words.index("-o") + 1])
    if not names:
        return None
    digest = hashlib.sha256(salt + entry["command"].encode())
    for name in sorted(names):
        path = build / name
        digest.update(name.encode() + hash_of(path))
    return build / "tidy" / digest.hexdigest()


def check(entry, build, read, salt):
    """Returns (file, text of the complaints, seconds), the seconds being None for a cached file."""
    source = entry["file"]
    start = time.monotonic()
    stamp = stamp_of(entry, build, read, salt)
    if stamp and stamp.exists():
        stamp.touch()
        return source, "", None
    tidy = output_of(["clang-tidy", "--quiet", "-p", str(build), "--extra-arg=-Wno-unknown-warning-option", source])
    if tidy.returncode == 0:
        if stamp:
            stamp.write_text(source + "\n")
        return source, "", time.monotonic() - start
    text = tidy.stdout.decode(errors="replace") or tidy.stderr.decode(errors="replace")
    return source, text, time.monotonic() - start


def main(root, build, parts):
    listing = output_of(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "*.cpp"]).stdout.decode()
    wanted = {str(root / line) for line in listing.splitlines()}
    entries = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())}
    todo = [entries[name] for name in sorted(wanted & entries.keys())
            if not parts or any(part in name for part in parts)]
    (build / "tidy").mkdir(exist_ok=True)
    for stamp in (build / "tidy").iterdir():
        if time.time() - stamp.stat().st_mtime > 30 * 24 * 3600:
            stamp.unlink()
    salt = (root / ".clang-tidy").read_bytes() + output_of(["clang-tidy", "--version"]).stdout
    read = files_read(build)
    start, cached, failed, shown = time.monotonic(), 0, 0, set()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for source, text, seconds in pool.map(lambda entry: check(entry, build, read, salt), todo):
            cached += seconds is None
            if text:
                failed += 1
                fresh = text not in shown
                shown.add(text)
                print(f"{pathlib.Path(source).relative_to(root)} ({seconds:.1f} s):" if fresh else source, flush=True)
                if fresh:
                    print(text, flush=True)
    print(f"clang-tidy: {len(todo)} files, {cached} of them cached, {failed} with complaints, "
          f"{time.monotonic() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]))
