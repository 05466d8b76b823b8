#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy 14 with .clang-tidy over the libraries, with the compile commands of a build folder.

The files that include Clang's headers take a minute each and are left out; --all takes them in. Files named on the
command line are checked instead of all.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile

import sources

# The build may have been configured with gcc, whose warning options Clang does not all know.
OPTIONS = ["--quiet", "--extra-arg=-Wno-unknown-warning-option"]


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


def select(build, named, take_all):
    """The files of the libraries that the build folder compiles."""
    commands = json.loads((build / "compile_commands.json").read_text())
    compiled = {pathlib.Path(command["directory"], command["file"]).resolve() for command in commands}
    if named:
        return [path.resolve() for path in named]
    paths = [sources.ROOT / path for path in sources.files(sources.LIBRARIES, (".cpp",))]
    return [path for path in paths if path in compiled and (take_all or not path.name.startswith("clang_"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=sources.ROOT / "build/release", help="build folder")
    parser.add_argument("--all", action="store_true", help="take in the files that include Clang's headers")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    clang_tidy = sources.tool("clang-tidy-14")
    paths = select(arguments.build, arguments.files, arguments.all)
    findings = self_test(clang_tidy)
    with concurrent.futures.ThreadPoolExecutor(sources.jobs()) as pool:
        for path, output in zip(paths, pool.map(lambda path: tidy(clang_tidy, arguments.build, path), paths)):
            if output:
                print(output, flush=True)
                findings.append(f"{path}: see above")
    sources.finish("clang-tidy", findings, len(paths))


if __name__ == "__main__":
    main()
