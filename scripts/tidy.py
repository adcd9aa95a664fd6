"""clang-tidy over compile_commands.json with a cache; called by scripts/tidy <root> <build> [path part...].

Most of its time goes into headers, so the sources of a group of <build>/unity.txt (cmake/TrenzaUnity.cmake) are checked as one
first. When that has anything to say, each of them is checked alone, and only what is said then counts.
"""
import concurrent.futures
import functools
import hashlib
import itertools
import json
import pathlib
import re
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


def commands(build):
    """The compile commands, those of sources that the build compiles as one apart."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if "/Unity/" not in entry["file"]:
            yield entry
            continue
        for source in re.findall('^#include "(.*)"$', pathlib.Path(entry["file"]).read_text(), re.MULTILINE):
            yield {**entry, "file": source, "command": entry["command"].replace(entry["file"], source)}


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


def tidy(entry, units, *options):
    """What clang-tidy has to say about a source; empty if nothing. `units` is a folder for what it reads."""
    folder = units / hashlib.sha256(entry["file"].encode()).hexdigest()
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps([entry]))
    done = output_of(["clang-tidy", "--quiet", "-p", str(folder), "--extra-arg=-Wno-unknown-warning-option", *options, entry["file"]])
    if done.returncode == 0:
        return ""
    return done.stdout.decode(errors="replace") or done.stderr.decode(errors="replace")


def passes_as_one(entries, root, units):
    """Whether the sources, included in one, are without complaint."""
    first = entries[0]
    unit = units / f"{hashlib.sha256(first['file'].encode()).hexdigest()}.cpp"
    unit.write_text("".join(f'#include "{entry["file"]}"  // NOLINT(bugprone-suspicious-include)\n' for entry in entries))
    headers = re.search("^HeaderFilterRegex: '(.*)'$", (root / ".clang-tidy").read_text(), re.MULTILINE).group(1)
    command = first["command"].replace(first["file"], str(unit))
    return not tidy({**first, "command": command, "file": str(unit)}, units,
                    f"--header-filter=({headers})|^{re.escape(str(root))}/.*[.]cpp$")


def check(group, root, build, read, salt):
    """Returns [(file, text of the complaints, seconds)] for a group of entries, the seconds being None for a cached file."""
    results, todo = [], []
    for entry in group:
        stamp = stamp_of(entry, build, read, salt)
        if stamp and stamp.exists():
            stamp.touch()
            results.append((entry["file"], "", None))
        else:
            todo.append((entry, stamp))
    start = time.monotonic()
    units = build / "tidy" / "units"
    fine = len(todo) > 1 and passes_as_one([entry for entry, _ in todo], root, units)
    for entry, stamp in todo:
        text = "" if fine else tidy(entry, units)
        if stamp and not text:
            stamp.write_text(entry["file"] + "\n")
        results.append((entry["file"], text, time.monotonic() - start))
        start = time.monotonic()
    return results


def main(root, build, parts):
    listing = output_of(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "*.cpp"]).stdout.decode()
    wanted = {str(root / line) for line in listing.splitlines()}
    entries = {entry["file"]: entry for entry in commands(build)}
    todo = [entries[name] for name in sorted(wanted & entries.keys())
            if not parts or any(part in name for part in parts)]
    (build / "tidy" / "units").mkdir(parents=True, exist_ok=True)
    for stamp in (build / "tidy").iterdir():
        if stamp.is_file() and time.time() - stamp.stat().st_mtime > 30 * 24 * 3600:
            stamp.unlink()
    todo = {entry["file"]: entry for entry in todo}
    groups = [[todo.pop(name) for name in line.split(";") if name in todo]
              for line in (build / "unity.txt").read_text().splitlines()]
    groups = sorted(filter(None, groups + [[entry] for entry in todo.values()]), key=len, reverse=True)
    salt = (root / ".clang-tidy").read_bytes() + output_of(["clang-tidy", "--version"]).stdout
    read = files_read(build)
    start, files, cached, failed, shown = time.monotonic(), 0, 0, 0, set()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for source, text, seconds in itertools.chain.from_iterable(
                pool.map(lambda group: check(group, root, build, read, salt), groups)):
            files += 1
            cached += seconds is None
            if text:
                failed += 1
                fresh = text not in shown
                shown.add(text)
                print(f"{pathlib.Path(source).relative_to(root)} ({seconds:.1f} s):" if fresh else source, flush=True)
                if fresh:
                    print(text, flush=True)
    print(f"clang-tidy: {files} files, {cached} of them cached, {failed} with complaints, "
          f"{time.monotonic() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]))
