#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every room of the table in CMakeLists.txt has a README.md: a title, at most 15 lines, which room it may include (as the
table says), and names of types and files that there are."""

import re

import rooms
import sources

MAX_LINES = 15
MAY_INCLUDE = re.compile(r"^May include: (.*?)\.$", re.M | re.S)
FILE = re.compile(r"(?<![<\w])[\w/][\w/.-]*\.(?:h|cpp|md|json)\b")
TYPE = re.compile(r"`([A-Z]\w+)`")


def violations(room, text, included, exists, mentions):
    """Findings for one README, `text`; None if there is none. `exists(path)` and `mentions(word)` tell what there is."""
    if text is None:
        yield f"{room}/: no README.md; say in at most {MAX_LINES} lines what the room is and where to start reading"
        return
    where, lines = f"{room}/README.md", text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{where}: {len(lines)} lines; at most {MAX_LINES} (longer texts stand in docs/design or beside the code)"
    if not lines or not lines[0].startswith("# "):
        yield f"{where}: no title"
    stated = MAY_INCLUDE.search(text)
    named = set() if not stated or stated.group(1) == "nothing else" else set(re.split(r",\s+", stated.group(1)))
    if not stated or named != included:
        yield f"{where}: must say 'May include: {', '.join(sorted(included)) or 'nothing else'}.', as CMakeLists.txt does"
    for file in FILE.findall(text):
        if not exists(f"{room}/{file}") and not exists(file) and not exists(f"docs/design/{file}"):
            yield f"{where}: there is no {file}"
    for name in TYPE.findall(text):
        if not mentions(name):
            yield f"{where}: nothing is called {name}"


def self_test():
    """Seeded texts, right and wrong: the check must tell them apart."""
    def findings(text, included=frozenset({"logic/terms", "automata"})):
        return list(violations("logic/room", text, included, {"logic/room/a.h", "docs/design/b.md"}.__contains__, {"Nfa"}.__contains__))

    right = "# A room\n\nOf `Nfa` (a.h), see docs/design/b.md and b.md.\n\nMay include: automata,\nlogic/terms.\n"
    wrong = [None, "", right + "more\n" * MAX_LINES, right.replace("# ", ""), right.replace("automata,\n", ""), right.replace("a.h", "c.h"),
             right.replace("Nfa", "Dfa"), right.replace("May include", "Includes")]
    failures = [f"self-test: not accepted: {finding}" for finding in findings(right)]
    failures += [f"self-test: not found: {text!r}" for text in wrong if not findings(text)]
    alone = "# A room\n\nMay include: nothing else.\n"
    failures += [f"self-test: not accepted: {finding}" for finding in findings(alone, frozenset())]
    return failures + ([] if findings(alone) else ["self-test: not found: nothing else"])


def main():
    code = "\n".join((sources.ROOT / path).read_text() for path in sources.files(sources.LIBRARIES, (".h", ".cpp")))
    words = set(re.findall(r"\w+", code))
    table, findings = rooms.table(), self_test()
    for room, included in table.items():
        readme = sources.ROOT / room / "README.md"
        text = readme.read_text() if readme.exists() else None
        findings += violations(room, text, included, lambda path: (sources.ROOT / path).exists(), words.__contains__)
    sources.finish("rooms", findings, len(table))


if __name__ == "__main__":
    main()
