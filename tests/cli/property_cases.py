# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of --property: names, files, and what is neither."""
import re
import sys
from pathlib import Path

from cli_harness import UNSAFE, contains, equal, holds, last_line, test, whole_json


@test
def property_file(f):
    prp = f.file("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    equal(last_line(f.answered(1, "check", "--property", prp, f.file("a.c", UNSAFE))), "FALSE(unreach-call)")


@test
def property_file_with_a_byte_order_mark(f):
    prp = f.file("p.prp", b"\xef\xbb\xbfCHECK( init(main()), LTL(G ! call(reach_error())) )\r\n")
    equal(last_line(f.answered(1, "check", "--property", prp, f.file("a.c", UNSAFE))), "FALSE(unreach-call)")


@test
def nothing_to_check_is_part_of_the_answer(f):
    prp = f.file("p.prp", "CHECK( init(main()), LTL(G ! call(rech_error())) )\n")
    answer = f.answered(0, "check", "-q", "--property", prp, "--json", "out.json", f.file("a.c", UNSAFE))
    contains(answer, "nothing to check: no call of rech_error can be reached")
    contains(whole_json(f.folder / "out.json")["details"][0], "rech_error")


@test
def foreign_property(f):
    """By name or by file, an unsupported property has one answer."""
    prp = f.file("termination.prp", "CHECK( init(main()), LTL(F end) )\n")
    for given, shown in ((prp, "F end"), ("termination", "termination")):
        line = last_line(f.answered(3, "check", "--json", "out.json", "--property", given, f.file("a.c", UNSAFE)))
        equal(line, f"UNKNOWN(property {shown} is not supported)")
        written = whole_json(f.folder / "out.json")
        equal((written["verdict"], written["input"]["property"]), ("UNKNOWN", shown))
        result = f.run("cfa", "--property", given, "a.c")
        equal((result.returncode, result.stdout), (3, b""))
        equal(result.stderr, f"bireach: property {shown} is not supported\n".encode())


@test
def property_that_is_none(f):
    contains(f.refused("check", "--property", f.file("p.prp", "nonsense\n"), f.file("a.c", UNSAFE)), "p.prp: not a property: 'nonsense'")
    unclosed = f.file("u.prp", "CHECK( init(main()), LTL(G ! call(reach_error()) )\n")
    contains(f.refused("check", "--property", unclosed, "a.c"), "u.prp: not a property: 'CHECK(")
    contains(f.refused("check", "--property", "missing.prp", "a.c"), "cannot read the property file missing.prp")
    contains(f.refused("check", "--property", "unreach", "a.c"), "(expected unreach-call, valid-deref, ")
    contains(f.refused("cfa", "--property", "missing.prp", "a.c"), "cannot read the property file missing.prp")
    for content in (Path(sys.executable).read_bytes()[:4096], b"\x1b[31mred\x07\n", b"\xff\xfe\x01\n"):
        text = f.refused("check", "--property", f.file("b.prp", content), "a.c")
        holds(not re.search("[\x00-\x09\x0b-\x1f\x7f]", text), repr(text))
