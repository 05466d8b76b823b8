// SPDX-License-Identifier: Apache-2.0
/// Calls read as calls of shared bodies: which are, and that executions stay the same.
#include "frontend/program/folded_calls.h"

#include <map>
#include <random>

#include "tests/support/parse_fixture.h"
#include "tests/support/random_calls.h"
#include "tests/support/sampling.h"

namespace bireach::frontend {
namespace {

const std::string prelude = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";

std::optional<FoldedCalls> folded(const std::string& text) {
  return fold_calls(test::parse(prelude + text));
}

/// What is left of an execution: places of statements in their order, what its variables have in the end, how it ended.
struct Seen {
  std::vector<SourceRange> statements;
  std::vector<logic::Value> values;
  std::optional<LocationKind> end;
  bool operator==(const Seen&) const = default;
};

/// Executes a program, with returns to where procedures were called from. The k-th value of all that are chosen is
/// inputs[k].
Seen execute(const Program& program, std::size_t variables, const std::vector<int>& inputs) {
  std::map<LocationId, std::pair<std::size_t, LocationId>> calls;  // by start: which procedure, and where it resumes
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (const auto& call : program.procedures[p].calls) calls[call.start] = {p, call.resumed};
  Seen seen;
  std::size_t chosen = 0;
  const HavocOracle oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    const auto& variable = program.variables[*assigned_variable(program.edge(edge).statement)];
    return variable.type.convert(logic::Integer(inputs[chosen++ % inputs.size()]));
  };
  ConcreteState state = initial_state(program);
  std::vector<std::pair<std::size_t, LocationId>> active;
  std::vector<UndefinedEvent> undefined;
  LocationId at = program.initial;
  for (int steps = 0; steps < 5000; ++steps) {
    if (program.location(at).kind != LocationKind::Normal) {
      seen.end = program.location(at).kind;
      break;
    }
    if (!active.empty() && program.procedures[active.back().first].exit == at) {
      at = active.back().second;
      active.pop_back();
      continue;
    }
    if (const auto call = calls.find(at); call != calls.end()) active.push_back(call->second);
    std::optional<EdgeId> taken;
    for (const EdgeId edge : program.outgoing(at)) {
      if (execute_edge(program, edge, state, oracle, 0, undefined) != StepResult::done) continue;
      taken = edge;
      break;
    }
    REQUIRE(taken);
    const Edge& edge = program.edge(*taken);
    if (edge.role != EdgeRole::Internal) seen.statements.push_back(edge.source);
    at = program.target(*taken);
  }
  // Results are in variables of their own until they are used.
  for (std::size_t v = 0; v < variables; ++v)
    if (!program.variables[v].user_name.empty()) seen.values.push_back(state[v]);
  return seen;
}

}  // namespace

TEST_CASE("copies of functions with loops are folded, others are not") {
  const std::string twice =
      "int main(void) { int n = __VERIFIER_nondet_int(); int a = f(n), b = f(n + a); if (a > b) reach_error(); }";
  const auto loop = folded("static int f(int n) { int k = 0; while (k < n) k++; return k; } " + twice);
  REQUIRE(loop);
  REQUIRE(loop->program.procedures.size() == 1);
  CHECK(loop->program.procedures[0].function == "f");
  CHECK(loop->program.procedures[0].calls.size() == 2);
  // The body stands for two copies, but its entry's and the calls' own steps for none.
  int of_two = 0;
  for (const auto& places : loop->places) of_two += places.size() == 2 ? 1 : 0;
  CHECK(of_two >= 3);
  CHECK_FALSE(folded("static int f(int n) { return n > 3 ? 3 : n; } " + twice));
  CHECK_FALSE(
      folded("static int f(int n) { int k = 0; while (k < n) k++; return k; } int main(void) { return f(3); }"));
}

TEST_CASE("what differs in copies keeps them apart") {
  // Pointers that always lead to one object are not there in the copy.
  const std::string f = "static void fill(int *p, int n) { for (int i = 0; i < 4; i++) p[i] = n; } int a[4], b[4]; ";
  CHECK_FALSE(folded(f + "int main(void) { int n = __VERIFIER_nondet_int(); fill(a, n); fill(b, n); return a[1]; }"));
  const auto both = folded(f +
                           "int main(void) { int n = __VERIFIER_nondet_int(); fill(a, n); fill(b, 1); fill(b, n); "
                           "fill(a, 2); return a[1]; }");
  REQUIRE(both);
  CHECK(both->program.procedures.size() == 2);
}

TEST_CASE("calls in folded functions") {
  const std::string text =
      "static int g(int n) { int k = 0; while (k < n) k++; return k; }\n"
      "static int f(int n) { int s = g(n); for (int i = 0; i < n; i++) s += g(i) + g(n); return s; }\n"
      "int main(void) { int n = __VERIFIER_nondet_int(); int a = f(n), b = f(a) + g(b); if (a > b) reach_error(); }";
  const auto nested = folded(text);
  REQUIRE(nested);
  REQUIRE(nested->program.procedures.size() == 2);
  // g: three calls in f, whose copies are one now, and one outside.
  std::multiset<std::size_t> calls;
  for (const auto& procedure : nested->program.procedures) calls.insert(procedure.calls.size());
  CHECK(calls == std::multiset<std::size_t>{2, 4});
}

TEST_CASE("executions of random programs are the same when calls are folded") {
  std::mt19937 random(26);
  int found = 0;
  int errors = 0;
  for (int round = 0; round < testing::rounds(150); ++round) {
    const std::string text = testing::random_calls(random);
    CAPTURE(text);
    const Program program = test::parse(text);
    const auto folds = fold_calls(program);
    if (!folds) continue;
    ++found;
    for (int inputs = 0; inputs < 9; ++inputs) {
      const std::vector<int> values{inputs % 3, inputs / 3};
      const Seen before = execute(program, program.variables.size(), values);
      const Seen after = execute(folds->program, program.variables.size(), values);
      CHECK(before.statements == after.statements);
      CHECK(before.values == after.values);
      CHECK(before.end == after.end);
      errors += before.end == LocationKind::Error ? 1 : 0;
    }
  }
  CHECK(testing::is_often(found, 60));
  CHECK(testing::is_often(errors, 50));
}

}  // namespace bireach::frontend
