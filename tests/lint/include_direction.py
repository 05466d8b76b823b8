#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom: the table of CONTRIBUTING.md, "Folders and who may include whom".

Includes of our own headers run from the repository's root ("logic/term.h"), never upward; each library folder includes
only the folders below it; a foreign library is included only by the files that adapt it.
"""

import re

import sources

# Folder: the folders of our own that it may include beside itself.
OWN = {
    "automata": set(),
    "logic": set(),
    "frontend": {"logic"},
    "relevance": {"automata", "logic", "frontend"},
    "checker": {"automata", "logic", "frontend", "relevance"},
    "tests": {"automata", "logic", "frontend", "relevance", "checker", "tests"},
}

# Foreign header: the files that may include it. What no line names is foreign to everyone.
FOREIGN = [
    (r"boost/(graph|pending|property_map)/", r"(automata|frontend|relevance|checker|tests)/"),
    (r"boost/(container|container_hash|functional|iterator|range)/", r""),
    (r"boost/multiprecision/", r"(logic|frontend|relevance|checker|tests)/"),
    (r"z3(\+\+)?\.h$", r"logic/(z3_\w+|spacer|quantifier_elimination)\.(cpp|h)$"),
    (r"cvc5/", r"logic/(cvc5_\w+|quantifier_elimination)\.(cpp|h)$"),
    (r"(clang|llvm)/", r"frontend/clang_\w+\.(cpp|h)$"),
    (r"(spdlog|nlohmann|CLI)/", r"(checker|tests)/"),
    (r"fmt/", r"(relevance|checker|tests)/"),
    (r"(yaml-cpp|openssl)/|pugixml\.hpp$", r"(checker|tests)/"),
    (r"doctest/", r"tests/"),
    # Clang recurses deeply, so it runs on a thread with a larger stack than std::thread gives.
    (r"pthread\.h$", r"frontend/clang_\w+\.cpp$|(checker|tests)/"),
    # POSIX: processes, signals, limits and files are the command line's business; logic and frontend are pure.
    (r"(sys/\w+|unistd|fcntl|signal|spawn|poll)\.h$|sys/", r"(checker|tests)/"),
]

STANDARD = re.compile(r"[a-z0-9_]+$|c(stdint|stddef)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def violations(path, text):
    """Findings for one file; `path` is relative to the root, with forward slashes."""
    folder = path.split("/", 1)[0]
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, header = match.group(1) == '"', match.group(2)
        reason = own_violation(folder, header) if quoted else foreign_violation(path, header)
        if reason:
            yield f"{path}:{number}: {reason}"


def own_violation(folder, header):
    if header.startswith(".") or "/../" in header:
        return f'"{header}" is relative; includes run from the repository root'
    target = header.split("/", 1)[0]
    if "/" not in header or target not in OWN:
        return f'"{header}" does not name a folder of this repository; foreign headers stand in <>'
    if target != folder and target not in OWN[folder]:
        return f"{folder}/ must not include {target}/ ({header})"
    return None


def foreign_violation(path, header):
    if STANDARD.match(header):
        return None
    if header.split("/", 1)[0] in OWN:
        return f"<{header}> is our own header; it stands in quotes"
    for pattern, allowed in FOREIGN:
        if re.match(pattern, header):
            return None if re.match(allowed, path) else f"<{header}> is not for this file; CONTRIBUTING.md says whose it is"
    return f"<{header}> belongs to no library this project uses"


def self_test():
    """Seeded files, right and wrong: the check must tell them apart."""
    right = [
        ("automata/nfa.cpp", '#include "automata/nfa.h"'),
        ("automata/nfa.cpp", "#include <boost/graph/adjacency_list.hpp>"),
        ("logic/z3_solver.cpp", "#include <z3++.h>"),
        ("logic/spacer.cpp", "#include <z3++.h>"),
        ("logic/cvc5_solver.cpp", "#include <cvc5/cvc5.h>"),
        ("logic/value.h", "#include <boost/multiprecision/cpp_int.hpp>"),
        ("frontend/clang_lowering.cpp", "#include <clang/AST/Expr.h>"),
        ("frontend/program.h", '#include "logic/term.h"'),
        ("relevance/relevance.h", '#include "frontend/program.h"'),
        ("checker/verify.cpp", '#include "relevance/relevance.h"'),
        ("tests/logic/terms.cpp", "#include <doctest/doctest.h>"),
        ("logic/term.cpp", "#include <cstdint>"),
    ]
    wrong = [
        ("automata/nfa.cpp", '#include "logic/term.h"'),
        ("logic/term.cpp", '#include "automata/nfa.h"'),
        ("logic/term.cpp", '#include "frontend/program.h"'),
        ("frontend/program.cpp", '#include "checker/verify.h"'),
        ("frontend/program.cpp", '#include "automata/nfa.h"'),
        ("relevance/relevance.cpp", '  #  include "checker/verify.h"'),
        ("checker/verify.cpp", '#include "tests/logic/random_terms.h"'),
        ("checker/verify.cpp", '#include "../logic/term.h"'),
        ("checker/verify.cpp", '#include "verify.h"'),
        ("logic/term.cpp", "#include <z3++.h>"),
        ("logic/term.cpp", "#include <z3.h>"),
        ("checker/verify.cpp", "#include <cvc5/cvc5.h>"),
        ("frontend/lowering.cpp", "#include <clang/AST/Expr.h>"),
        ("frontend/program.h", "#include <llvm/ADT/StringRef.h>"),
        ("logic/term.h", "#include <spdlog/spdlog.h>"),
        ("logic/term.cpp", "#include <boost/graph/adjacency_list.hpp>"),
        ("automata/nfa.cpp", "#include <doctest/doctest.h>"),
        ("checker/verify.cpp", "#include <logic/term.h>"),
        ("checker/verify.cpp", "#include <gmp.h>"),
    ]
    failures = [f"self-test: not accepted: {path}: {line}" for path, line in right if list(violations(path, line))]
    failures += [f"self-test: not found: {path}: {line}" for path, line in wrong if not list(violations(path, line))]
    return failures


def main():
    paths = sources.files(sources.LIBRARIES + ("tests",), (".cpp", ".h"))
    findings = self_test()
    for path in paths:
        findings += violations(path.as_posix(), (sources.ROOT / path).read_text())
    sources.finish("include direction", findings, len(paths))


if __name__ == "__main__":
    main()
