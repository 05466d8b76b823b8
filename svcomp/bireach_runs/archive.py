# SPDX-License-Identifier: Apache-2.0
"""The command line of `svcomp/make_archive`."""
import argparse
import io
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

SVCOMP = Path(__file__).resolve().parents[1]
ROOT = SVCOMP.parent
DESCRIPTION = """Makes the archive that a participant of SV-COMP hands in: bireach with all shared libraries it needs, the C
library and its loader among them, Clang's own headers, licences, a README and a smoke test. It runs from wherever it
is unpacked, on any Linux machine with this processor and a shell at /bin/sh; nothing is installed.

  make_archive --binary build/release/bireach bireach.zip
  make_archive --binary build/release/bireach --check bireach.tar.xz

The same binary and libraries give the same archive, byte by byte; all files bear the time SOURCE_DATE_EPOCH, or that of
the last commit. --check unpacks it and runs its smoke test where there is nothing but a shell (needs root, or a kernel
that lets users unshare)."""

WRAPPER = """#!/bin/sh
# Runs bireach with the libraries beside it, those of the C library included.
self=$0
while [ -h "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
case $self in
  */*) here=${self%/*} ;;
  *) here=. ;;
esac
lib=$(cd "$here/../lib" && pwd -P) || exit 4
exec "$lib/@LOADER@" --argv0 "$0" --library-path "$lib" "$lib/bireach" "$@"
"""

SMOKE_TEST = """#!/bin/sh
# Does bireach run here, and does it answer what is known? Exit status 0 if so.
case $0 in
  */*) cd "${0%/*}" || exit 2 ;;
esac
failed=0
expect() {
  output=$(bin/bireach check --property examples/unreach-call.prp --data-model "$1" --timeout 60 "examples/$2" 2>&1)
  status=$?
  verdict=${output##*
}
  if [ "$verdict" = "$3" ] && [ $status -eq "$4" ]; then
    echo "ok: $2 ($1): $verdict"
  else
    echo "FAILED: $2 ($1): expected $3 and exit status $4, got status $status and:"
    echo "$output"
    failed=1
  fi
}
bin/bireach --version || exit 1
expect LP64 countdown.c TRUE 0
expect ILP32 turnstile.c 'FALSE(unreach-call)' 1
expect LP64 headers.c TRUE 0
[ $failed -eq 0 ] && echo "smoke test passed"
exit $failed
"""

README = """# bireach @VERSION@

A software model checker for C that explains what it finds; this archive is made for SV-COMP (properties
unreach-call, valid-memsafety, valid-memcleanup, no-overflow, no-data-race).

    bin/bireach check --property unreach-call.prp --data-model ILP32 task.i
    ./smoke_test.sh        checks that it runs on this machine

Needs Linux on @MACHINE@ and /bin/sh, and no other software: the shared libraries, the C library's included, are in lib/.
Programs that are not preprocessed need the C library's headers (Debian: libc6-dev, and gcc-multilib for ILP32).
BenchExec: tool-info module `bireach`; the archive's folder is the tool directory.

Options: bin/bireach check --help. The last line of the output is the verdict, and the exit status says the same: 0 TRUE,
1 FALSE(kind of error), 3 UNKNOWN(reason), 2 bad arguments, 4 a bug.

bireach is under the Apache licence 2.0 (LICENSE). licences/ holds those of the libraries, file by file as Debian has them.
"""


class ArchiveError(Exception):
    pass


