#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy 14 with .clang-tidy over the libraries, with the compile commands of a build folder.

The files that include Clang's headers take a minute each and are left out; --all takes them in. Files named on the
command line are checked instead of all. --sample N takes N of them: those that the newest commits changed, then others,
different ones after each commit. Precompiled headers are left out, so that a missing #include is an error here.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile
import zlib

import sources

# The build may have been configured with gcc, whose warning options Clang does not all know.
OPTIONS = ["--quiet", "--extra-arg=-Wno-unknown-warning-option"]
PRECOMPILED = re.compile(r"-Winvalid-pch|-fpch-preprocess|(-Xclang )?-include(-pch)? (-Xclang )?\S*cmake_pch\S*")
TOGETHER = re.compile(r'^#include "(.*)"$', re.M)


def tidy(clang_tidy, build, path):
    """Output of clang-tidy for one file; empty if it has nothing to say."""
    command = [clang_tidy, f"--config-file={sources.ROOT / '.clang-tidy'}", "-p", str(build), *OPTIONS, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=sources.ROOT)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def self_test(clang_tidy):
    """A seeded defect must be found under the very configuration in force."""
    with tempfile.TemporaryDirectory() as folder:
        seeded = pathlib.Path(folder, "seeded.cpp")
        seeded.write_text("int f(int a) { if (a == 1) { return 2; } else { return 2; } }\n")
        commands = [{"directory": folder, "file": str(seeded), "command": f"c++ -std=c++20 -c {seeded}"}]
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(commands))
        found = "bugprone-branch-clone" in tidy(clang_tidy, folder, seeded)
    return [] if found else ["self-test: a seeded defect was not found"]


def compile_commands(build):
    """Those of the build, one for each source file: a file that includes several to compile them as one is these."""
    commands = []
    for command in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(command["directory"], command["file"])
        parts = TOGETHER.findall(file.read_text()) if file.parent.name == "Unity" and file.exists() else []
        commands += [command | {"file": part, "command": command["command"].replace(str(file), part)} for part in parts]
        commands += [] if parts else [command]
    return commands


def without_precompiled_headers(commands, folder):
    """Compile commands in the folder; Clang cannot read what g++ precompiles."""
    commands = [command | {"command": PRECOMPILED.sub("", command["command"])} for command in commands]
    pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(commands))
    return folder


def git(*arguments):
    result = subprocess.run(["git", *arguments], capture_output=True, text=True, cwd=sources.ROOT)
    return result.stdout.splitlines() if result.returncode == 0 else []


def sample(paths, number):
    """The newest first: git names the files of each commit, from the last one on."""
    age = {}
    for name in git("log", "-n", "40", "--name-only", "--format="):
        age.setdefault(sources.ROOT / name, len(age))
    turn = "".join(git("rev-parse", "HEAD"))
    return sorted(paths, key=lambda path: (age.get(path, len(age)), zlib.crc32((turn + path.name).encode())))[:number]


def select(commands, named, take_all):
    """The files of the libraries that are compiled."""
    compiled = {pathlib.Path(command["directory"], command["file"]).resolve() for command in commands}
    if named:
        return [path.resolve() for path in named]
    found = sources.files(sources.LIBRARIES, (".cpp",))
    paths = [sources.ROOT / path for path in found if take_all or not path.as_posix().startswith("frontend/clang/")]
    return [path for path in paths if path in compiled]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=sources.ROOT / "build/release", help="build folder")
    parser.add_argument("--all", action="store_true", help="take in the files that include Clang's headers")
    parser.add_argument("--sample", type=int, metavar="N", help="only N files")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    clang_tidy = sources.tool("clang-tidy-14")
    commands = compile_commands(arguments.build)
    paths = select(commands, arguments.files, arguments.all)
    if arguments.sample and not arguments.files:
        paths = sample(paths, arguments.sample)
    findings = self_test(clang_tidy)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(sources.jobs()) as pool:
        build = without_precompiled_headers(commands, folder)
        for path, output in zip(paths, pool.map(lambda path: tidy(clang_tidy, build, path), paths)):
            if output:
                print(output, flush=True)
                findings.append(f"{path}: see above")
    sources.finish("clang-tidy", findings, len(paths))


if __name__ == "__main__":
    main()
