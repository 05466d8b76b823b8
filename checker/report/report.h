// SPDX-License-Identifier: Apache-2.0
/// The data of a report: everything the writers need, independent of the program and the analyses, immutable once
/// built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/answer/statistics.h"
#include "checker/answer/verdict.h"
#include "checker/evidence/evidence.h"
#include "checker/harvest/subtracted_errors.h"
#include "checker/report/checks_report.h"
#include "checker/report/invariants_report.h"
#include "checker/report/report_place.h"
#include "checker/report/slice_report.h"
#include "checker/report/suspects_report.h"
#include "frontend/program/property.h"
#include "logic/solvers/unknown_reason.h"
#include "relevance/danger/generalizer_config.h"
#include "relevance/statements/program_relevance.h"
#include "relevance/statements/relevance.h"
#include "relevance/threads/concurrent_explanation.h"

namespace bireach::checker {

struct ReportStatement {
  std::string key;     ///< "s17": one source statement, however often it is inlined or executed
  std::string kind;    ///< "assume", "assign", "havoc"
  std::string target;  ///< unique name of the variable; empty for "assume"
  std::string text;    ///< what the user wrote; the condition for a branch, negated where it is not taken
  ReportPlace place;
  std::string short_place;        ///< for people: "a.c:7"
  std::string part;               ///< of several that share text and line, what this one assigns: "a[2]"; else empty
  frontend::ScalarType assigned;  ///< of what it assigns; any for "assume"
  bool assigns_pointer = false;
};

struct ReportVariable {
  std::string name;                     ///< unique
  std::string type;                     ///< C type
  std::string sort;                     ///< SMT-LIB
  std::optional<std::string> min, max;  ///< sort Int: range of the type; arrays over Int: of the elements
  std::optional<std::string> size;      ///< arrays: number of elements
  std::string shown;                    ///< for people; empty: internal
  std::string function;                 ///< empty: global
};

/// What a step assigns, as it is afterwards.
struct ReportValue {
  std::size_t variable = 0;          ///< index into ReportTrace::variables
  std::optional<std::string> index;  ///< of the element; missing: the whole variable
  std::string value;                 ///< of the element or variable; of an array its first elements
  std::string shown;                 ///< the same with pointers by what they lead to; empty: as `value`
  std::string place;                 ///< of an element of memory, or with several indices: "a[2]", "heap#1.next",
                                     ///< "a[1][2]"; empty: it has no name, or its index says it all
  std::optional<std::string> whole;  ///< of an element: the array, if it is short
};

/// A value that a step gives to what the user sees; `before` is missing for a first assignment.
struct ReportChange {
  std::string name;
  std::optional<std::string> before;
  std::string after;
};

struct ReportFix {
  std::string value;  ///< a constant of what the statement assigns
  std::string shown;  ///< the same for people: a pointer by what it leads to, "malloc(4) succeeding"
  relevance::Fix::Blocks blocks = relevance::Fix::Blocks::one;
  bool defined = false;  ///< as relevance::Fix::defined
  /// The execution shown, replayed with this value and the same inputs, does not get to the end of the trace.
  bool blocks_shown = false;
  /// What keeps that replay from the end of the trace, if it is undefined behaviour: "signed overflow at a.c:7". Such a
  /// value is no way to repair the program. Empty: the replay stays defined.
  std::string undefined;

