# SPDX-License-Identifier: Apache-2.0
"""The repository's own files, for the checks beside this one."""

import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = ("automata", "logic", "frontend", "abstraction", "relevance", "checker")


def files(folders, suffixes):
    """Files below `folders` of the repository with one of `suffixes`, sorted, as paths relative to its root."""
    found = []
    for folder in folders:
        for directory, subdirectories, names in os.walk(ROOT / folder):
            subdirectories[:] = [name for name in subdirectories if name != "__pycache__"]
            found += [pathlib.Path(directory, name).relative_to(ROOT) for name in names if name.endswith(suffixes)]
    return sorted(found)


def tool(*names):
    """The first of `names` that is installed; ends the check if none is, since a check not made is not passed."""
    for name in names:
        if shutil.which(name):
            return name
    sys.exit(f"none of {', '.join(names)} is installed; ./quickstart --test installs what the tests need")


def jobs():
    return int(os.environ.get("BIREACH_JOBS") or os.cpu_count() or 1)


def finish(name, findings, checked):
    """Prints the findings and ends the process: status 1 if there are any, or if nothing was checked at all."""
    for finding in findings:
        print(finding)
    print(f"{name}: {checked} files checked, {len(findings)} findings")
    sys.exit(1 if findings or checked == 0 else 0)