def shared_libraries(binary):
    """Paths of all that the binary loads, and the loader's."""
    done = subprocess.run(["ldd", str(binary)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ArchiveError(f"ldd {binary}: {(done.stderr or done.stdout).strip()}")
    libraries, loader = [], None
    for line in done.stdout.splitlines():
        words = line.split()
        if "not found" in line:
            raise ArchiveError(f"{binary}: {words[0]} is not installed")
        if len(words) >= 3 and words[1] == "=>":
            libraries.append(Path(words[2]))
        elif words and words[0].startswith("/"):
            loader = Path(words[0])
    if loader is None:
        raise ArchiveError(f"{binary} is not dynamically linked for this machine")
    return libraries, loader


def resource_headers():
    """Clang's resource directory as frontend/clang/reading/parse_unit.cpp has it."""
    text = (ROOT / "frontend" / "clang" / "reading" / "parse_unit.cpp").read_text(encoding="utf-8")
    match = re.search(r'#define BIREACH_CLANG_RESOURCE_DIR "([^"]+)"', text)
    folder = Path(match.group(1)) if match else None
    if folder is None or not (folder / "include").is_dir():
        raise ArchiveError(f"{folder}: Clang's headers are not there (Debian: libclang-common-14-dev)")
    return folder


def licences_of(paths):
    """{package: file with its licence} of the Debian packages that the files belong to. Asks dpkg once, which is slow."""
    spellings = {}
    for path in paths:  # where /lib leads to /usr/lib, a package may have either
        for name in {str(path), str(path.resolve())}:
            for spelling in (name, name.removeprefix("/usr")):
                spellings.setdefault(spelling, path)
    done = subprocess.run(["dpkg-query", "-S", *spellings], capture_output=True, text=True, check=False)
    found, licences = set(), {}
    for line in done.stdout.splitlines():
        packages, _, name = line.rpartition(": ")
        package = packages.split(",")[0].split(":")[0]
        licence = Path("/usr/share/doc") / package / "copyright"
        if name in spellings and licence.is_file():
            found.add(spellings[name])
            licences[package] = licence
    missing = [str(path) for path in paths if path not in found]
    if missing:
        raise ArchiveError(f"no Debian package with a licence has {', '.join(missing)}")
    return licences


def stripped(binary):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "bireach"
        shutil.copy(binary, copy)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
        return copy.read_bytes()


def contents(binary):
    """{name within the archive: (content, executable)}"""
    binary = Path(binary)
    libraries, loader = shared_libraries(binary)
    version = subprocess.run([str(binary), "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    files = {"bin/bireach": (WRAPPER.replace("@LOADER@", loader.name).encode(), True),
             "lib/bireach": (stripped(binary), True),
             f"lib/{loader.name}": (loader.read_bytes(), True),
             "smoke_test.sh": (SMOKE_TEST.encode(), True),
             "README.md": (README.replace("@VERSION@", version).replace("@MACHINE@", os.uname().machine).encode(), False),
             "LICENSE": ((ROOT / "LICENSE").read_bytes(), False)}
    for path in sorted(SVCOMP.glob("*.prp")):
        files[f"examples/{path.name}"] = (path.read_bytes(), False)
    for library in libraries:
        files[f"lib/{library.name}"] = (library.read_bytes(), True)
    headers = resource_headers()
    for path in sorted((headers / "include").rglob("*.h")):
        files[f"lib/clang/{headers.name}/{path.relative_to(headers)}"] = (path.read_bytes(), False)
    for path in sorted((SVCOMP / "smoke").glob("*.c")):
        files[f"examples/{path.name}"] = (path.read_bytes(), False)
    linked = Path("/usr/include/cadical.hpp")  # CaDiCaL is a part of the binary
    for package, licence in licences_of([*libraries, loader, linked, headers / "include" / "stddef.h"]).items():
        files[f"licences/{package}.txt"] = (licence.read_bytes(), False)
    return files


def time_of_files():
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else 315619200  # 1980, the first of zip


def write_archive(files, output, folder="bireach"):
    """Under a temporary name first, then renamed."""
    epoch = time_of_files()
    beside = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        if output.suffix == ".zip":
            write_zip(files, beside, folder, epoch)
        else:
            write_tar(files, beside, folder, epoch, output.name.rsplit(".", 1)[1])
        os.replace(beside, output)
    finally:
        beside.unlink(missing_ok=True)


def write_zip(files, path, folder, epoch):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            content, executable = files[name]
            info = zipfile.ZipInfo(f"{folder}/{name}", time.gmtime(max(epoch, 315619200))[:6])
            info.create_system = 3  # Unix: the permissions count
            info.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


def write_tar(files, path, folder, epoch, kind):
    with open(path, "wb") as raw:
        packed = raw
        if kind == "gz":
            import gzip
            packed = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=epoch)
        elif kind == "xz":
            import lzma
            packed = lzma.LZMAFile(raw, "wb", preset=6)
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name in sorted(files):
                content, executable = files[name]
                info = tarfile.TarInfo(f"{folder}/{name}")
                info.size, info.mtime, info.mode = len(content), epoch, 0o755 if executable else 0o644
                archive.addfile(info, io.BytesIO(content))
        if packed is not raw:
            packed.close()


def bare_root(folder):
    """A file system with nothing but /bin/sh and what that needs, and /proc."""
    shell = Path("/bin/sh").resolve()
    libraries, loader = shared_libraries(shell)
    for source, target in [(shell, "/bin/sh"), *((path, path) for path in [*libraries, loader])]:
        copy = Path(f"{folder}{target}")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)
    for name in ("proc", "dev", "tmp"):
        (folder / name).mkdir()


def check(output):
    """Unpacks the archive where there is nothing, and runs its smoke test with an empty environment."""
    with tempfile.TemporaryDirectory(prefix="bireach-archive-") as name:
        folder = Path(name)
        bare_root(folder)
        unpack(output, folder)
        in_bare_root = ("mount -t proc proc \"$0/proc\" && exec chroot \"$0\" /bireach/smoke_test.sh")
        line = ["unshare", "--mount", "--pid", "--fork"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
        done = subprocess.run([*line, "/bin/sh", "-c", in_bare_root, str(folder)], env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
                              capture_output=True, text=True, timeout=600, check=False)
        sys.stderr.write(done.stdout + done.stderr)
        if done.returncode != 0:
            raise ArchiveError(f"{output}: the smoke test failed in a bare file system")


def unpack(archive, folder):
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as file:
            for info in file.infolist():
                path = Path(file.extract(info, folder))
                path.chmod(info.external_attr >> 16 & 0o777)
    else:
        with tarfile.open(archive) as file:
            file.extractall(folder)


def main():
    p = argparse.ArgumentParser(prog="make_archive", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("output", type=Path, help="bireach.zip, .tar.gz or .tar.xz")
    p.add_argument("--binary", type=Path, required=True, help="bireach's binary")
    p.add_argument("--check", action="store_true", help="run the archive's smoke test in a bare file system")
    args = p.parse_args()
    try:
        if not re.search(r"\.(zip|tar\.gz|tar\.xz)$", args.output.name):
            raise ArchiveError(f"{args.output}: the name must end with .zip, .tar.gz or .tar.xz")
        if not (args.binary.is_file() and os.access(args.binary, os.X_OK)):
            raise ArchiveError(f"--binary {args.binary}: no executable file")
        files = contents(args.binary)
        write_archive(files, args.output)
        size = args.output.stat().st_size
        print(f"{args.output}: {len(files)} files, {size / 1e6:.1f} MB")
        if args.check:
            check(args.output)
    except (ArchiveError, OSError, subprocess.CalledProcessError) as problem:
        print(f"make_archive: {problem}", file=sys.stderr)
        sys.exit(2)
