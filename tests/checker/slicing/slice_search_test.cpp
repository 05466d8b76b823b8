// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/slice_search.h"

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <string>

#include "checker/slicing/lockstep.h"
#include "checker/slicing/slice_trials.h"
#include "checker/verify/verify.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using logic::Integer;
using logic::Value;

/// Programs over few values, with few inputs.
Program small_program(std::uint64_t seed) {
  bireach::testing::RandomProgramOptions options;
  options.booleans = 1;
  options.numbers = 2;
  options.number_type = frontend::unsigned_integer(2);
  options.statements = 6;
  options.division = seed % 3 == 0;
  options.havoc_percent = 15;
  if (seed % 4 == 0) options.arithmetic_type = frontend::signed_integer(3);
  Program program = bireach::testing::random_program(seed, options);
  return program;
}

std::vector<SliceUnit> units_of(const Program& program) {
  std::vector<std::uint32_t> numbers;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) numbers.push_back(edge);
  return slice_units(program, std::vector<bool>(program.edge_count(), true), numbers);
}

/// All executions of a program up to some length, each with what its havocs chose.
class AllExecutions {
 public:
  struct End {
    frontend::RunEnd end = frontend::RunEnd::Blocked;
    bool undefined = false;
    EdgeInputs inputs;
  };
  using Choices = std::function<std::vector<Value>(EdgeId, std::size_t occurrence)>;

  /// `choices`: what a havoc may choose the n-th time.
  AllExecutions(const Program& program, Choices choices) : program_(program), choices_(std::move(choices)) {
    go(program.initial, frontend::initial_state(program), {}, 0);
  }

  [[nodiscard]] const std::vector<End>& ends() const { return ends_; }
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  static constexpr std::size_t longest = 300;
  static constexpr std::size_t most = 3000;

  void go(LocationId location, const frontend::ConcreteState& state, const EdgeInputs& inputs, std::size_t steps) {
    if (ends_.size() > most) {
      complete_ = false;
      return;
    }
    const LocationKind kind = program_.location(location).kind;
    if (kind == LocationKind::Error) return ends_.push_back({frontend::RunEnd::Error, false, inputs});
    if (kind == LocationKind::Exit) return ends_.push_back({frontend::RunEnd::Exit, false, inputs});
    if (steps > longest) return ends_.push_back({frontend::RunEnd::StepLimit, false, inputs});
    for (const EdgeId edge : program_.outgoing(location)) take(edge, state, inputs, steps);
  }

  void take(EdgeId edge, const frontend::ConcreteState& state, const EdgeInputs& inputs, std::size_t steps) {
    const bool chooses = frontend::is_havoc(program_.edge(edge).statement);
    const auto known = inputs.find(edge);
    const std::size_t occurrence = known == inputs.end() ? 0 : known->second.size();
    const std::vector<Value> values = chooses ? choices_(edge, occurrence) : std::vector<Value>{Integer(0)};
    for (const Value& value : values) {
      frontend::ConcreteState next = state;
      std::vector<frontend::UndefinedEvent> events;
      const auto result = frontend::execute_edge(
          program_, edge, next, [&](EdgeId, std::size_t) { return value; }, steps, events);
      EdgeInputs read = inputs;
      if (chooses) read[edge].push_back(value);
      if (!events.empty())
        ends_.push_back({frontend::RunEnd::Blocked, true, read});
      else if (result == frontend::StepResult::done)
        go(program_.target(edge), next, read, steps + 1);
    }
  }

  const Program& program_;
  const Choices choices_;
  std::vector<End> ends_;
  bool complete_ = true;
};

std::vector<Value> all_values(const Program& program, EdgeId edge) {
  const auto variable = *frontend::assigned_variable(program.edge(edge).statement);
  const frontend::ScalarType& type = program.variables[variable].type;
  std::vector<Value> result;
  for (Integer value = type.min(); value <= type.max(); ++value) result.emplace_back(value);
  return result;
}

/// Does every execution of the changed program with these inputs reach an error? Nothing: there are too many.
std::optional<bool> always_fails(const ChangedProgram& changed, const EdgeInputs& inputs) {
  const AllExecutions all(changed.program, [&](EdgeId edge, std::size_t occurrence) {
    if (changed.origin[edge]) {
      const auto known = inputs.find(*changed.origin[edge]);
      if (known != inputs.end() && occurrence < known->second.size())
        return std::vector<Value>{known->second[occurrence]};
    }
    return all_values(changed.program, edge);
  });
  bool fails = true;
  for (const AllExecutions::End& end : all.ends()) fails = fails && end.end == frontend::RunEnd::Error;
  if (fails && !all.complete()) return std::nullopt;
  return fails;
}

