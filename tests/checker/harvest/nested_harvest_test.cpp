// SPDX-License-Identifier: Apache-2.0
/// The harvest over nested words, and its danger automata, against all nested words of small programs up to a length.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "checker/harvest/harvest.h"
#include "checker/harvest/nested_evidence.h"
#include "checker/verify/verify.h"
#include "relevance/danger/generalizers.h"
#include "relevance/danger/nested_danger_check.h"
#include "tests/support/parse_fixture.h"

namespace bireach::checker {
namespace {

using automata::NestedWord;
using relevance::Generalization;

const std::string prelude = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";

/// All nested words of a program to an error, up to a length, each decided on its own.
class AllWords {
 public:
  AllWords(const frontend::Program& program, std::size_t length)
      : semantics_(terms_, program, frontend::Arithmetic::integer),
        nested_(semantics_, program, analyze_control_flow(program, BlockEncoding::chains)),
        automaton_(automata::trim(nested_.automaton(WordEnds::errors))),
        length_(length) {
    logic::SolverConfig config;
    solver_ = logic::make_solver(logic::SolverKind::z3, terms_, config);
    for (const automata::State state : automaton_.initial()) go(state, {});
  }

  [[nodiscard]] bool is_feasible(const NestedWord& word) const {
    const TraceStatus status = nested_.check(word, *solver_);
    REQUIRE_FALSE(std::holds_alternative<Undecided>(status));
    const auto* evidence = std::get_if<Feasible>(&status);
    REQUIRE((evidence == nullptr || evidence->exact));
    return evidence != nullptr;
  }
  [[nodiscard]] const NestedProgram& nested() const { return nested_; }

  std::vector<NestedWord> feasible;
  std::vector<NestedWord> infeasible;

 private:
  void go(automata::State state, std::vector<automata::State> callers) {
    if (automaton_.is_accepting(state)) (is_feasible(word_) ? feasible : infeasible).push_back(word_);
    if (word_.size() == length_) return;
    for (const auto& transition : automaton_.internals(state))
      step({transition.letter, automata::SymbolKind::internal}, transition.target, callers);
    for (const auto& transition : automaton_.calls(state)) {
      auto open = callers;
      open.push_back(state);
      step({transition.letter, automata::SymbolKind::call}, transition.target, open);
    }
    for (const auto& transition : automaton_.returns(state)) {
      if (callers.empty() || transition.hierarchical != callers.back()) continue;
      auto rest = callers;
      rest.pop_back();
      step({transition.letter, automata::SymbolKind::return_}, transition.target, rest);
    }
  }

  void step(automata::Symbol symbol, automata::State target, const std::vector<automata::State>& callers) {
    word_.push_back(symbol);
    go(target, callers);
    word_.pop_back();
  }

