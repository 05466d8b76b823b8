// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/fixpoint.h"

#include <doctest/doctest.h>

#include <set>

#include "abstraction/fixpoint/thresholds.h"
#include "tests/abstraction/abstraction_enumeration.h"
#include "tests/support/sampling.h"
#include "tests/support/state_space.h"

namespace bireach::abstraction::test {
namespace {

using bireach::test::number_of_state;
using frontend::BinaryOp;
using frontend::EdgeId;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;

/// By location, the numbers of states.
using Sets = std::vector<std::set<std::size_t>>;

/// All states at each location, by enumeration: those reached from any state at the start, and those from which an
/// error is.
class Enumeration {
 public:
  explicit Enumeration(const Program& program)
      : program_(program), states_(all_states(program)), successors_(program.edge_count()) {
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      successors_[edge].resize(states_.size());
      for (std::size_t s = 0; s < states_.size(); ++s)
        bireach::testing::for_each_successor(program, edge, states_[s], [&](const auto& next, const logic::Value&) {
          successors_[edge][s].push_back(number_of_state(program, next));
        });
    }
  }

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const States& states() const { return states_; }

  [[nodiscard]] Sets reached() const {
    Sets result(program_.location_count());
    std::vector<std::pair<LocationId, std::size_t>> open;
    const auto add = [&](LocationId location, std::size_t s) {
      if (result[location].insert(s).second) open.emplace_back(location, s);
    };
    for (std::size_t s = 0; s < states_.size(); ++s) add(program_.initial, s);
    while (!open.empty()) {
      const auto [location, s] = open.back();
      open.pop_back();
      for (const EdgeId edge : program_.outgoing(location))
        for (const std::size_t next : successors_[edge][s]) add(program_.target(edge), next);
    }
    return result;
  }

  [[nodiscard]] Sets reaching(const std::vector<bool>& goals) const {
    Sets result(program_.location_count());
    for (LocationId location = 0; location < goals.size(); ++location)
      for (std::size_t s = 0; goals[location] && s < states_.size(); ++s) result[location].insert(s);
    for (bool grows = true; grows;) {
      grows = false;
      for (EdgeId edge = 0; edge < program_.edge_count(); ++edge)
        for (std::size_t s = 0; s < states_.size(); ++s)
          for (const std::size_t next : successors_[edge][s])
            if (result[program_.target(edge)].contains(next))
              grows = result[program_.source(edge)].insert(s).second || grows;
    }
    return result;
  }

 private:
  const Program& program_;
  States states_;
  std::vector<std::vector<std::vector<std::size_t>>> successors_;
};

template <AbstractDomain D>
bool includes(const std::vector<D>& abstract, const Sets& sets, const States& states) {
  for (LocationId location = 0; location < sets.size(); ++location)
    for (const std::size_t s : sets[location])
      if (!contains(abstract[location], states[s])) return false;
  return true;
}

Sets common(const Sets& a, const Sets& b) {
  Sets result(a.size());
  for (std::size_t location = 0; location < a.size(); ++location)
    for (const std::size_t s : a[location])
      if (b[location].contains(s)) result[location].insert(s);
  return result;
}

template <AbstractDomain D>
void check_both_directions(const D& top, const Enumeration& exact, const FixpointOptions& options) {
  const Program& program = exact.program();
  const auto forward = reachable_states(program, top, options);
  CHECK(forward.complete);
  const Sets reached = exact.reached();
  CHECK(includes(forward.states, reached, exact.states()));
  const std::vector<bool> goals = error_locations(program);
  const Sets reaching = exact.reaching(goals);
  const std::vector<D> anything(program.location_count(), top);
  const auto backward = states_that_reach(program, goals, anything, options);
  CHECK(backward.complete);
  CHECK(includes(backward.states, reaching, exact.states()));
  const auto both = states_that_reach(program, goals, forward.states, options);
  CHECK(both.complete);
  CHECK(includes(both.states, common(reached, reaching), exact.states()));
  for (LocationId location = 0; location < program.location_count(); ++location)
    CHECK(forward.states[location].includes(both.states[location]));
}

TEST_CASE("both directions lose no state of random programs") {
  int tight = 0;
  for (int seed = 0; seed < bireach::testing::rounds(200); ++seed) {
    const Program program = random_program(static_cast<std::uint64_t>(seed), 3);
    const Enumeration exact(program);
    FixpointOptions options;
    options.thresholds = thresholds_of(program);
    options.widening_delay = static_cast<unsigned>(seed % 3);
    options.threshold_rounds = seed % 4 == 0 ? 0 : 8;
    options.narrowing_rounds = static_cast<unsigned>(seed % 4);
    check_both_directions(IntervalState::top(program), exact, options);
    check_both_directions(AffineState::top(program), exact, options);
    check_both_directions(ProductState::top(program), exact, options);
    check_both_directions(NumericState::top(program), exact, options);
    if (seed % 2 == 0) {
      const auto lifting = lifting_of<NumericState>(program, 3);
      check_both_directions(LiftedState<NumericState>(lifting, NumericState::top(program)), exact, options);
    } else {
      const auto lifting = lifting_of<IntervalState>(program, 4);
      check_both_directions(LiftedState<IntervalState>(lifting, IntervalState::top(program)), exact, options);
    }
    // Something is said at all.
    const auto forward = reachable_states(program, ProductState::top(program), options);
    for (const ProductState& state : forward.states)
      if (state.is_bottom() || !state.intervals().intervals()->narrower().empty()) ++tight;
  }
  CHECK(bireach::testing::is_often(tight, 1000));
}

struct Loop {
  bireach::testing::ProgramBuilder builder = {};
  VariableId x = builder.variable("x");
  VariableId n = builder.variable("n");
  LocationId start = builder.location();
  LocationId head = builder.location();
  LocationId body = builder.location();
  LocationId after = builder.location();
  LocationId exit = builder.location(LocationKind::Exit);
  LocationId error = builder.location(LocationKind::Error);

