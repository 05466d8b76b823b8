#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the C++ sources stand as clang-format 14 and .clang-format put them, with no braces around bodies of one
line; --fix puts them so.

Braces go in a run of their own: together with RemoveBracesLLVM clang-format 14 lays out calls with lambdas badly."""

import argparse
import pathlib
import shutil
import subprocess
import tempfile

import sources

SEEDED = "int  f( bool b){ if(b){ return 1 ;} return 2; }\n"


def put(folder, paths):
    """Formats these files below the folder, which has a .clang-format."""
    # The version is fixed: another one formats differently.
    clang_format = sources.tool("clang-format-14")
    style = [line.strip() for line in (sources.ROOT / ".clang-format").read_text(encoding="utf-8").splitlines() if line.strip()]
    for options in (["--style={" + ", ".join(style + ["RemoveBracesLLVM: true"]) + "}"], ["--style=file"]):
        subprocess.run([clang_format, *options, "-i", *map(str, paths)], cwd=folder, check=True)


def findings_of(paths, fix):
    """Works on copies, so that files which stand as they should are not touched, and not compiled again."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(sources.ROOT / ".clang-format", folder)
        for path in paths:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(sources.ROOT / path, folder / path)
        seeded = pathlib.Path("seeded.cpp")
        (folder / seeded).write_text(SEEDED, encoding="utf-8")
        put(folder, [*paths, seeded])
        changed = [path for path in paths if (folder / path).read_bytes() != (sources.ROOT / path).read_bytes()]
        if fix:
            for path in changed:
                (sources.ROOT / path).write_bytes((folder / path).read_bytes())
            return []
        found = [f"{path}: not formatted" for path in changed]
        text = (folder / seeded).read_text(encoding="utf-8")
        if text == SEEDED or text.count("{") != 1:
            found.append("self-test: a file that is not formatted, or braces around one line, were not found")
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="rewrite the files instead of reporting them")
    arguments = parser.parse_args()
    paths = sources.files(sources.LIBRARIES + ("tests",), (".cpp", ".h"))
    findings = findings_of(paths, arguments.fix)
    if arguments.fix:
        return
    if findings:
        findings.append("tests/lint/format.py --fix formats every file")
    sources.finish("format", findings, len(paths))


if __name__ == "__main__":
    main()