  [[nodiscard]] bool blocks_every_input() const { return blocks == relevance::Fix::Blocks::all && defined; }
};

/// How much is known of the value, for comparison.
[[nodiscard]] int strength(const ReportFix& fix);

/// A thread of the program. Its number in the program, from 0, is its name in sentences: "T1".
struct ReportThread {
  std::string name;          ///< unique: "main", "worker", "worker#2"
  std::string function;      ///< that it runs
  ReportPlace created;       ///< the call that creates it; of the first thread: not known
  std::string created_at;    ///< for people: "a.c:7"
  bool has_creator = false;  ///< all but the first
  std::size_t creator = 0;   ///< thread
};

/// While a thread holds a lock, or no other thread can move.
struct ReportRegion {
  enum class Kind : std::uint8_t { lock, atomic } kind = Kind::lock;
  std::size_t thread = 0;
  std::size_t from = 0;           ///< the shown step with which it begins
  std::optional<std::size_t> to;  ///< … ends; missing: it is still held at the end of the trace
  std::string name;               ///< of a lock, as the user wrote it: "&m"
};

struct ReportStep {
  std::size_t statement = 0;  ///< index into ReportTrace::statements
  std::string formula;        ///< SMT-LIB over v and v'
  relevance::Relevance relevance = relevance::Relevance::irrelevant;
  logic::UnknownReason undecided_reason;
  std::optional<ReportFix> fix;
  // For people:
  bool shown = true;  ///< something a user would recognise
  std::string text;   ///< as shown: branches in brackets
  std::string place;  ///< "a.c:7"
  std::string function;
  unsigned depth = 0;  ///< of calls
  std::vector<ReportChange> changes;
  bool arbitrary = false;  ///< the values stand for any other: nothing was assigned
  std::optional<ReportValue> value;
  std::uint32_t edge = 0;  ///< of the program's automaton
  // Of programs with threads:
  std::size_t thread = 0;     ///< index into ReportTrace::threads
  bool is_choice = false;     ///< of the scheduler, and so of no thread; never shown
  std::size_t shown_by = 0;   ///< the step with which people see it: of a library call or split statement the one that
                              ///< stands for it; itself, if it is shown, or nothing shows it
  bool synchronises = false;  ///< shown: it stands for the whole call of a function for threads, pthread_mutex_lock
  std::string thread_note;    ///< "starts T1", "T1 has ended"
};

struct ReportInput {
  std::size_t step = 0;
  std::string variable;  ///< unique name
  std::string value;
  std::string shown;     ///< the same for people, as a verb: "fails"; empty: a value as it stands
  std::string function;  ///< whose call returned it; empty: not from a call
  std::string source;    ///< for people: "__VERIFIER_nondet_int()", "uninitialised x"
  std::string place;
  std::string text{};    ///< for people, instead of the value: the text of which this is the first character
  bool is_told = false;  ///< … of which this is another one: nothing is said of it
};

/// All occurrences of one relevant, or undecided, statement.
struct ReportRelevantStatement {
  std::size_t statement = 0;    ///< index into ReportTrace::statements
  std::size_t occurrences = 0;  ///< on the trace
  std::size_t relevant = 0;
  std::size_t undecided = 0;
  std::size_t first_step = 0;    ///< first relevant (or, if none is, undecided) occurrence
  std::optional<ReportFix> fix;  ///< the strongest
  std::size_t fix_step = 0;
  logic::UnknownReason reason;  ///< why undecided
  bool shown = true;
};

/// What the error needs of a value that the execution chose arbitrarily.
struct ReportNeededInput {
  std::size_t step = 0;
  bool initial = false;                 ///< of a variable that is read before it is written; no step
  std::string variable;                 ///< unique name, with the index of an element
  std::string value;                    ///< in the execution
  std::optional<std::string> min, max;  ///< both missing: the error follows without it
  // For people:
  std::string name;    ///< as the user wrote it
  std::string text;    ///< "any value <= 41"; empty: not needed
  std::string always;  ///< "n >= 11": what holds of it in every execution that fails; empty: nothing is known
};

/// One error invariant for the positions `from` … `to` of the trace.
struct ReportInvariant {
  std::size_t from = 0, to = 0;
  std::string formula;                 ///< SMT-LIB
  std::vector<std::string> conjuncts;  ///< in C, over the user's names
  std::vector<std::string> variables;  ///< the user's, as written
};

/// A statement of the abstract error trace.
struct ReportKeptStep {
  std::size_t step = 0;
  std::vector<std::string> framed;       ///< of a branch: unique names of variables that the other way might assign
  std::vector<std::string> framed_text;  ///< for people
};

/// Why the error happens: error invariants and the abstract error trace.
struct ReportExplanation {
  std::string kind;                                ///< "plain", "flow-sensitive"; empty: nobody looked for one
  logic::UnknownReason reason = "not looked for";  ///< why there is none, and then only `kind` and `seconds` hold
  std::string engine;  ///< that interpolated; "execution": the invariants are but the values of the execution,
  logic::UnknownReason engine_failure;  ///< … for this reason
  std::string arithmetic;
  double seconds = 0;
  std::size_t assertion = 0;      ///< the step that violates it; behind the last step: reaching the end is the error
  std::string assertion_formula;  ///< SMT-LIB
  std::string assertion_text;     ///< C
  std::vector<ReportNeededInput> precondition;
  std::vector<ReportInvariant> invariants;   ///< one more than `kept`: before, between and after these
  std::vector<ReportKeptStep> kept;          ///< in order
  std::vector<std::size_t> needed_branches;  ///< steps
  std::vector<std::string> variables;        ///< unique names of those the invariants speak of
  std::vector<std::string> watched;          ///< the user's own among these, as written
  std::size_t same_as = 0;                   ///< the first trace, from 1, that has the same invariants; 0: not known
  /// Of programs with threads: switches, hazards, the pattern. Holds also where `reason` says that there are no
  /// invariants.
  std::optional<relevance::ConcurrentExplanation> concurrent;
};

struct ReportTrace {
  std::uint64_t iteration = 0;
  std::string arithmetic;  ///< of the formulas: "integer", "bitvector"
  double seconds = 0;
  frontend::Violation violation = frontend::Violation::unreach_call;
  std::string error;        ///< "call of reach_error at a.c:23 (main)"
  std::string error_note;   ///< "call of reach_error", "invalid read: b[i]"; the same in all executions
  std::string error_words;  ///< "`b[i]` reads element 4 of `b`, an array of 4"; empty: no more than the note says
  ReportPlace error_place;
  std::vector<std::string> undefined;       ///< undefined behaviour on the way, with its place
  std::vector<ReportStatement> statements;  ///< in order of first occurrence
  std::vector<ReportVariable> variables;    ///< in order of the program
  std::vector<ReportStep> steps;
  std::vector<ReportInput> inputs;
  std::size_t steps_left_out = 0;   ///< of a long execution: before `steps`
  std::size_t inputs_left_out = 0;  ///< taken by those
  /// By rank: those of whose values most is known first (strength), those whose value only leads to undefined behaviour
  /// last, then by position.
  std::vector<ReportRelevantStatement> relevant;
  std::vector<ReportRelevantStatement> undecided;  ///< neither relevant nor irrelevant in any occurrence, by position
  bool relevance_asked = true;                     ///< false: nobody looked for it, and all is undecided
  ReportExplanation explanation;
  std::vector<ReportThread> threads;  ///< of the program; empty: it is sequential
  std::vector<ReportRegion> regions;  ///< by `from`
};

/// The answer to: is there one constant which, assigned instead, blocks every trace that was harvested for every input?
struct ReportCommonFix {
  relevance::CommonFixAnswer answer = relevance::CommonFixAnswer::unknown;
  std::string value, shown;          ///< of `exists`; as those of ReportFix
  bool undefined_behaviour = false;  ///< of `exists`: perhaps some input is blocked by undefined behaviour only
  logic::UnknownReason reason;       ///< of `unknown`
};

/// One assigning statement over all traces. Traces are numbered from 1.
struct ReportProgramStatement {
  ReportStatement statement;
  bool shown = true;
  std::vector<std::size_t> occurs;     ///< the traces on which it stands
  std::vector<std::size_t> relevant;   ///< … in which it is relevant
  std::vector<std::size_t> undecided;  ///< … in which nobody could say
  std::size_t rank = 0;                ///< from 1; 0: not relevant in the program
  std::size_t blocks_all = 0;          ///< number of traces in which a fixing value blocks every input
  std::optional<ReportCommonFix> common_fix;
  std::optional<ReportFix> fix;  ///< the strongest of any trace
  std::size_t fix_trace = 0;
  logic::UnknownReason reason;  ///< why undecided
};

/// A statement that the explanations of some traces keep, or a branch that they need. Traces are numbered from 1.
struct ReportNeededStatement {
  ReportStatement statement;
  bool shown = true;
  std::vector<std::size_t> traces;  ///< that need it
  bool in_all = false;              ///< those are all that are explained
};

/// Error invariants over all traces of the report.
struct ReportNeeded {
  std::vector<std::size_t> explained;             ///< the traces that have an explanation
  std::vector<ReportNeededStatement> statements;  ///< those in all first, then in order of first occurrence
  std::vector<std::vector<std::size_t>> classes;  ///< of traces with the same error invariants; each begins with the
                                                  ///< representative
};

/// Relevance over all traces of the report.
struct ReportProgram {
  std::size_t statements = 0;                     ///< on the traces, branches too
  std::size_t shown_statements = 0;               ///< of these those a user would recognise
  std::vector<ReportProgramStatement> relevant;   ///< in every trace, by rank
  std::vector<ReportProgramStatement> some;       ///< in some traces only; those of more traces first
  std::vector<ReportProgramStatement> undecided;  ///< perhaps in every trace
};

enum class HarvestStop : std::uint8_t { exhausted, max_traces, timeout, memory, signal, undecided, internal_error };
/// "exhausted", "max-traces", "timeout", "memory limit", "signal", "undecided", "internal error"
[[nodiscard]] std::string_view to_string(HarvestStop stop);

/// How the harvest went.
struct ReportHarvest {
  HarvestStop end = HarvestStop::timeout;
  std::string reason;  ///< which signal, what is undecided, which error
  relevance::Generalization generalization = relevance::Generalization::danger;  ///< as chosen
  std::string predicates;                                                        ///< as chosen: "auto", …
  std::uint64_t undecided = 0;                                                   ///< traces put aside
  std::uint64_t not_analysed = 0;          ///< feasible traces found too late for their relevance to be analysed
  std::vector<SubtractedErrors> automata;  ///< the n-th generalises the n-th trace found
  std::optional<relevance::GeneralizationStatistics> statistics;  ///< of a harvest that came to its end
};

/// The weakest guarantee of what was subtracted; nothing without automata.
[[nodiscard]] std::optional<relevance::Guarantee> weakest_guarantee(const ReportHarvest& harvest);

/// What holds whenever the head of a loop is reached, where each round begins.
struct ReportLoopInvariant {
  ReportPlace place;  ///< of what is executed next
  std::string text;   ///< "for all k: k >= 0 && k < i ==> a[k] == 42"
};

/// What holds whenever a thread is there, whatever the others do.
struct ReportThreadInvariant {
  std::string thread;  ///< "worker", "main and worker"
  ReportPlace place;   ///< of what the (first) thread executes next
  std::string text;
};

/// What TRUE rests on.
struct ReportProof {
  enum class Kind : std::uint8_t { annotation, summaries, unrolling, enumeration, threads, separate };
  Kind kind = Kind::annotation;
  std::size_t predicates = 0;                          ///< of annotations and summaries
  std::size_t depth = 0;                               ///< of unrolling: after so many blocks no execution is left
  bool repeats = false;                                ///< or only such as come to a state again
  std::size_t paths = 0;                               ///< of unrolling: how many, each for itself; 0: merged
  std::size_t executions = 0;                          ///< of enumeration: all there are
  std::size_t bounds = 0;                              ///< of its inputs, confirmed by the second solver
  std::vector<ReportLoopInvariant> of_elements = {};   ///< of annotations: what they say of all elements of arrays
  std::vector<ReportThreadInvariant> of_threads = {};  ///< of threads: what holds of each one, where it is
  std::vector<ReportProof> parts = {};                 ///< of separate ones: each of some checks
};

enum class VerdictKind : std::uint8_t { safe, unsafe, unknown, internal_error };

struct ReportStatistics {
  double wall_s = 0, cpu_s = 0, peak_memory_mib = 0;
  std::uint64_t iterations = 0, infeasible_traces = 0, feasible_traces = 0, automaton_states = 0, bounded_depth = 0;
  bool exhausted = false;
  PhaseTimes time;
  std::uint64_t z3_queries = 0, cvc5_queries = 0, cadical_queries = 0, unknown_answers = 0;
};

/// The text of a file that statements come from.
struct ReportSource {
  std::string file;  ///< as in ReportPlace
  std::string text;
  std::string missing;  ///< why there is none
  std::optional<std::string> sha256;
};

/// The control-flow automaton, or the part of it around the traces, for drawing: paths without branches are one arrow.
struct ReportAutomaton {
  struct Location {
    std::string kind;  ///< "normal", "initial", "exit", "error", "unsupported"; "cut": what follows is left out
    std::string function;
    std::string note;  ///< of "error" and "unsupported"
  };
  struct Arrow {
    std::size_t from = 0, to = 0;
    std::vector<std::uint32_t> edges;  ///< of the program's automaton, in order
    std::vector<std::string> lines;    ///< what a user would recognise of it
  };
  std::vector<Location> locations;
  std::vector<Arrow> arrows;
  bool whole = true;    ///< else only what is on or beside the traces
  std::string missing;  ///< why there is none
};

struct Report {
  std::string version;
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> sha256;  ///< of regular files, in their order
  std::string data_model;
  frontend::Property property;
  std::string unsupported_property;  ///< what was asked for instead; the answer is UNKNOWN
  std::string entry;
  std::vector<std::pair<std::string, std::string>> options;
  VerdictKind verdict = VerdictKind::unknown;
  std::string reason;                ///< of UNKNOWN, on one line
  std::vector<std::string> details;  ///< more about it, for people
  std::vector<std::string> assumptions;
  ReportProof proof;  ///< of TRUE
  ReportStatistics statistics;
  frontend::Violation violation = frontend::Violation::unreach_call;  ///< of FALSE: what was reached first
  bool overflow_wraps = false;  ///< of FALSE: signed overflow is taken to wrap, since no error without it was found
  std::vector<ReportTrace> traces;
  ReportNeeded needed;                                ///< by the explanations of these traces
  std::vector<ReportCheck> checks;                    ///< if all of them were to be decided; else empty
  std::optional<ReportProgram> program;               ///< of `explain`
  std::optional<ReportHarvest> harvest;               ///< of `explain`
  std::optional<ReportSuspects> suspects;             ///< of FALSE, once they were looked for
  std::optional<ReportRepairs> repairs;               ///< of `repair`
  std::optional<ReportSlice> slice;                   ///< of `slice`, and FALSE
  std::optional<ReportProgramInvariants> invariants;  ///< of `slice` and `explain`, once they were looked for
  // For reports with source code and pictures:
  std::vector<ReportSource> sources;  ///< in the order of the program's files
  std::optional<ReportAutomaton> automaton;
  std::vector<ReportThread> threads;  ///< empty: the program is sequential
  Evidence evidence;                  ///< what was written beside the report, and replayed
};

/// "TRUE", "FALSE(kind of violation)", "UNKNOWN(reason)"; always one line.
[[nodiscard]] std::string verdict_line(const Report& report);
/// Of what was asked for.
[[nodiscard]] std::string property_name(const Report& report);
/// Those that the report does not have yet.
void add_assumptions(Report& report, const std::vector<std::string>& assumptions);
/// 0 TRUE, 1 FALSE, 3 UNKNOWN, 4 internal error.
[[nodiscard]] int exit_status(const Report& report);

/// Hexadecimal SHA-256 of a regular file; nothing if it is none or cannot be read.
[[nodiscard]] std::optional<std::string> sha256_of_file(const std::string& path);

/// A copy of what is counted. To be called by the thread that runs the verification.
[[nodiscard]] ReportStatistics snapshot(const VerifyStatistics& statistics);

}  // namespace bireach::checker
