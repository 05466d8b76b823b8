#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom. The table of rooms in CMakeLists.txt says which rooms a room may include.

Includes of our own headers run from the repository's root ("logic/terms/term.h"), never relative. A file includes headers
of its room and of the rooms that its room names, and the rooms have no cycle. A header and the source file of its name are
a pair, and pairs have no cycle either, also within a room. What the table allows somebody uses. A foreign library is included only by the rooms that adapt it,
and Clang reaches no file outside of frontend/clang, also not through our own headers.
"""

import posixpath
import re

import rooms
import sources

# Foreign header: the files that may include it. What no line names is foreign to everyone.
FOREIGN = [
    (r"boost/(graph|pending|property_map)/", r"(automata|frontend|relevance|checker|tests)/"),
    (r"boost/(container|container_hash|functional|iterator|range)/", r""),
    (r"boost/multiprecision/", r"(logic|frontend|relevance|checker|tests)/"),
    (r"boost/smart_ptr/", r"logic/"),
    (r"z3(\+\+)?\.h$", r"logic/(solvers/z3_\w+|interpolation/(spacer|z3_\w+))\.(cpp|h)$"),
    (r"cvc5/", r"logic/(solvers/cvc5_\w+|interpolation/cvc5_\w+|elimination/cvc5_\w+)\.(cpp|h)$"),
    (r"cadical\.hpp$", r"logic/solvers/cadical_\w+\.cpp$"),
    (r"(clang|llvm)/", r"frontend/clang/"),
    (r"(spdlog|CLI)/", r"(checker/command|tests)/"),
    (r"nlohmann/", r"(checker/report|checker/command|tests)/"),
    (r"fmt/", r"(relevance|checker|tests)/"),
    (r"yaml-cpp/|pugixml\.hpp$", r"(checker/witness|tests)/"),
    (r"openssl/", r"(checker/report|tests)/"),
    (r"doctest/", r"tests/"),
    # Terms and syntax trees nest deeply, so who recurses over them has a larger stack than std::thread gives.
    (r"pthread\.h$", r"logic/solvers/deep_thread\.h$|(checker|tests)/"),
    # Whoever starts a thread gives it room for the crash report's handler.
    (r"signal\.h$", r"logic/solvers/alternate_stack\.h$|(checker|tests)/"),
    # POSIX: processes, signals, limits and files are the checker's business; what is below it is pure.
    (r"(sys/\w+|unistd|fcntl|dirent|spawn|poll)\.h$|sys/", r"(checker|tests)/"),
]
CLANG = re.compile(r"(clang|llvm)/")
KNOWS_CLANG = "frontend/clang"

STANDARD = re.compile(r"[a-z0-9_]+$|c(stdint|stddef)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# What includes in another form: behind a comment, by a macro, over several lines, by a digraph.
UNREADABLE = re.compile(r"^(\s|/\*.*?\*/)*(#|%:|\?\?=)(\s|/\*.*?\*/)*(include|import|include_next|\\$)")
# Code in files that are neither compiled nor looked at.
OTHER_CODE = (".hpp", ".hh", ".hxx", ".cc", ".cxx", ".c", ".inc", ".ipp", ".tpp", ".inl")


def includes(text):
    """(line number, whether it stands in quotes, the header) of each include."""
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def is_test(path):
    return path.startswith("tests/")


def violations(path, text, table):
    """Findings for the includes of one file; `path` is relative to the root, with forward slashes."""
    room = posixpath.dirname(path)
    if not is_test(path) and room not in table:
        yield f"{path}:1: {room}/ is no room; CMakeLists.txt has the table of rooms"
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if UNREADABLE.match(line) and not INCLUDE.match(line):
            yield f"{path}:{number}: an include that this check cannot read; write #include and the header's name"
    for number, quoted, header in includes(text):
        reason = own_violation(path, header, table) if quoted else foreign_violation(path, header)
        if reason:
            yield f"{path}:{number}: {reason}"


def own_violation(path, header, table):
    if header.startswith(".") or "/../" in header:
        return f'"{header}" is relative; includes run from the repository root'
    room, target = posixpath.dirname(path), posixpath.dirname(header)
    if is_test(header):
        return None if is_test(path) else f"{room}/ must not include tests ({header})"
    if target not in table:
        return f'"{header}" is in no room of this repository; foreign headers stand in <>'
    if is_test(path) or target == room or target in table[room]:
        return None
    return f"{room}/ must not include {target}/ ({header}); CMakeLists.txt says what it may"


def foreign_violation(path, header):
    if STANDARD.match(header):
        return None
    if header.split("/", 1)[0] in (*sources.LIBRARIES, "tests"):
        return f"<{header}> is our own header; it stands in quotes"
    for pattern, allowed in FOREIGN:
        if re.match(pattern, header):
            return None if re.match(allowed, path) else f"<{header}> is not for this file; FOREIGN in this check says whose it is"
    return f"<{header}> belongs to no library this project uses"


def table_violations(table):
    """Rooms that include each other, or rooms that there are not."""
    for room, included in table.items():
        for target in sorted(included - set(table)):
            yield f"CMakeLists.txt: {room} names {target}, which is no room"
        if room in included:
            yield f"CMakeLists.txt: {room} names itself"
    for cycle in rooms.cycles(table):
        if len(cycle) > 1:
            yield f"CMakeLists.txt: rooms that include each other: {', '.join(cycle)}"


def unused_permissions(texts, table):
    """What the table lets a room include and none of its files does; `texts` by path."""
    used = {}
    for path, text in texts.items():
        used.setdefault(posixpath.dirname(path), set()).update(posixpath.dirname(h) for _, quoted, h in includes(text) if quoted)
    for room, included in table.items():
        for target in sorted(included - used.get(room, set())):
            yield f"CMakeLists.txt: {room} may include {target}, and no file of it does"


def pair(path):
    return posixpath.splitext(path)[0]


def knots(texts):
    """Pairs of header and source file that include each other; `texts` by path."""
    graph = {}
    for path, text in texts.items():
        own = [header for _, quoted, header in includes(text) if quoted]
        graph.setdefault(pair(path), set()).update(pair(header) for header in own if pair(header) != pair(path))
    for knot in rooms.cycles(graph):
        yield f"{knot[0]}: a knot of header-and-source pairs that include each other: {', '.join(knot)}"


def clang_violations(texts):
    """Files outside of frontend/clang that Clang's headers reach; `texts` by path."""
    known = {}

    def way(path):
        """How Clang's headers come to be included; nothing if they are not."""
        if path not in known:
            known[path] = None
            for _, quoted, header in includes(texts.get(path, "")):
                if not quoted and CLANG.match(header):
                    known[path] = [header]
                elif quoted and way(header):
                    known[path] = [header, *way(header)]
        return known[path]

    for path in sorted(texts):
        if not path.startswith(KNOWS_CLANG + "/") and way(path):
            yield f"{path}:1: Clang's headers reach it: {' -> '.join(way(path))}"


