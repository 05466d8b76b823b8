#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many witnesses replay, and how many invariants survive random executions.

  witness_study.py violations --binary build/bireach --manifest manifest.csv --select paper --results out
  witness_study.py proofs --binary build/bireach --manifest manifest.csv --sample 60 --timeout 15 --results out

`violations` runs `bireach check` with a witness, a harness and --replay on each program, then (with --replay-script, a
script called with WITNESS PROGRAM COMPILER that exits with 0 for a confirmed witness) replays the witness too. It counts
the FALSE answers by data model and compiler.

`proofs` runs `bireach check` with a witness on programs whose expected answer is true. For each invariant set that is
not empty it puts the invariants into a copy of the program as assertions, builds that with gcc and inputs drawn at random
(extreme, small, or any; a new seed for each run), runs it --runs times, and counts invariants that fail.

A manifest is a CSV file with the columns file (relative to the manifest), data_model, expected and paper_table. Results
are kept as JSON lines in RESULTS/violations.jsonl and RESULTS/proofs.jsonl, a summary is printed. Needs python3-yaml.
"""
import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import yaml

FAILED = 77  # exit status of a program in which an invariant does not hold
RANDOM_INPUTS = """
static unsigned long long bireach_seed;
extern char *getenv(const char *);
extern unsigned long long strtoull(const char *, char **, int);
extern void _exit(int);
static unsigned long long bireach_random(void) {
  if (!bireach_seed) bireach_seed = strtoull(getenv("BIREACH_SEED"), 0, 10) * 2654435761u + 1;
  bireach_seed ^= bireach_seed << 13; bireach_seed ^= bireach_seed >> 7; bireach_seed ^= bireach_seed << 17;
  unsigned long long any = bireach_seed * 0x2545F4914F6CDD1Dull;
  switch (any >> 61) {
    case 0: case 1: case 2: return (any >> 8) % 12;
    case 3: return (any >> 8) % 1000;
    case 4: return -((any >> 8) % 12);
    case 5: return (1ull << ((any >> 8) % 64)) - (any >> 20) % 2;
    default: return any;
  }
}
void reach_error(void) { _exit(0); }
void __VERIFIER_error(void) { _exit(0); }
"""
TYPES = {"bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
         "int": "int", "uint": "unsigned int", "long": "long", "ulong": "unsigned long", "longlong": "long long",
         "ulonglong": "unsigned long long", "float": "float", "double": "double", "unsigned": "unsigned int",
         "u32": "unsigned int", "u16": "unsigned short", "u8": "unsigned char", "size_t": "__SIZE_TYPE__",
         "unsigned_int": "unsigned int", "unsigned_char": "unsigned char"}


def tasks_of(arguments, wanted):
    rows = []
    for row in csv.DictReader(open(arguments.manifest, encoding="utf-8")):
        if arguments.select == "paper" and not row.get("paper_table"):
            continue
        if wanted is not None and row.get("expected", "").lower() != wanted:
            continue
        model = arguments.data_model or row.get("data_model") or "LP64"
        rows.append((Path(arguments.manifest).parent / row["file"], model))
    if arguments.sample and arguments.sample < len(rows):
        step = len(rows) / arguments.sample
        rows = [rows[int(i * step)] for i in range(arguments.sample)]
    return rows


def run_bireach(arguments, source, model, folder, options):
    command = [arguments.binary, "check", "--property", "unreach-call", "--data-model", model, "--timeout", str(arguments.timeout), "--memory-limit",
               "3000", "--jobs", "1", "--json", str(folder / "result.json"), "-q"] + options + [str(source)]
    try:
        subprocess.run(command, capture_output=True, timeout=arguments.timeout + 200)
        return json.loads((folder / "result.json").read_text(encoding="utf-8"))
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return None


def replay_with_other_bits(folder, compiler):
    """The harness of one data model, built for the other one: the program means something else there, so nothing
    follows from an outcome but how much the error depends on the sizes of types."""
    lines = (folder / "h.c").read_text(encoding="utf-8").splitlines()
    line = next((l for l in lines if l.startswith(" *   " + compiler + " ")), None)
    if line is None:
        return "no command"
    other = {"-m32": "-m64", "-m64": "-m32", "HARNESS.c": "h.c"}
    try:
        built = subprocess.run([other.get(word, word) for word in line[4:].split()], cwd=folder, capture_output=True, timeout=60)
        if built.returncode:
            return "build failed"
        run = subprocess.run(["prlimit", "--cpu=10", "--as=2000000000", "--fsize=0", "./replay"], cwd=folder, timeout=20, env={},
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return "timeout"
    return {107: "replayed"}.get(run.returncode, "not replayed")


def study_violation(arguments, source, model, folder):
    witness = folder / "w.yml"
    result = run_bireach(arguments, source, model, folder, ["--witness", str(witness), "--harness", str(folder / "h.c"),
                                                            "--replay"])
    entry = {"program": source.name, "data_model": model, "verdict": result["verdict"] if result else "none"}
    if entry["verdict"] != "FALSE":
        return entry
    for key in ("witness", "harness", "replays", "witness_problem"):
        entry[key] = result.get(key)
    entry["other_bits"] = {compiler: replay_with_other_bits(folder, compiler) for compiler in ("gcc", "clang")}
    if arguments.check_script:
        check = subprocess.run([sys.executable, arguments.check_script, witness], capture_output=True, text=True)
        entry["checked"] = check.returncode == 0
        if check.returncode:
            entry["check_output"] = check.stdout[-500:]
    if arguments.replay_script:
        for compiler in ("gcc", "clang"):
            script = subprocess.run([sys.executable, arguments.replay_script, witness, source, compiler],
                                    capture_output=True, text=True)
            entry["script_" + compiler] = {0: "confirmed", 1: "not confirmed"}.get(script.returncode, "cannot")
            if script.returncode:
                entry["script_output_" + compiler] = (script.stdout + script.stderr)[-300:]
    if arguments.validate:
        answer = subprocess.run([arguments.binary, "validate", "--timeout", str(arguments.timeout), "--jobs", "1", "--witness",
                                 witness, source], capture_output=True, text=True)
        entry["validate"] = answer.stdout.strip().split("\n")[-1]
    return entry


DECLARATION = re.compile(r"(?:const|static|register|volatile|unsigned|signed|int|char|short|long|float|double|struct|union|enum"
                         r"|_Bool|bool|size_t|u?int\d+_t|[su]\d\d?|u?char|uint|ulong)\b[^=;(]*[A-Za-z_]\w*\s*[;=,\[]")


def check_at(text, invariant, check):
    """Where the invariant has to be checked, and the code for that; None: there is no such place."""
    location = invariant["location"]
    offset = sum(len(l) + 1 for l in text.split("\n")[:location["line"] - 1]) + location["column"] - 1
    if invariant["type"] == "location_invariant":
        is_declaration = DECLARATION.match(text[offset:])
        return offset, check + " " if is_declaration else "if (__extension__({ %s 0; })) { } else " % check
    expression = "__extension__({ %s 1; })" % check
    keyword = re.match(r"(while|for)\s*\(|do\b\s*(\{?)", text[offset:])
    if not keyword:
        return None
    position = offset + keyword.end()
    if keyword.group(1) is None:
        return position, check + " " if keyword.group(2) else "if (!%s) { } else " % expression
    if keyword.group(1) == "while":
        return position, expression + ", "
    depth = 0
    while position < len(text) and (depth or text[position] != ";"):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    is_empty = re.match(r"\s*;", text[position + 1:])
    return position + 1, expression + ("" if is_empty else ", ")


def asserted(text, invariants):
    """The program with the invariants as assertions; None if one of them has no such place."""
    insertions = []
    for number, invariant in enumerate(invariants):
        check = "if (!(%s)) bireach_failed(%d);" % (invariant["value"], number)
        place = check_at(text, invariant, check)
        if place is None:
            return None
        insertions.append(place)
    for position, code in sorted(insertions, reverse=True):
        text = text[:position] + code + text[position:]
    return "extern void bireach_failed(int);\n#line 1\n" + text


def random_harness(text):
    functions = [RANDOM_INPUTS, "extern int write(int, const void *, unsigned long);\n"
                 "void bireach_failed(int n) { char c = (char)('0' + n %% 75); write(2, &c, 1); _exit(%d); }\n" % FAILED]
    for name in sorted(set(re.findall(r"__VERIFIER_nondet_(\w+)", text))):
        if name in TYPES:
            functions.append("%s __VERIFIER_nondet_%s(void) { return (%s)bireach_random(); }\n" % (TYPES[name], name, TYPES[name]))
    if re.search(r"__VERIFIER_assume\s*\(", text) and not re.search(r"__VERIFIER_assume\s*\([^;]*\)\s*\{", text):
        functions.append("void __VERIFIER_assume(int c) { if (!c) _exit(0); }\n")
    return "".join(functions)


def survive(arguments, source, model, invariants, folder):
    """How many runs there were, and which invariants failed; None: not built."""
    text = source.read_text(encoding="utf-8", errors="replace")
    program = asserted(text, invariants)
    if program is None:
        return None
    (folder / "p.c").write_text(program)
    (folder / "h.c").write_text(random_harness(text))
    bits = "-m32" if model == "ILP32" else "-m64"
    command = ["gcc", bits, "-std=gnu11", "-O1", "-fno-builtin", "-w", "-fwrapv", "-no-pie", "-Wl,-z,muldefs",
               "-Wl,--unresolved-symbols=ignore-in-object-files", "h.c", "p.c", "-o", "p", "-lm"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode:
        return None
    failed, ended = Counter(), 0
    for seed in range(arguments.runs):
        try:
            run = subprocess.run(["prlimit", "--cpu=2", "--as=2000000000", "--fsize=0", "./p"], cwd=folder, timeout=3,
                                 env={"BIREACH_SEED": str(seed + 1), "PATH": os.environ["PATH"]}, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired:
            continue
        ended += 1
        if run.returncode == FAILED:
            failed[(run.stderr or b"?")[:1].decode(errors="replace")] += 1
    return {"runs": arguments.runs, "ended": ended, "failed": dict(failed)}


def study_proof(arguments, source, model, folder):
    result = run_bireach(arguments, source, model, folder, ["--witness", str(folder / "w.yml")])
    entry = {"program": source.name, "data_model": model, "verdict": result["verdict"] if result else "none"}
    if entry["verdict"] != "TRUE":
        return entry
    entry["proof"] = result["proof"]["kind"]
    entry["witness"] = result.get("witness")
    if arguments.check_script:
        check = subprocess.run([sys.executable, arguments.check_script, folder / "w.yml"], capture_output=True, text=True)
        entry["checked"] = check.returncode == 0
    invariants = [item["invariant"] for item in yaml.safe_load(open(folder / "w.yml"))[0]["content"]]
    entry["invariants"] = [i["value"] for i in invariants]
    entry["types"] = [i["type"] for i in invariants]
    if invariants:
        entry["survival"] = survive(arguments, source, model, invariants, folder)
        if arguments.validate:
            answer = subprocess.run([arguments.binary, "validate", "--timeout", str(arguments.timeout), "--jobs", "1",
                                     "--witness", folder / "w.yml", source], capture_output=True, text=True)
            entry["validate"] = answer.stdout.strip().split("\n")[-1]
    return entry


def summarise_violations(entries):
    false = [e for e in entries if e["verdict"] == "FALSE"]
    print("programs: %d, FALSE: %d" % (len(entries), len(false)))
    for model in sorted({e["data_model"] for e in false}):
        those = [e for e in false if e["data_model"] == model]
        print("%s: %d witnesses, %d pass the structural check" % (model, len(those), sum(e.get("checked", False) for e in those)))
        for compiler in ("gcc", "clang"):
            for sanitized in (False, True):
                results = Counter(r["result"] for e in those for r in e["replays"] or []
                                  if r["compiler"].startswith(compiler) and r["sanitized"] == sanitized)
                print("  harness, %s%s: %s" % (compiler, " with UBSan" if sanitized else "", dict(results)))
            print("  harness of this data model built for the other one, %s: %s"
                  % (compiler, dict(Counter(e.get("other_bits", {}).get(compiler, "none") for e in those))))
            print("  witness by script, %s: %s" % (compiler, dict(Counter(e.get("script_" + compiler, "none") for e in those))))
        print("  validate: %s" % dict(Counter(e.get("validate", "none") for e in those)))


def summarise_proofs(entries):
    true = [e for e in entries if e["verdict"] == "TRUE"]
    some = [e for e in true if e["invariants"]]
    total = sum(len(e["invariants"]) for e in some)
    tried = [e for e in some if e.get("survival")]
    failed = sum(len(e["survival"]["failed"]) for e in tried)
    print("programs: %d, TRUE: %d (%s)" % (len(entries), len(true), dict(Counter(e["proof"] for e in true))))
    print("with invariants: %d (%s; %d invariants: %s; %d parts of proofs left out)"
          % (len(some), dict(Counter(e["proof"] for e in some)), total, dict(Counter(t for e in some for t in e["types"])),
             sum((e["witness"] or {}).get("invariants_left_out", 0) for e in true)))
    for entry in some:
        if not entry.get("survival"):
            print("not built with its invariants: %s" % entry["program"])
    runs = sum(e["survival"]["runs"] for e in tried)
    ended = sum(e["survival"]["ended"] for e in tried)
    print("executed at random: %d programs, %d invariants, %d runs ended, %d were cut off after 2 s, %d invariants failed"
          % (len(tried), sum(len(e["invariants"]) for e in tried), ended, runs - ended, failed))
    print("validate: %s" % dict(Counter(e.get("validate", "none") for e in some)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["violations", "proofs"])
    parser.add_argument("--binary", required=True, type=lambda p: str(Path(p).resolve()))
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--select", choices=["all", "paper"], default="all")
    parser.add_argument("--sample", type=int, default=0, help="so many programs, evenly over the manifest")
    parser.add_argument("--data-model", choices=["ILP32", "LP64"],
                        help="for all programs, whatever the manifest says: then it is about other programs than there")
    parser.add_argument("--timeout", type=float, default=30)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--results", required=True, type=Path)
    parser.add_argument("--check-script")
    parser.add_argument("--replay-script")
    parser.add_argument("--validate", action="store_true", help="let bireach validate each witness too")
    arguments = parser.parse_args()
    arguments.results.mkdir(parents=True, exist_ok=True)
    study = study_violation if arguments.what == "violations" else study_proof
    entries = []
    with open(arguments.results / (arguments.what + ".jsonl"), "w", encoding="utf-8") as log:
        for source, model in tasks_of(arguments, None if arguments.what == "violations" else "true"):
            # The witness names its program relative to itself, so both stay where they are.
            with tempfile.TemporaryDirectory() as folder:
                entry = study(arguments, source.resolve(), model, Path(folder))
            entries.append(entry)
            log.write(json.dumps(entry) + "\n")
            log.flush()
    (summarise_violations if arguments.what == "violations" else summarise_proofs)(entries)


if __name__ == "__main__":
    main()