  logic::TermManager terms_;
  frontend::Semantics semantics_;
  NestedProgram nested_;
  automata::NestedWordAutomaton automaton_;
  std::size_t length_;
  std::unique_ptr<logic::Solver> solver_;
  NestedWord word_;
};

struct Harvested {
  HarvestResult result;
  std::vector<frontend::Trace> traces;
  std::vector<automata::NestedWordAutomaton> automata;
  std::vector<relevance::Guarantee> guarantees;
};

Harvested harvest_all(const frontend::Program& program, const HarvestOptions& options, bool search = true) {
  REQUIRE_FALSE(program.procedures.empty());
  VerifyOptions verify_options;
  verify_options.bounded_search = true;
  VerifyStatistics statistics;
  const Verdict verdict = verify(program, verify_options, {}, statistics);
  const auto* unsafe = std::get_if<Unsafe>(&verdict);
  REQUIRE(unsafe != nullptr);
  verify_options.bounded_search = search;
  Harvested harvested;
  HarvestCallbacks callbacks;
  callbacks.on_trace = [&](const HarvestedTrace& trace) {
    CHECK(trace.execution.undefined.empty());
    harvested.traces.push_back(trace.execution.trace);
  };
  callbacks.on_subtracted = [&](const SubtractedErrors& errors) {
    REQUIRE(errors.nested_errors != nullptr);
    harvested.automata.push_back(errors.nested_errors->automaton);
    harvested.guarantees.push_back(errors.guarantee);
    if (options.check_danger_automata && !errors.nested_errors->predicates.empty())
      CHECK(errors.certificate == "checked by cvc5");
  };
  harvested.result = harvest(program, unsafe->execution, verify_options, options, {}, statistics, callbacks);
  return harvested;
}

/// Each trace is accepted by its automaton; after the end of the harvest every feasible word is accepted by some. What
/// a guarantee says of words is so.
void compare(const Harvested& harvested, const AllWords& all) {
  CHECK(harvested.traces.size() >= harvested.automata.size());
  for (std::size_t i = 0; i < harvested.automata.size(); ++i) {
    const auto word = all.nested().word_of(harvested.traces[i]);
    REQUIRE(word);
    CHECK(automata::accepts(harvested.automata[i], *word));
    if (harvested.guarantees[i] != relevance::Guarantee::feasible) continue;
    for (const NestedWord& infeasible : all.infeasible)
      CHECK_FALSE(automata::accepts(harvested.automata[i], infeasible));
  }
  if (harvested.result.end != HarvestEnd::exhausted) return;
  for (const NestedWord& word : all.feasible)
    CHECK(std::any_of(harvested.automata.begin(), harvested.automata.end(),
                      [&](const auto& automaton) { return automata::accepts(automaton, word); }));
}

/// Any depth of recursion leads to the error.
const std::string parity =
    "int odd(int n); int even(int n) { return n == 0 ? 0 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : "
    "even(n - 1); }\nint main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; if (even(n) != 1) "
    "reach_error(); }\n";

}  // namespace

TEST_CASE("nested harvest: all error traces of recursive programs are covered") {
  const char* const programs[] = {
      "int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); } int main(void) { int x = "
      "__VERIFIER_nondet_int(); if (x > 98 && x < 103 && f(x) != 91) reach_error(); }",
      "int sum(int n) { if (n <= 0) return 0; return n + sum(n - 1); } int main(void) { int n = "
      "__VERIFIER_nondet_int(); if (n < 6 && sum(n) == 3) reach_error(); }",
      "int g; void f(int n) { if (n == 2) reach_error(); if (n > 0) f(n - 1); g = g + 1; } int main(void) { int n = "
      "__VERIFIER_nondet_int(); if (n > 3) return 0; g = 0; f(n); if (g == 2) reach_error(); }"};
  for (const char* text : programs) {
    CAPTURE(text);
    const frontend::Program program = frontend::test::parse(prelude + text);
    const AllWords all(program, 16);
    CHECK(!all.feasible.empty());
    CHECK(!all.infeasible.empty());
    for (const Generalization generalization :
         {Generalization::danger, Generalization::danger_strict, Generalization::trace}) {
      HarvestOptions options;
      options.generalization = generalization;
      options.check_danger_automata = true;
      const Harvested harvested = harvest_all(program, options, generalization != Generalization::trace);
      CHECK(harvested.result.end == HarvestEnd::exhausted);
      compare(harvested, all);
    }
  }
}

TEST_CASE("nested harvest: recursion of unbounded depth is covered by induction") {
  const frontend::Program program = frontend::test::parse(prelude + parity);
  HarvestOptions options;
  options.predicates = DangerPredicateChoice::generalised;
  options.check_danger_automata = true;
  options.max_traces = 12;
  const Harvested harvested = harvest_all(program, options);
  CHECK(harvested.result.end == HarvestEnd::exhausted);
  CHECK(harvested.traces.size() < 5);
  compare(harvested, AllWords(program, 18));
}

TEST_CASE("nested harvest: strict automata do not cover unbounded depth, and traces with new letters come first") {
  const frontend::Program program = frontend::test::parse(prelude + parity);
  HarvestOptions options;
  options.generalization = Generalization::danger_strict;
  options.prefer_new_edges = true;
  options.check_danger_automata = true;
  options.max_traces = 4;
  const Harvested harvested = harvest_all(program, options);
  CHECK(harvested.result.end == HarvestEnd::max_traces);
  for (const relevance::Guarantee guarantee : harvested.guarantees) CHECK(guarantee == relevance::Guarantee::feasible);
  compare(harvested, AllWords(program, 18));
}

namespace {

/// A random recursive function over small numbers, with errors inside of it and behind its call.
std::string random_recursion(std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto below = [&engine](unsigned bound) { return static_cast<unsigned>(engine() % bound); };
  const auto value = [&]() -> std::string {
    static const std::vector<std::string> atoms{"n", "a", "g", "1", "2"};
    return atoms[below(5)];
  };
  static const std::vector<std::string> comparisons{" > ", " < ", " == ", " != "};
  std::string text = "int g; int f(int n, int a) { int x = 1; if (n <= 0) return " + value() + "; ";
  if (below(2) == 0) text += "if (a" + comparisons[below(4)] + std::to_string(below(3)) + ") g = " + value() + "; ";
  if (below(3) == 0) text += "if (g == " + std::to_string(2 + below(3)) + ") reach_error(); ";
  if (below(3) == 0) text += "a = __VERIFIER_nondet_int(); if (a < 0 || a > 2) return 1; ";
  text += "x = f(n - 1, " + value() + "); ";
  text += "return x " + std::string(below(2) == 0 ? "+ " : "- ") + value() + "; }\n";
  text +=
      "int main(void) { int n = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(); if (n < 0 || n > 2 || a < -1 || "
      "a > 2) return 0; g = 0; if (f(n, a)" +
      comparisons[below(4)] + std::to_string(below(4)) + ") reach_error(); }\n";
  return text;
}

bool is_unsafe(const frontend::Program& program) {
  VerifyStatistics statistics;
  return std::holds_alternative<Unsafe>(verify(program, {}, {}, statistics));
}

}  // namespace

TEST_CASE("nested harvest: random recursive programs") {
  unsigned several = 0;
  unsigned exhausted = 0;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const std::string text = random_recursion(seed);
    CAPTURE(text);
    const frontend::Program program = frontend::test::parse(prelude + text);
    if (!is_unsafe(program)) continue;
    const AllWords all(program, 15);
    HarvestOptions options;
    options.generalization = seed % 2 == 0 ? Generalization::danger : Generalization::danger_strict;
    options.predicates = seed % 3 == 0 ? DangerPredicateChoice::generalised : DangerPredicateChoice::trace;
    options.check_danger_automata = true;
    options.max_traces = 10;
    const Harvested harvested = harvest_all(program, options, seed % 4 != 3);
    compare(harvested, all);
    several += harvested.traces.size() > 1 ? 1U : 0U;
    exhausted += harvested.result.end == HarvestEnd::exhausted ? 1U : 0U;
  }
  CHECK(several > 1);
  CHECK(exhausted > 2);
}

