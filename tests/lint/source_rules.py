#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks rules of CONTRIBUTING.md that text can break: licence line, include guard, who prints, nothing left
unfinished, files that are short or say why not, one definition of a type for each name."""

import re

import sources

LICENCE = "SPDX-License-Identifier: Apache-2.0"
MAX_LINES = 500
LONG_FILE_REASON = re.compile(r"Longer than \d+ lines: \S")
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
# Standard output is for the answer: only the command line writes to it.
PRINTS = re.compile(r"\bstd::cout\b|(?<![\w:.>])(std::)?(printf|puts|putchar)\s*\(|\bfmt::print\s*\(\s*(\"|stdout)|\bstdout\b")
MAY_PRINT = re.compile(r"checker/command/|tests/")
COMMENT_OR_STRING = re.compile(r'//.*|"(\\.|[^"\\])*"')

RAW_STRING = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)


def without_raw_strings(text):
    """Lines stay where they are. What stands in raw strings is another program's code."""
    return RAW_STRING.sub(lambda found: '""' + "\n" * found[0].count("\n"), text)


NAMESPACE = re.compile(r"(inline )?namespace( [\w:]+)? \{$")
NAMESPACE_END = re.compile(r"\}  // namespace")
TYPE = re.compile(r"(?:struct|class|union|enum(?: class)?) (?:\[\[\w+\]\] )?(\w+)(?: final)?(?: : [^;]*)? ?\{")


def types(text):
    """The qualified names and lines of types that a file defines for all others, that is outside of unnamed
    namespaces. The formatter puts what a namespace holds at the beginning of lines."""
    namespaces = []
    for number, line in enumerate(without_raw_strings(text).splitlines(), start=1):
        if begun := NAMESPACE.match(line):
            namespaces.append((begun[2] or "").strip())
        elif NAMESPACE_END.match(line) and namespaces:
            namespaces.pop()
        elif (defined := TYPE.match(line)) and "" not in namespaces:
            yield "::".join((*namespaces, defined[1])), number


def second_definitions(texts):
    """Types that two files define: the linker keeps one constructor and destructor of the two, without a word."""
    first = {}
    for path, text in texts:
        for name, number in types(text):
            if name in first:
                yield f"{path}:{number}: {name} is defined in {first[name]}, too; the linker would take one for the other"
            else:
                first[name] = path


def violations(path, text):
    """Findings for one file; `path` is relative to the root, with forward slashes."""
    lines = text.splitlines()
    if not any(LICENCE in line for line in lines[:2]):
        yield f"{path}:1: the first line lacks {LICENCE}"
    if len(lines) > MAX_LINES and not LONG_FILE_REASON.search(text):
        yield f"{path}:{len(lines)}: more than {MAX_LINES} lines; split it, or say why not ('Longer than {MAX_LINES} lines: ...')"
    is_cpp = path.endswith((".cpp", ".h"))
    if path.endswith(".h") and "#pragma once" not in lines:
        yield f"{path}:1: no #pragma once"
    code = without_raw_strings(text).splitlines()
    for number, line in enumerate(lines, start=1):
        if UNFINISHED.search(line):
            yield f"{path}:{number}: unfinished business; do it, or describe the limit in words"
        if is_cpp and not MAY_PRINT.match(path) and PRINTS.search(COMMENT_OR_STRING.sub('""', code[number - 1])):
            yield f"{path}:{number}: prints; only the command line and the report writers do"


def self_test():
    """Seeded files, right and wrong: the check must tell them apart."""
    first = f"// {LICENCE}\n"
    right = [
        ("logic/a.cpp", first + '// printf("in a comment")\nlog("std::cout");\nsnprintf(buffer, size, "x");\n'),
        ("logic/a.h", first + "#pragma once\n"),
        ("checker/command/main.cpp", first + "std::cout << verdict;\n"),
        ("logic/long.cpp", first + "// Longer than 500 lines: one table.\n" + "\n" * 600),
        ("tests/lint/a.py", f"#!/usr/bin/env python3\n# {LICENCE}\nprint(1)\n"),
    ]
    wrong = [
        ("logic/a.cpp", "int a;\n"),
        ("logic/a.h", first + "int a;\n"),
        ("logic/a.cpp", first + "std::cout << 1;\n"),
        ("logic/a.cpp", first + 'printf("%d", 1);\n'),
        ("logic/a.cpp", first + 'std::printf("%d", 1);\n'),
        ("checker/engines/a.cpp", first + "std::cout << 1;\n"),
        ("relevance/a.cpp", first + 'fmt::print("{}", 1);\n'),
        ("frontend/a.cpp", first + 'std::fputs("x", stdout);\n'),
        ("logic/a.cpp", first + "// TO" "DO later\n"),
        ("logic/a.cpp", first + "\n" * 600),
    ]
    failures = [f"self-test: not accepted: {path}: {text[:90]!r}" for path, text in right if list(violations(path, text))]
    failures += [f"self-test: not found: {path}: {text[:90]!r}" for path, text in wrong if not list(violations(path, text))]
    a_type = ("logic/a.h", "namespace bireach::logic {\n\nstruct A {\n};\n\n}  // namespace bireach::logic\n")
    for other, are_two in (
        ("namespace bireach::logic {\n\nclass A final : public B {\n};\n\n}  // namespace bireach::logic\n", True),
        ("namespace bireach::logic {\n\nnamespace {\n\nint b;\n\n}  // namespace\n\nenum class A { b };\n", True),
        ("namespace bireach::logic {\n\nnamespace {\n\nstruct A {\n};\n\n}  // namespace\n\n}  // namespace bireach::logic\n", False),
        ("namespace bireach::frontend {\n\nstruct A {\n};\n\n}  // namespace bireach::frontend\n", False),
        ("namespace bireach::logic {\n\nstruct A;\nclass B {\n  struct A {};\n};\n\n}  // namespace bireach::logic\n", False),
    ):
        if bool(list(second_definitions([a_type, ("logic/b.h", other)]))) != are_two:
            failures.append(f"self-test: two definitions or not: {other!r}")
    return failures


def main():
    paths = sources.files(sources.LIBRARIES + ("tests", "svcomp"), (".cpp", ".h", ".py", ".sh", ".js", ".css", ".cmake"))
    findings = self_test()
    texts = [(path.as_posix(), (sources.ROOT / path).read_text()) for path in paths]
    for path, text in texts:
        findings += violations(path, text)
    findings += second_definitions((path, text) for path, text in texts if path.endswith((".cpp", ".h")))
    sources.finish("source rules", findings, len(paths))


if __name__ == "__main__":
    main()
