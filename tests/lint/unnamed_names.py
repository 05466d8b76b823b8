#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What files define in unnamed namespaces has a name of its own within its library: a first build and that of the
sanitizers compile several files as one (CMake's unity build), which files these are changes with every new one."""

import re

import sources
from source_rules import NAMESPACE, NAMESPACE_END, TYPE

# The static libraries of CMakeLists.txt: files of different ones are never compiled as one.
LIBRARIES = (
    ("automata/",), ("logic/",), ("frontend/program/", "frontend/checks/", "frontend/threads/"), ("abstraction/",),
    ("frontend/clang/",), ("relevance/",), ("checker/",))
ALIAS = re.compile(r"using (\w+) = (.*)$|using (?:\w+::)*(\w+);$")
DECLARED = re.compile(r"(?!using |namespace |template |return |#|//|/)[\w:<][\w:<>,&*\s\[\]]*?[\s&*]([A-Za-z]\w*)(\(.*|\[.*| = .*|\{.*|;)$")
REFERENCE = re.compile(r"^const |&+$")
PARAMETER_NAME = re.compile(r"[ &*](\w+)(?: = [^,]*)?$")


def arguments(text):
    """The types of a function's parameters: what tells overloads apart."""
    inside, depth, parts, part = text[1:], 1, [], ""
    for character in inside:
        depth += character in "(<[{"
        depth -= character in ")>]}"
        if depth == 0:
            break
        if character == "," and depth == 1:
            parts.append(part)
            part = ""
        else:
            part += character
    parts.append(part)
    types = (PARAMETER_NAME.sub(lambda found: found[0][0], part.strip()).strip() for part in parts)
    # A call does not tell a value from a reference.
    return ", ".join(REFERENCE.sub("", kind).strip() for kind in types)


def definitions(text):
    """(namespace, whether it is an unnamed one in it, name, what tells it from others of the name, line)."""
    namespaces, lines = [], text.splitlines()
    for number, line in enumerate(lines, start=1):
        if begun := NAMESPACE.match(line):
            namespaces.append((begun[2] or "").strip())
            continue
        if NAMESPACE_END.match(line) and namespaces:
            namespaces.pop()
            continue
        unnamed, outer = "" in namespaces, "::".join(filter(None, namespaces))
        if defined := TYPE.match(line):
            yield outer, unnamed, defined[1], "type", number
        elif alias := ALIAS.match(line):
            yield outer, unnamed, alias[1] or alias[3], "alias " + (alias[2] or line), number
        elif unnamed and (declared := DECLARED.match(line)):
            rest = declared[2]
            if rest.startswith("("):
                following = number
                while rest.count("(") > rest.count(")") and following < len(lines):
                    rest += " " + lines[following].strip()
                    following += 1
                yield outer, True, declared[1], "function " + arguments(rest), number
            else:
                yield outer, True, declared[1], "object", number


def collisions(texts):
    """What two files of one library define under one name, one of them in an unnamed namespace."""
    known = {}
    for path, text in texts:
        for outer, unnamed, name, what, number in definitions(text):
            if not unnamed and not path.endswith(".h") and what.startswith("alias"):
                unnamed = True
            for other, other_unnamed, other_what in known.get((outer, name), ()):
                functions = what.startswith("function") and other_what.startswith("function") and what != other_what
                same_alias = what == other_what and what.startswith("alias")
                if other != path and (unnamed or other_unnamed) and not functions and not same_alias:
                    yield f"{path}:{number}: {name} is a name of {other}, too; compiled as one file they collide"
                    break
            known.setdefault((outer, name), []).append((path, unnamed, what))


def self_test():
    """Pairs of files that can and cannot be one."""
    def file(inside, after=""):
        return f"namespace bireach::logic {{\n\nnamespace {{\n\n{inside}\n\n}}  // namespace\n{after}\n}}  // namespace bireach::logic\n"

    failures = []
    for first, second, collide in (
        ("constexpr int limit = 3;", "constexpr int limit = 4;", True),
        ("constexpr int limit = 3;", "constexpr int limits = 4;", False),
        ("class A {\n  int limit = 3;\n};", "class A final : B {\n};", True),
        ("int f(int a) {\n  int g = 1;\n}", "int f(int b) {\n}", True),
        ("int f(int a) {\n}", "int f(const std::map<int, int>& b,\n      int c) {\n}", False),
        ("std::vector<A> f(const std::map<int, int>& b,\n                 int c) {\n}",
         "int f(const std::map<int, int>& b, int c) {\n}", True),
        ("using logic::Term;", "using logic::Term;", False),
        ("using Kind = A::Kind;", "using Kind = B::Kind;", True),
        ("constexpr Rule rules[] = {\n};", "Json rules(const Report& report) {\n}", True),
    ):
        texts = [("logic/a.cpp", file(first)), ("logic/b.cpp", file(second))]
        if bool(list(collisions(texts))) != collide:
            failures.append(f"self-test: collide or not: {first!r} and {second!r}")
    of_all = ("logic/a.h", "namespace bireach::logic {\n\nclass A {\n};\n\n}  // namespace bireach::logic\n")
    if not list(collisions([of_all, ("logic/b.cpp", file("class A {\n};"))])):
        failures.append("self-test: a type of a header and one of an unnamed namespace")
    return failures


def main():
    paths = [path.as_posix() for path in sources.files(sources.LIBRARIES, (".cpp", ".h"))]
    findings = self_test()
    for library in LIBRARIES:
        findings += collisions((path, (sources.ROOT / path).read_text()) for path in paths if path.startswith(library))
    sources.finish("names of unnamed namespaces", findings, len(paths))


if __name__ == "__main__":
    main()
