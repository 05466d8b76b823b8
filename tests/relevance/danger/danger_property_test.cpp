// SPDX-License-Identifier: Apache-2.0
/// Danger automata of random small programs, held against the enumeration of all states.
#include <doctest/doctest.h>

#include "automata/operations.h"
#include "relevance/danger/generalizers.h"
#include "tests/relevance/danger/danger_fixture.h"
#include "tests/support/sampling.h"

using namespace bireach;
using namespace bireach::relevance;
using frontend::Arithmetic;
using test::Enumeration;
using test::Letters;

namespace {

struct Counts {
  unsigned programs = 0, automata = 0, exhausted = 0, beyond_the_trace = 0, guaranteed = 0, decided = 0;
};

struct Setting {
  testing::RandomProgramOptions program;
  GeneralizerConfig generalizer;
  unsigned traces = 4;  ///< of one program
};

void check_automaton(const ErrorAutomaton& errors, const automata::Nfa& remaining, const FeasibleTrace& trace,
                     Letters& letters, Enumeration& all, Counts& counts) {
  CHECK(automata::accepts(errors.automaton, trace.run.word));
  CHECK(automata::is_included(errors.automaton, remaining));
  CHECK(test::is_simulated(errors.automaton, remaining));
  REQUIRE(errors.predicates.size() == errors.automaton.size());
  const DangerCheck check = letters.check(errors);
  CHECK_FALSE(std::holds_alternative<NoDangerAutomaton>(check));
  // An elimination may run out of time on a busy machine; the enumeration below decides all the same.
  counts.decided += std::holds_alternative<IsDangerAutomaton>(check) ? 1U : 0U;
  const auto extension = all.extension(errors, letters);
  CHECK(all.is_danger_automaton(errors.automaton, extension));
  if (errors.guarantee == Guarantee::feasible_continuation) {
    CHECK(all.all_reach_the_end(errors.automaton, extension));
    ++counts.guaranteed;
  }
  counts.beyond_the_trace += automata::is_included(errors.automaton, automata::single_word(trace.run.word)) ? 0U : 1U;
  ++counts.automata;
}

void harvest(const frontend::Program& program, Arithmetic arithmetic, const Setting& setting, Enumeration& all,
             Counts& counts) {
  Letters letters(program, arithmetic);
  const auto generalizer = make_generalizer(letters.terms, letters.alphabet, setting.generalizer);
  automata::Nfa remaining = test::program_automaton(program);
  for (unsigned i = 0; i < setting.traces; ++i) {
    const auto trace = all.feasible_trace(remaining, letters);
    if (!trace) {
      ++counts.exhausted;
      return;
    }
    const ErrorAutomaton errors = generalizer->generalize(remaining, *trace);
    check_automaton(errors, remaining, *trace, letters, all, counts);
    remaining = automata::difference(remaining, errors.automaton);
    CHECK_FALSE(automata::accepts(remaining, trace->run.word));
  }
}

Counts harvest_all(std::uint64_t first_seed, unsigned programs, const Setting& setting) {
  Counts counts;
  const auto rounds = static_cast<unsigned>(testing::rounds(static_cast<int>(programs)));
  for (std::uint64_t seed = first_seed; seed < first_seed + rounds; ++seed) {
    CAPTURE(seed);
    const frontend::Program program = testing::random_program(seed, setting.program);
    Enumeration all(program);
    for (const Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector}) {
      CAPTURE(static_cast<int>(arithmetic));
      harvest(program, arithmetic, setting, all, counts);
    }
    ++counts.programs;
  }
  return counts;
}

Setting setting_of(Generalization generalization, DangerPredicates predicates) {
  Setting result;
  result.program.booleans = 2;
  result.program.numbers = 1;
  result.generalizer.generalization = generalization;
  result.generalizer.predicates = predicates;
  return result;
}

}  // namespace

TEST_CASE("canonical danger automata of random programs") {
  const Counts counts = harvest_all(1, 15, setting_of(Generalization::danger, DangerPredicates::trace));
  CHECK(testing::is_often(counts.automata, 15U));
  CHECK(testing::is_often(counts.beyond_the_trace, 5U));
  CHECK(counts.guaranteed == counts.automata);
  CHECK(testing::is_often(2 * counts.decided, counts.automata));
}

TEST_CASE("danger automata with generalised predicates of random programs") {
  const Counts counts = harvest_all(1, 6, setting_of(Generalization::danger, DangerPredicates::generalised));
  CHECK(testing::is_often(counts.automata, 5U));
  CHECK(testing::is_often(counts.beyond_the_trace, 2U));
  CHECK(counts.guaranteed == counts.automata);
  CHECK(testing::is_often(2 * counts.decided, counts.automata));
}

