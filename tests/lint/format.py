#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the C++ sources stand as clang-format 14 and .clang-format put them; --fix puts them so."""

import argparse
import subprocess

import sources


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="rewrite the files instead of reporting them")
    arguments = parser.parse_args()
    # The version is fixed: another one formats differently.
    clang_format = sources.tool("clang-format-14")
    paths = sources.files(sources.LIBRARIES + ("tests",), (".cpp", ".h"))
    command = [clang_format, "--style=file"]
    if arguments.fix:
        subprocess.run(command + ["-i", *map(str, paths)], cwd=sources.ROOT, check=True)
        return
    findings = []
    seeded = "int  f( ){return 1 ;}\n"
    formatted = subprocess.run(command, input=seeded, capture_output=True, text=True, cwd=sources.ROOT, check=True).stdout
    if formatted == seeded:
        findings.append("self-test: a file that is not formatted was not found")
    result = subprocess.run(command + ["--dry-run", "-Werror", *map(str, paths)], cwd=sources.ROOT, capture_output=True, text=True)
    findings += [line for line in result.stderr.splitlines() if "error:" in line]
    if result.returncode != 0 and not findings:
        findings.append(result.stderr)
    if findings:
        findings.append("tests/lint/format.py --fix formats every file")
    sources.finish("format", findings, len(paths))


if __name__ == "__main__":
    main()
