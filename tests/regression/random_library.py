#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of library functions against the C library of this machine, on random arguments.

For each function a program calls it with arguments that are numbers and texts; gcc builds and runs it first and tells what
the results and the memory behind them are. bireach then has to prove that they are, and to find an error where one of
them is said to be another one. Exit status: 0 nothing wrong, 1 something wrong (the programs are kept in --keep), 2 bad
arguments.
"""

import argparse
import concurrent.futures
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import library_calls

ROOM = 24
MARK = "value "


def quoted(text):
    return '"' + "".join(c if c.isalnum() or c in " ,.:;+-_/%" else "\\%03o" % ord(c) for c in text) + '"'


class Case:
    """One call: statements, and expressions for what it does, of integer types."""

    def __init__(self, rng):
        self.rng, self.before, self.shown = rng, [], []

    def text(self, letters="abAB c", most=6):
        return "".join(self.rng.choice(letters) for _ in range(self.rng.randrange(most + 1)))

    def array(self, name, text=None, kind="char", prefix=""):
        """A writable text of ROOM characters."""
        text = self.text() if text is None else text
        self.before.append(f"{kind} {name}[{ROOM}] = {prefix}{quoted(text)};")
        return name

    def show(self, *expressions):
        self.shown += expressions

    def show_memory(self, name, count=ROOM):
        self.show(*(f"{name}[{i}]" for i in range(count)))

    def number(self, low=-300, high=300):
        return self.rng.randint(low, high)


def sign(expression):
    return f"(({expression}) > 0) - (({expression}) < 0)"


def offset(expression, base, kind="char"):
    """Where a pointer lies behind another one; -1: it is null."""
    return f"({expression} ? ({kind} *){expression} - ({kind} *){base} : -1)"


def take(case, expression, kind="char *"):
    name = f"r{len(case.before)}"
    case.before.append(f"{kind} {name} = {expression};")
    return name


def of_character(case, name, low=-1, high=255):
    c = case.rng.choice([case.number(low, high), ord(case.rng.choice("azAZ09 \t_~"))])
    call = f"{name}({c})"
    case.show(f"!!{call}" if name.startswith("is") else call)


def of_text(case, name, prefix=""):
    case.show(f"{name}({prefix}{quoted(case.text())})")


def compares(case, name, counted=False, prefix=""):
    count = f", {case.number(0, 6)}" if counted else ""
    first = case.text("abAB", 4)
    second = case.rng.choice([first, first + "a", case.text("abAB", 4)])
    case.show(sign(f"{name}({prefix}{quoted(first)}, {prefix}{quoted(second)}{count})"))


def finds(case, name, wanted, kind="char", prefix=""):
    case.array("a", kind=kind, prefix=prefix)
    case.show(offset(take(case, f"{name}(a, {wanted})", f"{kind} *"), "a", kind))


def copies(case, name, counted, kind="char", prefix="", returns=True):
    case.array("a", kind=kind, prefix=prefix)
    source = f"{prefix}{quoted(case.text())}"
    arguments = f"a, {source}" + (f", {case.number(0, 9)}" if counted else "")
    if returns:
        case.show(offset(take(case, f"{name}({arguments})", f"{kind} *"), "a", kind))
    else:
        case.show(f"{name}({arguments})")
    case.show_memory("a")


def copies_bytes(case, name, result=True, constant=False):
    case.array("a", case.text(most=9))
    case.array("b", case.text(most=9))
    source = case.rng.choice(["b", "a + 2"]) if "move" in name or name == "bcopy" else "b"
    arguments = ["a", source, str(case.number(0, 9))]
    if name == "bcopy":
        arguments[:2] = arguments[1::-1]
    if constant:
        arguments.insert(2, "'a'")
    if result:
        case.show(offset(take(case, f"{name}({', '.join(arguments)})", "void *"), "a"))
    else:
        case.before.append(f"{name}({', '.join(arguments)});")
    case.show_memory("a")


def fills(case, name, arguments):
    case.array("a", case.text(most=9))
    case.before.append(f"{name}(a{arguments});")
    case.show_memory("a")


def number_text(case, digits="0123456789"):
    rng = case.rng
    return (rng.choice(["", " ", "\t "]) + rng.choice(["", "-", "+"]) + rng.choice(["", "", "0", "0x", "0X"])
            + "".join(rng.choice(digits) for _ in range(rng.choice([0, 1, 2, 3, 9, 10, 19, 20, 22])))
            + rng.choice(["", "x", " 7", "g", "."]))


def reads_number(case, name):
    digits = case.rng.choice(["0123456789", "01234567", "0123456789abcdefABCDEF", "09azAZ"])
    case.array("a", number_text(case, digits))
    base = case.rng.choice([0, 10, 10, 16, 8, 2, 36, 7, 1, 37])
    case.before.append("char *e = a;")
    case.before.append("errno = 0;")
    case.show(f"{name}(a, &e, {base})", "e - a", "errno")


def reads_floating(case, name):
    rng = case.rng
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randrange(6)))
    text = (rng.choice(["", " ", "-", "+"]) + digits + rng.choice(["", ".", ".5", ".25", ".125"])
            + rng.choice(["", "e1", "e-2", "E+3", "e", "e+", "x"]))
    case.array("a", text)
    case.before.append("char *e = a;")
    if name == "atof":
        case.before.append("double d = atof(a);")
    else:
        case.before.append(f"double d = {name}(a, &e);")
        case.show("e - a")
    case.show("(long long)(d * 1048576)", "d == 0")


def divides(case, name):
    x, y = case.number(), case.rng.choice([-7, -1, 1, 2, 10, 300])
    case.show(f"{name}({x}, {y}).quot", f"{name}({x}, {y}).rem")


def floating(rng):
    """A double: halves of the last digit, what is close to them, large, small, infinite."""
    value = rng.choice([0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 9.995, 0.995, 999999.5, 1e15, 9007199254740993.0, 4e18, 1e-7, 3e-13,
                        5e-324, 0.1, 2 / 3, 1 / rng.randint(1, 999), rng.randint(0, 10**6) / 8, rng.uniform(0, 100)])
    text = rng.choice([value.hex()] * 9 + ["INFINITY"])
    return rng.choice(["", "-"]) + text


def prints(case, name):
    rng = case.rng
    parts, arguments = [], []
    for _ in range(rng.randrange(1, 4)):
        flags = "".join(f for f in "-+ #0" if rng.random() < 0.25)
        width = rng.choice(["", "", "1", "5", "8", "*"])
        precision = rng.choice(["", "", ".", ".0", ".3", ".*"])
        kind = rng.choice(["d", "i", "u", "x", "X", "o", "ld", "lu", "lx", "zu", "lld", "llu", "hd", "hhu", "c", "s", "f", "F",
                           "%"])
        if kind == "%":
            parts.append("%%")
            continue
        if kind in ("c", "s"):
            flags = flags.replace("+", "").replace(" ", "").replace("#", "").replace("0", "")
        if kind == "c":
            precision = ""
        if kind in ("f", "F"):
            precision = rng.choice(["", "", ".", ".0", ".1", ".2", ".3", ".9"])
        elif kind[-1] in "diu":
            flags = flags.replace("#", "")
        if kind[-1] not in "difF":
            flags = flags.replace("+", "").replace(" ", "")
        parts.append("%" + flags + width + precision + kind + rng.choice(["", ",", " a"]))
        arguments += [str(rng.choice([-4, 0, 3, 7])) for amount in (width, precision) if "*" in amount]
        if kind == "s":
            arguments.append(quoted(case.text()))
        elif kind == "c":
            arguments.append(str(rng.randint(32, 126)))
        elif kind in ("f", "F"):
            arguments.append(floating(rng))
        else:
            suffix = {"ld": "L", "lu": "UL", "lx": "UL", "zu": "UL", "lld": "LL", "llu": "ULL"}.get(kind, "")
            value = rng.choice([0, 1, 8, 42, 999, 2147483647, rng.randint(0, 70000)])
            arguments.append(("-" if kind[-1] in "di" and rng.random() < 0.5 else "") + f"{value}{suffix}")
    format_ = quoted("".join(parts))
    rest = "".join(", " + argument for argument in arguments)
    if name == "asprintf":
        case.before.append(f"char *a; int n = asprintf(&a, {format_}{rest});")
        case.show("n", "strlen(a)", *(f"n <= {i} ? 0 : a[{i}]" for i in range(12)))
        case.before.append("")
        return
    case.before.append("char a[80] = {1, 2, 3, 4, 5, 6, 7};")
    size = f"{rng.choice([0, 1, 3, 80])}, " if name.endswith("snprintf") else ""
    case.show(f"{'list_' if name.startswith('v') else ''}{name}(a, {size}{format_}{rest})")
    case.show_memory("a", 14)


def scans(case, name):
    rng = case.rng
    texts, formats, arguments = [], [], []
    for i in range(rng.randrange(1, 4)):
        kind = rng.choice(["d", "u", "x", "o", "ld", "hd", "hhd", "3d", "s", "4s", "c", "2c", "[a-c]", "[^,]", "*d", "n"])
        formats.append("%" + kind)
        texts.append(rng.choice([str(rng.randint(-400, 70000)), "ab", "b,", "07", " 5", "", "-", "ffg"]))
        between = rng.choice(["", " ", ","])
        formats.append(between)
        texts.append(rng.choice([between, between, " ", "x"]))
        if kind.startswith("*"):
            continue
        if kind[-1] in "sc]":
            case.before.append(f"char t{i}[{ROOM}] = {{9, 9, 9, 9}};")
            arguments.append(f"t{i}")
            case.show_memory(f"t{i}", 5)
        else:
            types = {"u": "unsigned", "x": "unsigned", "o": "unsigned", "ld": "long", "hd": "short", "hhd": "signed char"}
            case.before.append(f"{types.get(kind, 'int')} v{i} = 77;")
            arguments.append(f"&v{i}")
            case.show(f"v{i}")
    rest = "".join(", " + argument for argument in arguments)
    case.shown.insert(0, f"{name}({quoted(''.join(texts))}, {quoted(''.join(formats))}{rest})")


def sorts(case, name):
    values = [case.number(-9, 9) for _ in range(case.rng.randrange(1, 5))]
    kind = case.rng.choice(["int", "short", "long", "struct pair"])
    shown = ".key" if kind == "struct pair" else ""
    compare = "compare_" + kind.split()[-1]
    values = list(dict.fromkeys(values))
    case.before.append(f"{kind} a[] = {{{', '.join('{%d, 1}' % v if shown else str(v) for v in values)}}};")
    if name == "qsort":
        case.before.append(f"qsort(a, {len(values)}, sizeof *a, {compare});")
        case.show(*(f"a[{i}]{shown}" for i in range(len(values))))
        return
    case.before[-1] = f"{kind} a[] = {{{', '.join('{%d, 1}' % v if shown else str(v) for v in sorted(values))}}};"
    key = case.rng.choice(values + [4])
    case.before.append(f"{kind} k = {{{key}}};")
    case.show(offset(take(case, f"bsearch(&k, a, {len(values)}, sizeof *a, {compare})", "void *"), "a", kind))


def splits(case, name):
    case.array("a", case.text("ab,;", 8))
    case.before.append("char *rest = a;")
    for i in range(3):
        separators = quoted(case.rng.choice([",", ";", ",;"]))
        first = "a" if i == 0 else "0"
        call = {"strtok": f"strtok({first}, {separators})", "strsep": f"strsep(&rest, {separators})",
                "strtok_r": f"strtok_r({first}, {separators}, &rest)"}[name]
        case.show(offset(take(case, call), "a"))
        if name == "strtok":
            case.before.append(f"if (!r{len(case.before) - 1}) goto done;" if False else "")
    case.show_memory("a", 10)


def duplicates(case, name):
    count = f", {case.number(0, 8)}" if "n" in name else ""
    result = take(case, f"{name}({quoted(case.text())}{count})")
    case.show(f"strlen({result})", *(f"strlen({result}) <= {i} ? 0 : {result}[{i}]" for i in range(6)))


def breaks_time(case, name):
    seconds = case.rng.choice([0, 951782400, 1709164800, case.rng.randint(-10**10, 10**11), case.rng.randint(0, 2**31)])
    case.before.append(f"time_t t = {seconds}LL; struct tm *m = {name}(&t);")
    case.show(*(f"m->tm_{part}" for part in ("sec", "min", "hour", "mday", "mon", "year", "wday", "yday", "isdst")))


def tables(case, name):
    c = case.number(-128, 255)
    if name == "__ctype_b_loc":
        case.show(f"(*__ctype_b_loc())[{c}] & (unsigned short){1 << case.rng.randrange(12) if False else case.rng.choice([1, 2, 4, 8, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768])}")
    else:
        case.show(f"(*{name}())[{c}]")


def fortified(case, name):
    plain = name[2:-4]
    case.array("a")
    source, count = quoted(case.text()), case.number(0, 9)
    arguments = {"strcpy": source, "stpcpy": source, "strcat": source, "strncpy": f"{source}, {count}",
                 "stpncpy": f"{source}, {count}", "strncat": f"{source}, {count}", "memset": f"'x', {count}",
                 "memcpy": f"\"abcdefghij\", {count}", "memmove": f"a + 1, {count}", "mempcpy": f"\"abcdefghij\", {count}"}
    case.show(offset(take(case, f"(char *)__builtin_{name}(a, {arguments[plain]}, {ROOM})"), "a"))
    case.show_memory("a")


CHARACTERS = ["isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
              "isupper", "isxdigit", "tolower", "toupper", "isascii", "toascii"]
FUNCTIONS = {name: of_character for name in CHARACTERS}
FUNCTIONS |= {name: of_text for name in ("strlen",)}
FUNCTIONS |= {name: compares for name in ("strcmp", "strcasecmp")}
FUNCTIONS |= {name: lambda case, f: compares(case, f, True) for name in ("strncmp", "strncasecmp")}
FUNCTIONS |= {name: lambda case, f: case.show(f"!!{f}({quoted(case.text())}, {quoted(case.text())}, 1)") for name in ("bcmp",)}
FUNCTIONS |= {name: lambda case, f: finds(case, f, f"'{case.rng.choice('abA')}'")
              for name in ("strchr", "strrchr", "index", "rindex", "strchrnul")}
FUNCTIONS |= {name: lambda case, f: finds(case, f, quoted(case.text(most=2))) for name in ("strstr", "strcasestr", "strpbrk")}
FUNCTIONS |= {name: lambda case, f: case.show(f"{f}({quoted(case.text())}, {quoted(case.text(most=3))})")
              for name in ("strspn", "strcspn")}
FUNCTIONS |= {name: lambda case, f: copies(case, f, False) for name in ("strcpy", "stpcpy", "strcat")}
FUNCTIONS |= {name: lambda case, f: copies(case, f, True) for name in ("strncpy", "stpncpy", "strncat")}
FUNCTIONS |= {name: lambda case, f: case.show(f"{f}({quoted(case.text())}, {case.number(0, 8)})") for name in ("strnlen",)}
FUNCTIONS |= {name: splits for name in ("strtok_r", "strsep")}
FUNCTIONS |= {name: duplicates for name in ("strdup", "strndup")}
FUNCTIONS |= {name: copies_bytes for name in ("memcpy", "memmove", "mempcpy")}
FUNCTIONS |= {"memccpy": lambda case, f: copies_bytes(case, f, True, True),
              "bcopy": lambda case, f: copies_bytes(case, f, False),
              "memset": lambda case, f: fills(case, f, f", {case.number(0, 255)}, {case.number(0, 9)}"),
              "bzero": lambda case, f: fills(case, f, f", {case.number(0, 9)}"),
              "explicit_bzero": lambda case, f: fills(case, f, f", {case.number(0, 9)}"),
              "memfrob": lambda case, f: fills(case, f, f", {case.number(0, 9)}"),
              "memcmp": lambda case, f: case.show(sign(f"memcmp({quoted(case.text('ab', 5).ljust(5))}, {quoted(case.text('ab', 5).ljust(5))}, {case.number(0, 5)})")),
              "memchr": lambda case, f: finds(case, f, f"'a', {case.number(0, 9)}"),
              "memrchr": lambda case, f: finds(case, f, f"'a', {case.number(0, 9)}"),
              "rawmemchr": lambda case, f: finds(case, f, "0"),
              "memmem": lambda case, f: finds(case, f, f"{case.number(0, 9)}, {quoted(case.text(most=3).ljust(3))}, {case.number(0, 3)}"),
              "swab": lambda case, f: (case.array("b", case.text(most=9)), fills(case, "swab", f" + 0, b, {case.number(0, 9)}"), case.show_memory("b"))}
FUNCTIONS |= {name: reads_number for name in ("strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax")}
FUNCTIONS |= {name: lambda case, f: case.show(f"{f}({quoted(number_text(case))})") for name in ("atoi", "atol", "atoll")}
FUNCTIONS |= {name: reads_floating for name in ("strtod", "strtof", "strtold", "atof")}
FUNCTIONS |= {name: divides for name in ("div", "ldiv", "lldiv", "imaxdiv")}
FUNCTIONS |= {name: lambda case, f: case.show(f"{f}({case.number()})") for name in ("abs", "labs", "llabs", "imaxabs", "ffs", "ffsl", "ffsll")}
FUNCTIONS |= {f"__builtin_{name}": lambda case, f: case.show(f"{f}({case.rng.choice([1, 2, 12, 77, 2**31 - 1, case.rng.randrange(1, 2**31)])})")
              for name in ("clz", "clzl", "clzll", "ctz", "ctzl", "ctzll", "popcount", "popcountl", "popcountll", "parity",
                           "parityl", "parityll", "clrsb", "clrsbl", "clrsbll", "bswap16", "bswap32", "bswap64")}
FUNCTIONS |= {name: prints for name in ("sprintf", "snprintf", "asprintf", "vsprintf", "vsnprintf")}
FUNCTIONS |= {name: scans for name in ("sscanf",)}
FUNCTIONS |= {name: sorts for name in ("qsort", "bsearch")}
FUNCTIONS |= {name: tables for name in ("__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc")}
FUNCTIONS |= {name: fortified for name in ("__memcpy_chk", "__memmove_chk", "__mempcpy_chk", "__memset_chk", "__strcpy_chk",
                                           "__stpcpy_chk", "__strncpy_chk", "__stpncpy_chk", "__strcat_chk", "__strncat_chk")}
FUNCTIONS |= {"gmtime": breaks_time,
              "difftime": lambda case, f: case.show(f"(long)difftime({case.number()}, {case.number()})")}
FUNCTIONS |= {name: lambda case, f: of_text(case, f, "L") for name in ("wcslen",)}
FUNCTIONS |= {"wcsnlen": lambda case, f: case.show(f"wcsnlen(L{quoted(case.text())}, {case.number(0, 8)})"),
              "wcscmp": lambda case, f: compares(case, f, False, "L"),
              "wcsncmp": lambda case, f: compares(case, f, True, "L"),
              "wmemcmp": lambda case, f: case.show(sign(f"wmemcmp(L{quoted(case.text('ab', 4).ljust(4))}, L{quoted(case.text('ab', 4).ljust(4))}, {case.number(0, 4)})")),
              "wcsspn": lambda case, f: case.show(f"wcsspn(L{quoted(case.text())}, L{quoted(case.text(most=3))})"),
              "wcscspn": lambda case, f: case.show(f"wcscspn(L{quoted(case.text())}, L{quoted(case.text(most=3))})")}
FUNCTIONS |= {name: lambda case, f: finds(case, f, "L'a'", "wchar_t", "L") for name in ("wcschr", "wcsrchr")}
FUNCTIONS |= {name: lambda case, f: finds(case, f, "L" + quoted(case.text(most=2)), "wchar_t", "L") for name in ("wcsstr", "wcspbrk")}
FUNCTIONS |= {name: lambda case, f: copies(case, f, False, "wchar_t", "L") for name in ("wcscpy", "wcscat")}
FUNCTIONS |= {name: lambda case, f: copies(case, f, True, "wchar_t", "L") for name in ("wcsncpy", "wcsncat")}
FUNCTIONS |= {"wmemset": lambda case, f: finds(case, f, f"L'x', {case.number(0, 9)}", "wchar_t", "L"),
              "wmemcpy": lambda case, f: finds(case, f, f"L\"abcdefghijk\", {case.number(0, 9)}", "wchar_t", "L"),
              "wmemmove": lambda case, f: finds(case, f, f"a + 1, {case.number(0, 9)}", "wchar_t", "L"),
              "wmemchr": lambda case, f: finds(case, f, f"L'a', {case.number(0, 9)}", "wchar_t", "L")}


def of_row(statements, expressions):
    def make(case, _):
        state = case.rng.random()
        row = [library_calls.filled(text, random.Random(state)) for text in [statements, *expressions]]
        case.before.append(row[0])
        case.show(*row[1:])

    return make


FUNCTIONS |= {name: of_row(statements, expressions) for name, statements, expressions in library_calls.rows()}
COMPARISONS = "struct pair { int key; char other; };\n" + "".join(
    f"static int compare_{kind.split()[-1]}(const void *a, const void *b) {{\n"
    f"  {kind} x = *(const {kind} *)a, y = *(const {kind} *)b;\n"
    f"  return x{key} < y{key} ? -1 : x{key} > y{key};\n}}\n"
    for kind, key in (("int", ""), ("short", ""), ("long", ""), ("struct pair", ".key")))


def program(cases, wanted):
    """`wanted` are the values; none: they are printed."""
    lines = [library_calls.HEAD, COMPARISONS if any("compare_" in line for case in cases for line in case.before) else "",
             library_calls.LISTS if any("list_" in line for case in cases for line in case.shown) else ""]
    if wanted is not None:
        lines.append("extern void reach_error(void);")
    lines.append("int main(void) {")
    values = iter(wanted or [])
    for case in cases:
        lines += ["  {"] + ["    " + line for line in case.before if line]
        for expression in case.shown:
            if wanted is None:
                lines.append(f'    printf("\\n{MARK}%lld\\n", (long long)({expression}));')
            else:
                value = next(values)
                number = f"{value}LL" if value != -2**63 else "(-9223372036854775807LL - 1)"
                lines.append(f"    if ((long long)({expression}) != {number}) reach_error();")
        lines.append("  }")
    return "\n".join(lines + ["  return 0;", "}", ""])


class Check:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder

    def verdict(self, path):
        command = [self.arguments.binary, "check", "--property", "unreach-call", "--timeout", "60", "--jobs", "1",
                   "--overflow", "wrap", "--explanation", "plain", str(path)]
        if "--overflow" not in self.arguments.options:
            command.remove("--overflow"), command.remove("wrap")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()[-200:]

    def real_values(self, name, cases):
        source = self.folder / f"{name}_real.c"
        source.write_text(program(cases, None), encoding="utf-8")
        binary = source.with_suffix("")
        subprocess.run(["gcc", "-w", "-O0", "-fno-builtin", "-o", str(binary), str(source), "-lm"], check=True)
        output = subprocess.run([str(binary)], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
        return [int(line[len(MARK):]) for line in output.splitlines() if line.startswith(MARK)]

    def function(self, name):
        """What is wrong, and whether there was an answer."""
        rng = random.Random(f"{self.arguments.seed} {name}")
        cases = []
        for _ in range(self.arguments.calls):
            case = Case(rng)
            FUNCTIONS[name](case, name)
            cases.append(case)
        values = self.real_values(name, cases)
        right = self.folder / f"{name}_right.c"
        right.write_text(program(cases, values), encoding="utf-8")
        verdict = self.verdict(right)
        if verdict != "TRUE":
            return f"{name}: {verdict} where every value is the library's ({right})"
        values[rng.randrange(len(values))] += 1
        wrong = self.folder / f"{name}_wrong.c"
        wrong.write_text(program(cases, values), encoding="utf-8")
        verdict = self.verdict(wrong)
        return "" if verdict.startswith("FALSE") else f"{name}: {verdict} where one value is not the library's ({wrong})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="bireach", help="the bireach executable")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=6, help="of each function")
    parser.add_argument("--sample", type=int, help="how many functions, chosen by the seed; default: all")
    parser.add_argument("--jobs", type=int, default=2, help="functions at a time")
    parser.add_argument("--keep", help="a folder for the programs")
    parser.add_argument("functions", nargs="*", help="default: all")
    arguments = parser.parse_args()
    arguments.options = []
    if shutil.which("gcc") is None:
        print("no gcc: skipped")
        return 0
    names = arguments.functions or sorted(FUNCTIONS)
    if arguments.sample and arguments.sample < len(names):
        names = sorted(random.Random(arguments.seed).sample(names, arguments.sample))
    folder = pathlib.Path(arguments.keep or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True, parents=True)
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for text in pool.map(Check(arguments, folder).function, names):
            if text:
                wrong.append(text)
                print(text, flush=True)
    print(f"{len(names)} functions, {len(names) * arguments.calls} calls, {len(wrong)} wrong")
    if not wrong and not arguments.keep:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
