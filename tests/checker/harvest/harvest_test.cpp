// SPDX-License-Identifier: Apache-2.0
/// The harvest against the enumeration of all feasible error traces of small programs.
#include "checker/harvest/harvest.h"
#include "checker/verify/verify.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "automata/operations.h"
#include "checker/blocks/block_program.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::LocationKind;
using frontend::Program;
using frontend::Trace;
using relevance::Generalization;

/// All feasible error traces of a loop-free program, by running sets of states along all paths.
class AllErrorTraces {
 public:
  explicit AllErrorTraces(const Program& program) : program_(program) {
    go(program.initial, {{"", frontend::initial_state(program)}});
  }
  std::set<Trace> traces;

 private:
  using States = std::map<std::string, frontend::ConcreteState>;

  static std::string text(const frontend::ConcreteState& state) {
    std::string key;
    for (const logic::Value& value : state) key += logic::to_string(value) + ' ';
    return key;
  }

  void go(frontend::LocationId location, const States& states) {
    if (program_.location(location).kind == LocationKind::Error) traces.insert(path_);
    for (const frontend::EdgeId edge : program_.outgoing(location)) {
      States next;
      for (const auto& [key, state] : states)
        testing::for_each_successor(
            program_, edge, state,
            [&](const frontend::ConcreteState& after, const logic::Value&) { next.emplace(text(after), after); });
      if (next.empty()) continue;
      path_.push_back(edge);
      go(program_.target(edge), next);
      path_.pop_back();
    }
  }

  const Program& program_;
  Trace path_;
};

struct Harvested {
  HarvestResult result;
  std::vector<Trace> traces;
  std::vector<automata::Nfa> automata;
};

std::optional<Harvested> harvest_all(const Program& program, const HarvestOptions& options,
                                     VerifyOptions verify_options = {}, std::stop_token stop = {}) {
  VerifyStatistics statistics;
  const Verdict verdict = verify(program, verify_options, stop, statistics);
  const auto* unsafe = std::get_if<Unsafe>(&verdict);
  if (unsafe == nullptr) return std::nullopt;
  Harvested harvested;
  HarvestCallbacks callbacks;
  callbacks.on_trace = [&](const HarvestedTrace& trace) {
    CHECK(trace.execution.undefined.empty());
    harvested.traces.push_back(trace.execution.trace);
  };
  callbacks.on_subtracted = [&](const SubtractedErrors& errors) {
    harvested.automata.push_back(errors.errors->automaton);
    if (options.check_danger_automata && options.generalization != Generalization::trace)
      CHECK(errors.certificate == "checked by cvc5");
  };
  harvested.result = harvest(program, unsafe->execution, verify_options, options, stop, statistics, callbacks);
  return harvested;
}

/// Fig. 2 of "Static fault localization for simple bugs" (2017), after the first loop iteration: two error traces.
Program stop_on_request() {
  testing::ProgramBuilder builder;
  const auto on_request = builder.variable("stopOnRequest", frontend::bool_type);
  const auto requested = builder.variable("stopRequested", frontend::bool_type);
  const auto p = builder.variable("p1");
  std::vector<frontend::LocationId> at;
  for (int i = 0; i < 6; ++i) at.push_back(builder.location());
  const auto error = builder.location(LocationKind::Error);
  const auto exit = builder.location(LocationKind::Exit);
  builder.assign(at[0], at[1], p, frontend::make_constant(0, frontend::int_type));
  builder.assign(at[1], at[2], on_request, frontend::make_constant(0, frontend::bool_type));
  builder.havoc(at[2], at[3], requested);
  builder.branch(at[3], at[4], at[5], builder.read(requested));
  builder.branch(at[4], exit, at[5], builder.read(on_request));
  builder.branch(at[5], error, exit, frontend::make_not(builder.read(p)));
  return std::move(builder.program);
}

TEST_CASE("the two error traces of the paper's second figure") {
  const Program program = stop_on_request();
  for (const Generalization generalization : {Generalization::danger, Generalization::trace}) {
    HarvestOptions options;
    options.generalization = generalization;
    options.check_danger_automata = true;
    const auto harvested = harvest_all(program, options);
    REQUIRE(harvested);
    CHECK(harvested->traces.size() == 2);
    CHECK(harvested->result.end == HarvestEnd::exhausted);
  }
}

TEST_CASE("a limit of traces ends the harvest") {
  HarvestOptions options;
  options.generalization = Generalization::trace;
  options.max_traces = 1;
  const auto harvested = harvest_all(stop_on_request(), options);
  REQUIRE(harvested);
  CHECK(harvested->traces.size() == 1);
  CHECK(harvested->result.end == HarvestEnd::max_traces);
}