namespace {

/// A danger automaton of one trace, by hand, to be spoiled.
struct Automaton {
  explicit Automaton(const frontend::Program& program, Generalization generalization)
      : semantics(terms, program, frontend::Arithmetic::integer),
        nested(semantics, program, analyze_control_flow(program, BlockEncoding::chains)),
        alphabet(nested_alphabet(nested)) {
    VerifyStatistics statistics;
    const Verdict verdict = verify(program, {}, {}, statistics);
    const auto& execution = std::get<Unsafe>(verdict).execution;
    const auto word = nested.word_of(execution.trace);
    REQUIRE(word);
    automata::Word letters;
    for (const automata::Symbol& symbol : *word) letters.push_back(symbol.letter);
    relevance::GeneralizerConfig config;
    config.generalization = generalization;
    config.predicates = relevance::DangerPredicates::generalised;
    const auto generalizer = relevance::make_nested_generalizer(terms, alphabet, config);
    errors = generalizer->generalize(nested_trace(nested, letters, execution));
    CHECK(automata::accepts(errors.automaton, *word));
  }

  relevance::DangerCheck check() {
    const auto solver = logic::make_solver(logic::SolverKind::cvc5, terms, {});
    return relevance::check_nested_danger_automaton(terms, *solver, alphabet, errors);
  }

  logic::TermManager terms;
  frontend::Semantics semantics;
  NestedProgram nested;
  relevance::NestedAlphabet alphabet;
  relevance::NestedErrorAutomaton errors;
};

}  // namespace

TEST_CASE("nested danger automata: what is wrong with an automaton is found") {
  const frontend::Program program = frontend::test::parse(prelude + parity);
  for (const Generalization generalization : {Generalization::danger, Generalization::danger_strict}) {
    Automaton made(program, generalization);
    CHECK(std::holds_alternative<relevance::IsDangerAutomaton>(made.check()));
    unsigned weakened = 0;
    for (std::size_t state = 0; state < made.errors.predicates.size(); ++state) {
      const logic::Term right = made.errors.predicates[state];
      if (right.is_true()) continue;
      // `true` may hold at a state by itself, but not everywhere.
      made.errors.predicates[state] = made.terms.true_term();
      weakened += std::holds_alternative<relevance::NoDangerAutomaton>(made.check()) ? 1U : 0U;
      made.errors.predicates[state] = right;
    }
    CHECK(weakened > 2);
    const logic::Term goal = made.errors.goals.front();
    made.errors.goals[made.errors.automaton.initial().front()] = made.terms.true_term();
    CHECK(std::holds_alternative<relevance::NoDangerAutomaton>(made.check()));
    made.errors.goals[made.errors.automaton.initial().front()] = goal;
    // Without its returns a call with a goal leads nowhere.
    automata::NestedWordAutomaton cut;
    bool some = false;
    for (automata::State s = 0; s < made.errors.automaton.size(); ++s)
      cut.add_state(made.errors.automaton.is_accepting(s));
    for (const automata::State s : made.errors.automaton.initial()) cut.add_initial(s);
    for (automata::State s = 0; s < made.errors.automaton.size(); ++s) {
      for (const auto& t : made.errors.automaton.internals(s)) cut.add_internal(s, t.letter, t.target);
      for (const auto& t : made.errors.automaton.calls(s)) cut.add_call(s, t.letter, t.target);
      some = some || !made.errors.automaton.returns(s).empty();
    }
    CHECK(some);
    made.errors.automaton = cut;
    CHECK((generalization == Generalization::danger_strict ||
           std::holds_alternative<relevance::NoDangerAutomaton>(made.check())));
  }
}

}  // namespace bireach::checker
