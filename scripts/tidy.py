"""clang-tidy over compile_commands.json with a cache; called by scripts/tidy <root> <build> [path part...]."""
import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import subprocess
import sys
import time

JOBS = 2


def output_of(command, cwd=None):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def preprocess_command(entry):
    """The compile command as a preprocessor run that keeps comments, since NOLINT is one."""
    words = shlex.split(entry["command"])
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word == "-o":
            skip = True
        elif word != "-c":
            kept.append(word)
    if pathlib.Path(kept[0]).name == "ccache":
        kept = kept[1:]
    return kept + ["-E", "-C"]


def check(entry, build, salt):
    """Returns (file, text of the complaints, seconds), the seconds being None for a cached file."""
    source = entry["file"]
    start = time.monotonic()
    preprocessed = output_of(preprocess_command(entry), entry["directory"])
    if preprocessed.returncode != 0:
        return source, preprocessed.stderr.decode(errors="replace"), time.monotonic() - start
    digest = hashlib.sha256(salt + preprocessed.stdout + pathlib.Path(source).read_bytes()).hexdigest()
    stamp = build / "tidy" / digest
    if stamp.exists():
        stamp.touch()
        return source, "", None
    tidy = output_of(["clang-tidy", "--quiet", "-p", str(build), "--extra-arg=-Wno-unknown-warning-option", source])
    if tidy.returncode == 0:
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
    start, cached, failed, shown = time.monotonic(), 0, 0, set()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for source, text, seconds in pool.map(lambda entry: check(entry, build, salt), todo):
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