TEST_CASE("danger automata that cover loops, of random programs") {
  Setting setting = setting_of(Generalization::danger_loops, DangerPredicates::trace);
  SUBCASE("the trace's predicates") {}
  SUBCASE("generalised predicates") {
    setting.generalizer.predicates = DangerPredicates::generalised;
  }
  const Counts counts = harvest_all(1, 6, setting);
  CHECK(testing::is_often(counts.automata, 5U));
}

TEST_CASE("the harvest of loop-free programs ends with every feasible error trace subtracted") {
  Setting setting = setting_of(Generalization::danger, DangerPredicates::trace);
  setting.program.loops = false;
  setting.program.statements = 6;
  setting.traces = 200;
  const Counts counts = harvest_all(100, 8, setting);
  CHECK(counts.exhausted == 2 * counts.programs);
}

TEST_CASE("out of time there is still an automaton that accepts the trace") {
  Setting setting = setting_of(Generalization::danger, DangerPredicates::trace);
  setting.traces = 2;
  SUBCASE("no time") {
    setting.generalizer.time_limit = std::chrono::milliseconds{0};
  }
  SUBCASE("stopped") {
    std::stop_source stop;
    stop.request_stop();
    setting.generalizer.stop = stop.get_token();
  }
  const Counts counts = harvest_all(1, 10, setting);
  CHECK(testing::is_often(counts.automata, 10U));
}

TEST_CASE("an automaton that is cut short does not keep transitions that nobody had time to refute") {
  // i = 0; while (i < 2) i++; assert(i != 2): two iterations, and no other number of them.
  testing::ProgramBuilder builder;
  const auto i = builder.variable("i", frontend::unsigned_integer(4));
  const auto start = builder.location(), head = builder.location(), body = builder.location(),
             after = builder.location(), exit = builder.location(frontend::LocationKind::Exit);
  const auto error = builder.location(frontend::LocationKind::Error);
  const auto number = [](long value) { return frontend::make_constant(value, frontend::int_type); };
  const auto read = [&] { return frontend::make_cast(builder.read(i), frontend::int_type); };
  const auto operation = [&](frontend::BinaryOp op, long value) {
    return frontend::make_binary(op, read(), number(value), frontend::int_type);
  };
  const frontend::ScalarType nibble = frontend::unsigned_integer(4);
  const auto zero = builder.assign(start, head, i, frontend::make_cast(number(0), nibble));
  const auto enter = builder.assume(head, body, operation(frontend::BinaryOp::Lt, 2));
  const auto leave = builder.assume(head, after, operation(frontend::BinaryOp::Ge, 2));
  const auto step = builder.assign(body, head, i, frontend::make_cast(operation(frontend::BinaryOp::Add, 1), nibble));
  const auto fail = builder.assume(after, error, operation(frontend::BinaryOp::Eq, 2));
  builder.assume(after, exit, operation(frontend::BinaryOp::Ne, 2));
  const automata::Nfa remaining = test::program_automaton(builder.program);
  const automata::Word twice{zero, enter, step, enter, step, leave, fail};
  for (const int milliseconds : {0, 10000}) {
    Letters letters(builder.program, Arithmetic::integer);
    GeneralizerConfig config;
    config.time_limit = std::chrono::milliseconds{milliseconds};
    const auto generalizer = make_generalizer(letters.terms, letters.alphabet, config);
    const ErrorAutomaton errors = generalizer->generalize(
        remaining, {automata::run_over(remaining, twice), std::vector<logic::Model>(twice.size())});
    CHECK(automata::accepts(errors.automaton, twice));
    CHECK_FALSE(automata::accepts(errors.automaton, automata::Word{zero, enter, step, leave, fail}));
    CHECK_FALSE(
        automata::accepts(errors.automaton, automata::Word{zero, enter, step, enter, step, enter, step, leave, fail}));
  }
}

TEST_CASE("an inexact letter is no evidence: the trace alone") {
  testing::RandomProgramOptions options;
  options.numbers = 1;
  options.loops = false;
  const frontend::Program program = testing::random_program(1, options);
  Enumeration all(program);
  Letters letters(program, Arithmetic::integer);
  const automata::Nfa remaining = test::program_automaton(program);
  const auto trace = all.feasible_trace(remaining, letters);
  REQUIRE(trace);
  letters.alphabet.transitions[trace->run.word.back()].exact = false;
  const auto generalizer = make_generalizer(letters.terms, letters.alphabet, {});
  const ErrorAutomaton alone = generalizer->generalize(remaining, *trace);
  CHECK(automata::accepts(alone.automaton, trace->run.word));
  CHECK(automata::is_included(alone.automaton, automata::single_word(trace->run.word)));
  CHECK(alone.predicates.empty());
}