constexpr std::size_t most_inputs = 60;

/// And whether these are all.
std::pair<std::vector<EdgeInputs>, bool> failing_inputs(const Program& program) {
  const AllExecutions all(program, [&](EdgeId edge, std::size_t) { return all_values(program, edge); });
  std::vector<EdgeInputs> result;
  for (const AllExecutions::End& end : all.ends())
    if (end.end == frontend::RunEnd::Error && result.size() < most_inputs) result.push_back(end.inputs);
  return {result, all.complete() && result.size() < most_inputs};
}

VerifyOptions options() {
  VerifyOptions result;
  result.signed_overflow = frontend::SignedOverflow::undefined;
  return result;
}

std::optional<frontend::Execution> failing_execution(const Program& program) {
  VerifyStatistics statistics;
  const Verdict verdict = verify(program, options(), {}, statistics);
  const auto* unsafe = std::get_if<Unsafe>(&verdict);
  if (unsafe == nullptr || !unsafe->execution.undefined.empty()) return std::nullopt;
  return unsafe->execution;
}

struct Counts {
  int programs = 0, irrelevant = 0, proved = 0, relevant = 0, undecided = 0, together = 0;
};

void check_together(const Program& program, const SliceResult& result, SliceMode mode,
                    const std::vector<EdgeInputs>& failing, Counts& counts) {
  ProgramChange change(program, mode);
  for (std::size_t unit = 0; unit < result.units.size(); ++unit)
    if (!result.decisions[unit].kept && !result.decisions[unit].block) change.leave_out(result.units[unit]);
  for (const EdgeInputs& inputs : failing) {
    const auto fails = always_fails(changed_program(change), inputs);
    CHECK(fails != false);
    if (fails == true) ++counts.together;
  }
}

/// Of an open branch all that can be told apart by one choice for all its executions.
std::vector<ChangedProgram> versions_without(const Program& program, const SliceUnit& unit, SliceMode mode) {
  ProgramChange change(program, mode);
  change.leave_out(unit);
  std::vector<ChangedProgram> versions;
  for (const OpenWay way : {OpenWay::fails, OpenWay::holds, OpenWay::opposite})
    if (mode == SliceMode::exact || way == OpenWay::fails) versions.push_back(changed_program(change, way));
  return versions;
}

/// Each claim against all executions.
void check_claims(const Program& program, const SliceResult& result, SliceMode mode, Counts& counts) {
  const auto [failing, complete] = failing_inputs(program);
  if (failing.empty()) return;  // too many executions to find one
  for (std::size_t unit = 0; unit < result.units.size(); ++unit) {
    const SliceDecision& decision = result.decisions[unit];
    if (decision.evidence == SliceEvidence::block) continue;
    if (decision.status == SliceStatus::undecided) ++counts.undecided;
    if (decision.status == SliceStatus::undecided) continue;
    bool fails = true;
    bool all_known = complete;
    for (const ChangedProgram& version : versions_without(program, result.units[unit], mode))
      for (const EdgeInputs& inputs : failing) {
        const auto always = always_fails(version, inputs);
        fails = fails && always != false;
        all_known = all_known && always.has_value();
      }
    if (decision.status == SliceStatus::relevant) {
      ++counts.relevant;
      CHECK((!fails || !all_known));
    } else {
      ++counts.irrelevant;
      if (decision.evidence != SliceEvidence::independence) ++counts.proved;
      CHECK(fails);
    }
  }
  check_together(program, result, mode, failing, counts);
}

Counts check_random_programs(SliceMode mode, int rounds) {
  Counts counts;
  for (int seed = 0; seed < bireach::testing::rounds(rounds); ++seed) {
    const Program program = small_program(static_cast<std::uint64_t>(seed));
    const auto failing = failing_execution(program);
    if (!failing) continue;
    SliceSetting setting;
    setting.mode = mode;
    setting.verify = options();
    setting.proof_limit = std::chrono::milliseconds(2000);
    VerifyStatistics statistics;
    const SliceResult result = find_slice(program, *failing, units_of(program), setting, statistics);
    CHECK(result.complete);
    ++counts.programs;
    check_claims(program, result, mode, counts);
  }
  return counts;
}

