// SPDX-License-Identifier: Apache-2.0
/// The programs of the regression tests: what their executions go through against what is claimed of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "abstraction/fixpoint/invariants.h"
#include "frontend/clang/parse.h"
#include "frontend/program/interpreter.h"
#include "tests/support/sampling.h"

namespace bireach::abstraction {
namespace {

using frontend::ConcreteState;
using frontend::EdgeId;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::Program;

std::vector<std::string> regression_programs() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(BIREACH_TEST_DATA) + "/regression"))
    if (entry.path().extension() == ".c") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<Program> parse(const std::string& file) {
  try {
    return frontend::parse_c_files({file}, {});
  } catch (const frontend::ParseError&) {
    return std::nullopt;  // made to be refused, or to be read with other options
  }
}

/// An execution with random inputs, up to its first undefined behaviour.
class Walk {
 public:
  Walk(const Program& program, std::uint64_t seed)
      : program_(program), rng_(seed), state_(frontend::initial_state(program)), location_(program.initial) {}

  [[nodiscard]] LocationId location() const { return location_; }
  [[nodiscard]] bool satisfies(const ExprPtr& condition) const {
    std::vector<frontend::UndefinedEvent> events;
    return !condition || (frontend::evaluate(program_, *condition, state_, 0, events) != 0 && events.empty());
  }

  bool step() {
    for (const EdgeId edge : program_.outgoing(location_)) {
      ConcreteState next = state_;
      std::vector<frontend::UndefinedEvent> events;
      const frontend::HavocOracle oracle = [this](EdgeId, std::size_t) -> logic::Value { return input(); };
      const auto result = frontend::execute_edge(program_, edge, next, oracle, 0, events);
      if (!events.empty()) return false;
      if (result != frontend::StepResult::done) continue;
      state_ = std::move(next);
      location_ = program_.target(edge);
      return true;
    }
    return false;
  }

 private:
  logic::Integer input() {
    const auto small = std::uniform_int_distribution<int>(-3, 12)(rng_);
    return small < 10 ? logic::Integer(small) : logic::Integer(rng_());
  }

  const Program& program_;
  std::mt19937_64 rng_;
  ConcreteState state_;
  LocationId location_;
};

bool holds_along(const Program& program, const Invariants& found, std::uint64_t seed) {
  Walk walk(program, seed);
  for (int step = 0; step < 300; ++step) {
    if (!walk.satisfies(found.conditions[walk.location()])) return false;
    if (!walk.step()) break;
  }
  return true;
}

TEST_CASE("executions of C programs go through the conditions of their locations") {
  const std::vector<std::string> files = regression_programs();
  REQUIRE(files.size() > 100);
  int analysed = 0;
  for (std::size_t number = 0; number < files.size(); number += bireach::testing::is_sample() ? 20U : 1U) {
    const std::optional<Program> program = parse(files[number]);
    if (!program) continue;
    const Invariants found = invariants(*program);
    REQUIRE_MESSAGE(found.complete, files[number]);
    ++analysed;
    for (std::uint64_t seed = 0; seed < 5; ++seed) CHECK_MESSAGE(holds_along(*program, found, seed), files[number]);
  }
  CHECK(bireach::testing::is_often(analysed, 200));
}

}  // namespace
}  // namespace bireach::abstraction