TEST_CASE("error traces behind a construct that is not modelled are not covered, unless nothing gets there") {
  for (const int least : {0, 3}) {
    testing::ProgramBuilder builder;
    const auto x = builder.variable("x", frontend::unsigned_integer(2));
    std::vector<frontend::LocationId> at;
    for (int i = 0; i < 3; ++i) at.push_back(builder.location());
    const auto error = builder.location(LocationKind::Error);
    const auto unsupported = builder.location(LocationKind::Unsupported);
    const auto exit = builder.location(LocationKind::Exit);
    builder.program.location(unsupported).note = "inline assembly";
    const auto greater = [&](int bound) {
      return frontend::make_binary(frontend::BinaryOp::Gt, frontend::make_cast(builder.read(x), frontend::int_type),
                                   frontend::make_constant(bound, frontend::int_type), frontend::int_type);
    };
    builder.havoc(at[0], at[1], x);
    builder.branch(at[1], error, at[2], greater(1));
    builder.branch(at[2], unsupported, exit, greater(least));
    const auto harvested = harvest_all(builder.program, {});
    REQUIRE(harvested);
    CHECK(harvested->traces.size() == 1);
    if (least == 0) {
      CHECK(harvested->result.end == HarvestEnd::undecided);
      CHECK(harvested->result.reason.find("inline assembly") != std::string::npos);
    } else {
      CHECK(harvested->result.end == HarvestEnd::exhausted);
    }
  }
}

TEST_CASE("random loop-free programs: all error traces are covered, and with single traces all are harvested") {
  testing::RandomProgramOptions shape;
  shape.loops = false;
  shape.number_type = frontend::unsigned_integer(3);
  shape.statements = 14;
  shape.depth = 3;
  shape.havoc_percent = 40;
  int several = 0;
  const auto programs = static_cast<std::uint64_t>(testing::rounds(50));
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    shape.bit_operations = seed % 4 == 0;  // not exact in integers
    const Program program = testing::random_program(seed, shape);
    const AllErrorTraces expected(program);
    INFO(seed, frontend::program_to_text(program));
    for (const Generalization generalization : relevance::generalizations) {
      VerifyOptions verify;
      verify.bounded_search = seed % 2 == 0;
      HarvestOptions options;
      options.generalization = generalization;
      options.check_danger_automata = seed % 3 == 0;
      options.prefer_new_edges = seed % 5 == 0;
      options.predicates = seed % 2 == 0 ? DangerPredicateChoice::trace : DangerPredicateChoice::generalised;
      const auto harvested = harvest_all(program, options, verify);
      CHECK(harvested.has_value() == !expected.traces.empty());
      if (!harvested) continue;
      CHECK(harvested->result.end == HarvestEnd::exhausted);
      const std::set<Trace> found(harvested->traces.begin(), harvested->traces.end());
      CHECK(found.size() == harvested->traces.size());
      CHECK(std::includes(expected.traces.begin(), expected.traces.end(), found.begin(), found.end()));
      if (generalization == Generalization::trace) CHECK(found == expected.traces);
      several += found.size() > 1 ? 1 : 0;
      // Every feasible error trace was subtracted.
      logic::TermManager terms;
      const frontend::Semantics semantics(terms, program, frontend::Arithmetic::integer);
      EdgeSemantics edges(semantics, program);
      const BlockProgram blocks(terms, edges, analyze_control_flow(program, BlockEncoding::chains));
      for (const Trace& trace : expected.traces) {
        const auto word = blocks.word_of(trace);
        REQUIRE(word);
        CHECK(std::any_of(harvested->automata.begin(), harvested->automata.end(),
                          [&](const automata::Nfa& automaton) { return automata::accepts(automaton, *word); }));
      }
    }
  }
  CHECK(testing::is_often(several, 10));
}

TEST_CASE("random programs with loops: every harvested trace is feasible, none comes twice, and stopping is obeyed") {
  testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(3);
  const auto last = 100 + static_cast<std::uint64_t>(testing::rounds(30));
  for (std::uint64_t seed = 100; seed < last; ++seed) {
    const Program program = testing::random_program(seed, shape);
    INFO(seed, frontend::program_to_text(program));
    HarvestOptions options;
    options.max_traces = 6;
    options.generalization = seed % 2 == 0 ? Generalization::danger : Generalization::danger_loops;
    const auto harvested = harvest_all(program, options);
    if (!harvested) continue;
    const std::set<Trace> found(harvested->traces.begin(), harvested->traces.end());
    CHECK(found.size() == harvested->traces.size());
    for (const Trace& trace : found) CHECK(testing::is_feasible(program, trace, frontend::initial_state(program)));
    std::stop_source stop;
    stop.request_stop();
    CHECK_FALSE(harvest_all(program, options, {}, stop.get_token()));
  }
}

}  // namespace
}  // namespace bireach::checker
