// SPDX-License-Identifier: Apache-2.0
#include "checker/trials/input_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;

constexpr const char* text = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 3 && n <= 40 && k <= n);
  __VERIFIER_assume(k > -7);
  int unused;
  int s = n + k;
  if (s == 50 || n == 17) reach_error();
  return 0;
}
)";

std::shared_ptr<const frontend::Program> program_of(const char* source) {
  return std::make_shared<const frontend::Program>(frontend::test::parse(source));
}

Inputs inputs_of(std::initializer_list<int> values) {
  Inputs inputs;
  for (const int value : values)
    inputs.entries.push_back({"__VERIFIER_nondet_int()", logic::Integer(value), frontend::signed_integer(32), {}});
  return inputs;
}

TEST_CASE("trials: how executions end") {
  const TrialProgram program(program_of(text));
  REQUIRE(program.assertions() == 1);
  const Trial fails = program.run(inputs_of({17, 1}), {}, 1000);
  CHECK(fails.end == TrialEnd::fails);
  CHECK(fails.violated == std::size_t{0});
  CHECK(fails.evaluated[0] <= 1);
  const Trial passes = program.run(inputs_of({18, 1}), {}, 1000);
  CHECK(passes.end == TrialEnd::passes);
  CHECK(passes.evaluated[0] >= 1);
  CHECK(program.run(inputs_of({2, 1}), {}, 1000).end == TrialEnd::cut);
  CHECK(program.run(inputs_of({18, 1}), {}, 2).end == TrialEnd::limit);
}

TEST_CASE("trials: the inputs of an execution repeat it") {
  const auto program = program_of(text);
  const TrialProgram trials(program);
  Inputs read;
  const Trial first = trials.run(inputs_of({30, 20}), {}, 1000, {}, frontend::KeptStates::all, &read);
  CHECK(first.end == TrialEnd::fails);
  CHECK(Inputs::of(*program, first.execution) == read);
  CHECK(trials.run(read, {}, 1000).execution.trace == first.execution.trace);
}

TEST_CASE("trials: inputs beside a failing one") {
  const TrialProgram program(program_of(text));
  const std::vector<std::int64_t> constants{3, 40, 50, 17};
  InputSearch search(program, constants);
  TrialBudget budget{400'000, {}};
  REQUIRE(search.add(inputs_of({17, 1}), budget));
  CHECK_FALSE(search.add(inputs_of({17, 1}), budget));
  search.search(20, 30, budget);
  CHECK(search.failing().size() == 20);
  CHECK(search.passing().size() == 30);
  for (const KnownTrial& known : search.failing()) CHECK(known.trial.end == TrialEnd::fails);
  // Bounds that assumptions leave are tried first of all.
  const auto has = [&](int value) {
    return std::any_of(search.passing().begin(), search.passing().end(), [&](const KnownTrial& known) {
      return known.inputs.entries[0].value == logic::Value(logic::Integer(value));
    });
  };
  CHECK(has(3));
  const auto nearest = search.nearest_passing(search.failing().front(), budget);
  REQUIRE(nearest);
  CHECK(std::get<logic::Integer>(nearest->inputs.entries[1].value) == 1);
  const logic::Integer n = std::get<logic::Integer>(nearest->inputs.entries[0].value);
  CHECK((n == 16 || n == 18));
}

TEST_CASE("trials: the nearest passing execution is one for which the assertion held, if there is one") {
  const TrialProgram program(program_of(R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 10) {
    if (n < 100) reach_error();
  }
  return 0;
}
)"));
  const std::vector<std::int64_t> constants;
  InputSearch search(program, constants);
  TrialBudget budget{100'000, {}};
  REQUIRE(search.add(inputs_of({11}), budget));
  REQUIRE(search.add(inputs_of({10}), budget));
  const auto value = [&] {
    return std::get<logic::Integer>(search.nearest_passing(search.failing().front(), budget)->inputs.entries[0].value);
  };
  CHECK(value() == 10);
  REQUIRE(search.add(inputs_of({500}), budget));
  CHECK(value() == 100);
}

TEST_CASE("trials: a program that never ends passes where it goes on") {
  const TrialProgram reacts(program_of(R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (;;) {
    int n = __VERIFIER_nondet_int();
    if (n == 7) reach_error();
  }
}
)"));
  CHECK(reacts.never_ends());
  CHECK(reacts.run(inputs_of({7}), {}, 100).end == TrialEnd::fails);
  Inputs read;
  const Trial passes = reacts.run(inputs_of({3}), {}, 1000, {}, frontend::KeptStates::first_and_last, &read);
  CHECK(passes.end == TrialEnd::passes);
  CHECK(passes.goes_on);
  CHECK(read.entries.size() == 9);
  const TrialProgram ends(program_of(text));
  CHECK_FALSE(ends.never_ends());
}

TEST_CASE("trials: no more than the budget") {
  const TrialProgram program(program_of(text));
  const std::vector<std::int64_t> constants;
  InputSearch search(program, constants);
  TrialBudget budget{500, {}};
  search.add(inputs_of({17, 1}), budget);
  search.search(1000, 1000, budget);
  CHECK(budget.is_spent());
  CHECK(search.failing().size() + search.passing().size() < 60);
}

}  // namespace