  ExprPtr number(int value) const { return frontend::make_constant(value, frontend::int_type); }
  ExprPtr operation(BinaryOp op, const ExprPtr& l, const ExprPtr& r) const {
    return frontend::make_binary(op, l, r, frontend::int_type);
  }
  /// x = 0; while (x < limit) x++; if (x > most) error
  void build(const ExprPtr& limit, int most) {
    builder.assign(start, head, x, number(0));
    builder.branch(head, body, after, operation(BinaryOp::Lt, builder.read(x), limit));
    builder.assign(body, head, x, operation(BinaryOp::Add, builder.read(x), number(1)));
    builder.branch(after, error, exit, operation(BinaryOp::Gt, builder.read(x), number(most)));
  }
  Interval value(const FixpointResult<IntervalState>& result, LocationId location, VariableId variable) const {
    REQUIRE(!result.states[location].is_bottom());
    return result.states[location].intervals()->get(variable);
  }
  FixpointResult<IntervalState> forward(const FixpointOptions& options) const {
    return reachable_states(builder.program, IntervalState::top(builder.program), options);
  }
};

TEST_CASE("narrowing finds the bound of a loop, and so do thresholds") {
  Loop loop;
  loop.build(loop.number(10), 10);
  FixpointOptions plain;
  CHECK(same(loop.value(loop.forward(plain), loop.head, loop.x), {0, 10}));
  CHECK(same(loop.value(loop.forward(plain), loop.after, loop.x), {10, 10}));
  CHECK(loop.forward(plain).states[loop.error].is_bottom());
  plain.narrowing_rounds = 0;
  CHECK(same(loop.value(loop.forward(plain), loop.head, loop.x), {0, frontend::int_type.max()}));
  plain.thresholds = thresholds_of(loop.builder.program);
  CHECK(same(loop.value(loop.forward(plain), loop.after, loop.x), {10, 10}));
  FixpointOptions patient;
  patient.widening_delay = 20;
  patient.narrowing_rounds = 0;
  CHECK(same(loop.value(loop.forward(patient), loop.after, loop.x), {10, 10}));
}

TEST_CASE("what is necessary for an error") {
  Loop loop;
  loop.build(loop.builder.read(loop.n), 10);
  const auto& program = loop.builder.program;
  const auto forward = loop.forward({});
  const auto backward = states_that_reach(program, error_locations(program), forward.states);
  CHECK(same(loop.value(backward, loop.after, loop.x), {11, frontend::int_type.max()}));
  CHECK(loop.value(backward, loop.body, loop.n).low == 1);  // boxes do not know that x == n in the end
  Loop safe;
  safe.build(safe.number(10), 10);
  const auto known = safe.forward({});
  const auto never = states_that_reach(safe.builder.program, error_locations(safe.builder.program), known.states);
  for (const IntervalState& state : never.states) CHECK(state.is_bottom());
}

TEST_CASE("what is cut short claims nothing") {
  Loop loop;
  loop.build(loop.number(10), 10);
  const auto& program = loop.builder.program;
  FixpointOptions few;
  few.step_limit = 3;
  FixpointOptions late;
  late.time_limit = std::chrono::milliseconds(-1);
  std::stop_source source;
  source.request_stop();
  const auto start = ProductState::top(program);
  const FixpointResult<ProductState> cut[] = {reachable_states(program, start, few),
                                              reachable_states(program, start, late),
                                              reachable_states(program, start, {}, source.get_token())};
  for (const auto& result : cut) {
    CHECK(!result.complete);
    for (const ProductState& state : result.states) CHECK(state.includes(start));
  }
}

TEST_CASE("locations that nothing reaches have no state") {
  Loop loop;
  const LocationId alone = loop.builder.location();
  loop.build(loop.number(10), 10);
  loop.builder.assume(alone, loop.head, loop.number(1));
  const auto result = loop.forward({});
  CHECK(result.states[alone].is_bottom());
  CHECK(same(loop.value(result, loop.after, loop.x), {10, 10}));
}

}  // namespace
}  // namespace bireach::abstraction::test