TEST_CASE("certified irrelevant statements: whatever stands for them, the same inputs fail") {
  const Counts counts = check_random_programs(SliceMode::exact, 60);
  MESSAGE(counts.programs << " programs: " << counts.irrelevant << " irrelevant, " << counts.proved << " proved, "
                          << counts.relevant << " relevant, " << counts.undecided << " undecided");
  CHECK(bireach::testing::is_often(counts.programs, 25));
  CHECK(bireach::testing::is_often(counts.proved, 15));
  CHECK(bireach::testing::is_often(counts.relevant, 30));
  CHECK(bireach::testing::is_often(counts.together, 100));
}

TEST_CASE("certified irrelevant statements: without them the same inputs fail") {
  const Counts counts = check_random_programs(SliceMode::paper, 60);
  CHECK(bireach::testing::is_often(counts.programs, 25));
  CHECK(bireach::testing::is_often(counts.proved, 15));
  CHECK(bireach::testing::is_often(counts.relevant, 10));
}

/// The decision about the first statement that assigns the variable.
SliceDecision decision_about(const Program& program, const SliceResult& result, const std::string& name) {
  for (std::size_t unit = 0; unit < result.units.size(); ++unit) {
    const auto target = frontend::assigned_variable(program.edge(result.units[unit].edges.front()).statement);
    if (target && program.variables[*target].user_name == name) return result.decisions[unit];
  }
  FAIL("nothing assigns it");
  return {};
}

SliceDecision decide(const std::string& body, const std::string& name, SliceSetting setting = {}) {
  const Program program = frontend::test::parse(
      "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
      "int n = __VERIFIER_nondet_int(); int x = 5;\n" +
      body + "return 0; }\n");
  const auto failing = failing_execution(program);
  REQUIRE(failing);
  setting.verify = options();
  VerifyStatistics statistics;
  return decision_about(program, find_slice(program, *failing, units_of(program), setting, statistics), name);
}

TEST_CASE("nothing is certified past what is not modelled") {
  const std::string error = "if (n == 1) reach_error();\n";
  // What assembly does to x, and then an error, is not known.
  const SliceDecision reached =
      decide(error + "if (n == 2) { __asm__(\"\" : \"+r\"(x)); if (x == 5) reach_error(); }\n", "x");
  CHECK(reached.status == SliceStatus::undecided);
  CHECK(reached.kept);
  // It is proved that nobody gets there.
  const SliceDecision unreached = decide(error + "if (n > 2 && n < 3) __asm__(\"\" : \"+r\"(x));\n", "x");
  CHECK(unreached.status == SliceStatus::irrelevant);
  CHECK(unreached.evidence == SliceEvidence::proof);
}

TEST_CASE("undefined behaviour is no failure") {
  const std::string error = "if (n == 1) reach_error();\n";
  const SliceDecision decision = decide(error + "if (n == 2) __builtin_unreachable();\n", "x");
  CHECK(decision.status == SliceStatus::irrelevant);
}

TEST_CASE("what the program does not read though the user's does is not certified") {
  const SliceDecision decision = decide("int *p = &x; *p = n; if (x == 1) reach_error();\n", "p");
  CHECK(decision.status == SliceStatus::undecided);
  CHECK(decision.kept);
  // Nothing is accessed through it.
  CHECK(decide("int *p = &x; if (n == 1) reach_error();\n", "p").status == SliceStatus::irrelevant);
}

TEST_CASE("an error invariant of which nothing is known decides nothing") {
  SliceSetting setting;
  setting.mode = SliceMode::paper;
  const std::string body = "if (n == 1) reach_error();\n";
  setting.invariant_follows = [](const SliceUnit&) { return std::optional<bool>(); };
  const SliceDecision unknown = decide(body, "x", setting);
  CHECK(unknown.status == SliceStatus::undecided);
  CHECK(unknown.kept);
  setting.invariant_follows = [](const SliceUnit&) { return std::optional(false); };
  CHECK(decide(body, "x", setting).evidence == SliceEvidence::invariant);
  setting.invariant_follows = [](const SliceUnit&) { return std::optional(true); };
  CHECK(decide(body, "x", setting).status == SliceStatus::irrelevant);
}

}  // namespace
}  // namespace bireach::checker
