// SPDX-License-Identifier: Apache-2.0
/// What the help says around the table of options. Not for use elsewhere than in command_line.cpp.
#pragma once

#include <string_view>

namespace bireach::checker {

inline constexpr std::string_view exit_statuses =
    "Exit status:\n"
    "  0  TRUE: the error cannot be reached\n"
    "  1  FALSE: the error can be reached\n"
    "  2  bad arguments, input that is not C, or a file that cannot be written\n"
    "  3  UNKNOWN: a limit or a signal, something that is not supported, or the solvers gave up\n"
    "  4  UNKNOWN for an internal error\n";

inline constexpr std::string_view cfa_exit_statuses =
    "Exit status:\n"
    "  0  the automaton was printed\n"
    "  2  bad arguments, input that is not C, or output that cannot be written\n"
    "  3  a property that is not supported\n"
    "  4  an internal error\n"
    "A signal that ends it is named on standard error.\n";

inline constexpr std::string_view inconsistent_exit_statuses =
    "Exit status:\n"
    "  0  CONSISTENT: nothing was found, and every function was analysed\n"
    "  1  INCONSISTENT(n): n findings\n"
    "  2  bad arguments, no input that is C, or a file that cannot be written\n"
    "  3  UNKNOWN: nothing was found, but some functions were not analysed; they are named\n"
    "  4  an internal error\n";

inline constexpr std::string_view general_help =
    "bireach finds out whether a C program can reach an error, and which statements of the\n"
    "error trace matter.\n\n"
    "Usage: bireach COMMAND [options] FILE.c...\n\n"
    "Commands:\n"
    "  check      prove that no error (failing assert, invalid access, overflow, ...) can be\n"
    "             reached, or find an execution that reaches it and mark its relevant statements\n"
    "  explain    the same, but find many such executions, and rank the statements that are\n"
    "             relevant in all of them\n"
    "  repair     the same, and then propose changes with which the error cannot be reached,\n"
    "             as patches, the best first\n"
    "  slice      say which statements of the whole program the error needs\n"
    "  inconsistent\n"
    "             find code that no execution passes without an error, function by function,\n"
    "             without a specification\n"
    "  validate   re-check a witness of a violation or of a proof\n"
    "  cfa        print the control-flow automaton of a program\n\n"
    "bireach COMMAND --help lists the options of a command; bireach --version tells the version.\n\n"
    "Example:\n"
    "  bireach check --data-model ILP32 --timeout 60 program.c\n"
    "  bireach explain --timeout 60 program.c\n"
    "  bireach repair --patch fix.diff program.c\n\n";

inline constexpr std::string_view check_intro =
    "Usage: bireach check [options] FILE.c...\n\n"
    "Verifies that no execution of the program fails an assert(), calls reach_error(), accesses\n"
    "memory where no object is, frees what cannot be freed, overflows, divides by zero, or does\n"
    "anything else of the kinds that --check lists; with --property, that one property. Several\n"
    "files are linked into one program. After an error the other checks are decided, too.\n\n"
    "Prints: for a violation, at once where and what it is; its inputs, the steps of the\n"
    "execution with the values that change, and the relevant statements, each with a value with\n"
    "which, assigned instead, some execution leaves the trace before the error; what became of\n"
    "each check; for a proof, the assumptions it rests on. The last line is TRUE, FALSE(kind of error) or "
    "UNKNOWN(reason).\n"
    "Logs and progress go to standard error.\n\n";

inline constexpr std::string_view check_examples =
    "Examples:\n"
    "  bireach check program.c\n"
    "  bireach check --check valid-memcleanup --no-check no-overflow program.c\n"
    "  bireach check --data-model ILP32 --property unreach-call.prp task.i\n"
    "  bireach check --timeout 60 --memory-limit 4000 --json result.json -I include a.c b.c\n"
    "  bireach check --report report --sarif result.sarif program.c\n\n";

inline constexpr std::string_view explain_intro =
    "Usage: bireach explain [options] FILE.c...\n\n"
    "Verifies as check does. If the error can be reached, goes on to look for other ways to it,\n"
    "until all are covered or a limit strikes, and says which statements matter in all of them:\n"
    "these are the candidates for a repair. What is known when a limit strikes is reported.\n\n"
    "After each error trace a set of traces is subtracted (--generalization): danger, those of\n"
    "a canonical danger automaton: from each of its states some execution leads on to the error;\n"
    "danger-loops, a larger one that covers loops of any length: ... or runs for ever;\n"
    "danger-strict, a smaller one, of feasible traces only; trace, that trace alone.\n\n"
    "Prints: the statements that are relevant in every error trace, by rank, each with a value\n"
    "that blocks traces if it is assigned instead, and whether one constant blocks them all;\n"
    "those that are relevant in some traces only; of a program with loops, what holds in every\n"
    "execution that fails; and the traces. The last line is TRUE,\n"
    "FALSE(property) or UNKNOWN(reason). Logs and progress go to standard error.\n\n";

inline constexpr std::string_view explain_examples =
    "Examples:\n"
    "  bireach explain program.c\n"
    "  bireach explain --max-traces 10 --traces brief program.c\n"
    "  bireach explain --timeout 120 --generalization danger-loops --json result.json program.c\n\n";

inline constexpr std::string_view repair_intro =
    "Usage: bireach repair [options] FILE.c...\n\n"
    "Checks as check does. If the error can be reached, then tries small changes at the\n"
    "suspects: one has to let every execution that fails end well and leave alone what passes;\n"
    "what does is verified. A repair is proved, or no error of it is known up to a bound, which\n"
    "is said. What computes the expected result only is the specification and stays as it is:\n"
    "it is guessed by names (expected, reference, oracle, ...) and what the assertion compares,\n"
    "or named by --trust.\n\n"
    "Prints: the suspects, by rank, and why; the repairs as unified diffs for patch -p1, the best\n"
    "first, with what they were tried on; executions that fail and pass side by side. The\n"
    "last line is that of check, about the program as it is: FALSE(property) where there was\n"
    "something to repair, TRUE where there is nothing, or UNKNOWN(reason). Logs and progress go\n"
    "to standard error.\n\n";

inline constexpr std::string_view repair_examples =
    "Examples:\n"
    "  bireach repair program.c\n"
    "  bireach repair --timeout 120 --patch fix.diff program.c; patch -p1 < fix.diff\n"
    "  bireach repair --trust expected,reference --max-edits 2 program.c\n\n";

inline constexpr std::string_view slice_intro =
    "Usage: bireach slice [options] FILE.c...\n\n"
    "Checks as check does, but looks for assertions only, unless --property names something.\n"
    "If the error can be reached, then decides for every statement of the program, loops\n"
    "included, whether the error needs it. A statement is certified irrelevant if it was proved\n"
    "that whoever fails with it fails without it, with the same inputs: whatever values stand\n"
    "for what it assigns (--slice exact), or if it does nothing at all (--slice paper). It is\n"
    "relevant if some execution that fails passes without it, which was executed; with --slice\n"
    "paper also if the condition behind it, which the error needs, does not follow from the one\n"
    "before it. Else it is undecided, and stays in the slice.\n\n"
    "Prints: the statements of the slice in the order of the source, with conditions that hold\n"
    "in every execution that fails; how many are left out, and how many lines are to be read.\n"
    "The last line is that of check, about the program as it is: FALSE(property) where there was\n"
    "something to slice, TRUE where there is nothing, or UNKNOWN(reason). Logs and progress go\n"
    "to standard error.\n\n";

inline constexpr std::string_view slice_examples =
    "Examples:\n"
    "  bireach slice program.c\n"
    "  bireach slice --slice paper --timeout 60 program.c\n"
    "  bireach slice --output slice.c program.c; bireach check --property unreach-call slice.c\n"
    "  bireach slice --report report --sarif result.sarif program.c\n\n";

inline constexpr std::string_view inconsistent_intro =
    "Usage: bireach inconsistent [options] FILE.c...\n\n"
    "Looks for code that contradicts itself: a way that no execution of its function passes\n"
    "without undefined behaviour, whatever the arguments, globals and memory are, and whatever\n"
    "called functions do (they are taken to return, unless they are declared or seen not to). So\n"
    "it needs no main function and no specification; each function of the files themselves is\n"
    "looked at on its own. A pointer that is followed is believed not to be null, an index to be\n"
    "inside of its array, a divisor not to be 0 (--beliefs).\n\n"
    "A finding is an error (the place is reached, and then must fail), after-error (only an\n"
    "earlier error could lead there: a check that comes too late) or unreachable. It is shown\n"
    "with the few statements that contradict each other, and what holds between them. Conditions\n"
    "of macros and configuration are never blamed; a comment `bireach: ignore` in the line of a\n"
    "finding or the one above hides it.\n\n"
    "The last line is CONSISTENT, INCONSISTENT(number of findings) or UNKNOWN(reason).\n\n";

inline constexpr std::string_view inconsistent_examples =
    "Examples:\n"
    "  bireach inconsistent -I include src/*.c\n"
    "  bireach inconsistent --severity error,after-error,unreachable module.c\n"
    "  bireach inconsistent --list-functions src/*.c\n"
    "  bireach inconsistent --json known.json src/*.c; bireach inconsistent --baseline known.json src/*.c\n\n";

inline constexpr std::string_view validate_intro =
    "Usage: bireach validate --witness FILE [options] FILE.c...\n\n"
    "Checks a verification witness of any tool (YAML 2.0 and 2.1, GraphML 1.0) against the\n"
    "program. The witness of a violation is confirmed by an execution that follows its segments\n"
    "(passes the waypoints to follow in their order, and none to avoid), reaches the error and\n"
    "was replayed. The witness of a proof is confirmed if every invariant in it holds and the\n"
    "program is safe; the invariants help with that proof, but only those that were proved.\n\n"
    "The last line is FALSE(property) for a confirmed violation (or if the witness is one of a\n"
    "proof, but the error can be reached), TRUE for a confirmed proof, else UNKNOWN(reason): a\n"
    "witness that contradicts the program is rejected, one of which that could not be found out\n"
    "is not confirmed.\n"
    "Without --property and --data-model, both are those of the witness.\n\n";

inline constexpr std::string_view validate_examples =
    "Examples:\n"
    "  bireach validate --witness witness.yml program.c\n"
    "  bireach validate --witness witness.graphml --property unreach-call.prp --timeout 90 task.i\n\n";

inline constexpr std::string_view cfa_intro =
    "Usage: bireach cfa [options] FILE.c...\n\n"
    "Prints the control-flow automaton of the program, all calls inlined, to standard output.\n\n";

inline constexpr std::string_view cfa_examples =
    "Examples:\n"
    "  bireach cfa --format dot program.c | dot -Tsvg -o program.svg\n"
    "  bireach cfa --format json program.c\n\n";

}  // namespace bireach::checker