TABLE_OF_TEST = """
bireach_room(automata)
bireach_room(logic/terms)
bireach_room(logic/solvers INCLUDES logic/terms)
bireach_room(logic/interpolation INCLUDES logic/terms logic/solvers)
bireach_room(frontend/program INCLUDES logic/terms)
# bireach_room(frontend/commented_out)
bireach_room(frontend/clang/reading INCLUDES frontend/program)
bireach_room(frontend/clang INCLUDES frontend/program
             frontend/clang/reading)
bireach_room(checker/verify INCLUDES frontend/program frontend/clang logic/terms)
"""


def self_test():
    """Seeded files, right and wrong: the check must tell them apart."""
    table = rooms.parse(TABLE_OF_TEST)
    right = [
        ("automata/nfa.cpp", '#include "automata/nfa.h"'),
        ("automata/nfa.cpp", "#include <boost/graph/adjacency_list.hpp>"),
        ("logic/solvers/z3_solver.cpp", "#include <z3++.h>"),
        ("logic/interpolation/spacer.cpp", "#include <z3++.h>"),
        ("logic/solvers/cvc5_solver.cpp", "#include <cvc5/cvc5.h>"),
        ("logic/solvers/cadical_solver.cpp", "#include <cadical.hpp>"),
        ("logic/terms/value.h", "#include <boost/multiprecision/cpp_int.hpp>"),
        ("frontend/clang/reading/linker.cpp", "#include <clang/AST/Expr.h>"),
        ("frontend/program/program.h", '#include "logic/terms/term.h"'),
        ("frontend/clang/parse.cpp", '#include "frontend/clang/reading/linker.h"'),
        ("tests/logic/terms/term_test.cpp", "#include <doctest/doctest.h>"),
        ("tests/logic/terms/term_test.cpp", '#include "checker/verify/verify.h"'),
        ("tests/logic/terms/term_test.cpp", '#include "tests/support/random_program.h"'),
        ("logic/terms/term.cpp", "#include <cstdint>"),
    ]
    wrong = [
        ("automata/nfa.cpp", '#include "logic/terms/term.h"'),
        ("logic/terms/term.cpp", '#include "logic/solvers/solver.h"'),  # a room above, in the same folder
        ("logic/terms/term.cpp", '#include "frontend/program/program.h"'),
        ("frontend/program/program.cpp", '#include "checker/verify/verify.h"'),
        ("frontend/program/program.cpp", '  #  include "frontend/clang/parse.h"'),
        ("frontend/clang/parse.cpp", '#include "logic/terms/term.h"'),  # a room below, but not named
        ("checker/verify/verify.cpp", '#include "tests/logic/random_terms.h"'),
        ("checker/verify/verify.cpp", '#include "../logic/terms/term.h"'),
        ("checker/verify/verify.cpp", '#include "verify.h"'),
        ("checker/verify/verify.cpp", '#include "checker/verify.h"'),
        ("frontend/commented_out/file.cpp", "#include <cstdint>"),
        ("checker/main.cpp", "#include <cstdint>"),
        ("logic/terms/term.cpp", "#include <z3++.h>"),
        ("logic/solvers/solver.cpp", "#include <z3.h>"),
        ("checker/verify/verify.cpp", "#include <cvc5/cvc5.h>"),
        ("logic/solvers/bit_blaster.cpp", "#include <cadical.hpp>"),
        ("frontend/program/program.h", "#include <llvm/ADT/StringRef.h>"),
        ("logic/terms/term.h", "#include <spdlog/spdlog.h>"),
        ("logic/terms/term.cpp", "#include <boost/graph/adjacency_list.hpp>"),
        ("automata/nfa.cpp", "#include <doctest/doctest.h>"),
        ("checker/verify/verify.cpp", "#include <logic/terms/term.h>"),
        ("checker/verify/verify.cpp", "#include <gmp.h>"),
        ("logic/terms/term.cpp", '/* odd */ #include "logic/solvers/solver.h"'),
        ("logic/terms/term.cpp", '#include /* odd */ "logic/solvers/solver.h"'),
        ("logic/terms/term.cpp", "#include HEADER"),
        ("logic/terms/term.cpp", '#include \\\n"logic/solvers/solver.h"'),
        ("logic/terms/term.cpp", '#\\\ninclude "logic/solvers/solver.h"'),
        ("logic/terms/term.cpp", '#import "logic/solvers/solver.h"'),
        ("logic/terms/term.cpp", '#include_next "logic/solvers/solver.h"'),
        ("logic/terms/term.cpp", '%:include "logic/solvers/solver.h"'),
    ]
    failures = [f"self-test: not accepted: {path}: {line}" for path, line in right if list(violations(path, line, table))]
    failures += [f"self-test: not found: {path}: {line}" for path, line in wrong if not list(violations(path, line, table))]
    failures += [f"self-test: not accepted: the table: {finding}" for finding in table_violations(table)]
    for line in ("bireach_room(logic/terms INCLUDES logic/interpolation)", "bireach_room(automata INCLUDES nowhere)"):
        changed = TABLE_OF_TEST.replace(f"bireach_room({line.split('(')[1].split()[0]})", line)
        if not list(table_violations(rooms.parse(changed))):
            failures.append(f"self-test: not found: {line}")
    return failures + self_test_of_graphs()


def self_test_of_graphs():
    """The same for what only several files show."""
    straight = {
        "logic/terms/term.h": "",
        "logic/terms/term.cpp": '#include "logic/terms/term.h"\n#include "logic/terms/value.h"',
        "logic/terms/value.h": "",
        "logic/terms/printer.cpp": '#include "logic/terms/term.h"',
        "frontend/clang/parse.h": "#include <string>",
        "frontend/clang/parse.cpp": "#include <clang/AST/Expr.h>",
        "checker/verify/verify.h": '#include "frontend/clang/parse.h"',
    }
    failures = [f"self-test: not accepted: {finding}" for finding in [*knots(straight), *clang_violations(straight)]]
    if not list(knots(straight | {"logic/terms/value.cpp": '#include "logic/terms/term.h"'})):
        failures.append("self-test: not found: a knot of two pairs")
    through = {"logic/terms/value.h": '#include "logic/terms/a.h"', "logic/terms/a.cpp": '#include "logic/terms/term.h"'}
    if not list(knots(straight | through)):
        failures.append("self-test: not found: a knot of three pairs")
    permitted = rooms.parse("bireach_room(logic/terms)\nbireach_room(checker/verify INCLUDES frontend/clang)\nbireach_room(frontend/clang)")
    if list(unused_permissions(straight, permitted)):
        failures.append("self-test: a permission that is used is reported")
    if not list(unused_permissions(straight | {"checker/verify/verify.h": ""}, permitted)):
        failures.append("self-test: not found: a permission that nobody uses")
    if not list(clang_violations(straight | {"frontend/clang/parse.h": "#include <clang/AST/Expr.h>"})):
        failures.append("self-test: not found: a header that brings Clang along")
    return failures


def main():
    paths = sources.files(sources.LIBRARIES + ("tests",), (".cpp", ".h"))
    table = rooms.table()
    texts = {path.as_posix(): (sources.ROOT / path).read_text() for path in paths}
    findings = self_test()
    for path, text in texts.items():
        findings += violations(path, text, table)
    findings += [f"{path.as_posix()}:1: code is in files .cpp and .h" for path in sources.files(sources.LIBRARIES, OTHER_CODE)]
    findings += [*table_violations(table), *unused_permissions(texts, table), *knots(texts), *clang_violations(texts)]
    sources.finish("include direction", findings, len(paths))


if __name__ == "__main__":
    main()
