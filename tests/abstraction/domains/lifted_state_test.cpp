// SPDX-License-Identifier: Apache-2.0
/// The lifted domain against tables with one state of the base domain for each evaluation of the predicates.
#include "abstraction/domains/lifted_state.h"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "tests/abstraction/abstraction_enumeration.h"
#include "tests/support/sampling.h"

namespace bireach::abstraction::test {
namespace {

using frontend::BinaryOp;
using frontend::EdgeId;
using frontend::ExprPtr;

static_assert(AbstractDomain<LiftedState<NumericState>>);

/// By evaluation: the truth value of predicate i is bit i of the index.
template <LiftableDomain D>
using Table = std::vector<D>;

bool value_of(std::size_t evaluation, std::size_t predicate) {
  return ((evaluation >> predicate) & 1U) != 0;
}

template <LiftableDomain D>
Table<D> table_of(const LiftedState<D>& state) {
  Table<D> result;
  for (std::size_t evaluation = 0; evaluation < std::size_t{1} << state.lifting().predicates().size(); ++evaluation) {
    Diagram<D> node = state.root();
    while (!node->is_leaf()) node = value_of(evaluation, node->level) ? node->high : node->low;
    result.push_back(*node->leaf);
  }
  return result;
}

/// The states of it that the evaluation is of.
template <LiftableDomain D>
D with(D state, const Lifting<D>& lifting, std::size_t evaluation) {
  for (std::size_t i = 0; i < lifting.predicates().size(); ++i)
    state.assume(*lifting.predicates()[i].condition(), value_of(evaluation, i));
  return state;
}

template <LiftableDomain D>
struct Made {
  explicit Made(std::uint64_t seed)
      : program(random_program(seed, 2)),
        states(all_states(program)),
        random(program, states, seed),
        lifting(lifting_of<D>(program, 1 + seed % 4)) {}

  /// Some evaluations each with a state of its own, in any order.
  LiftedState<D> make() {
    LiftedState<D> result(lifting, random.template make<D>());
    for (std::size_t parts = random.below(5); parts > 0; --parts) {
      LiftedState<D> part(lifting, random.template make<D>());
      for (const BranchPredicate& predicate : lifting->predicates())
        if (random.below(3) != 0) part.assume(*predicate.condition(), random.below(2) == 0);
      result = parts % 2 == 0 && !result.is_bottom() ? result.join(part) : part.join(result.meet(part));
    }
    return result;
  }

  Program program;
  States states;
  RandomState random;
  std::shared_ptr<Lifting<D>> lifting;
};

template <LiftableDomain D>
bool same_order(const D& a, const D& b) {
  return a.includes(b) && b.includes(a);
}

template <LiftableDomain D>
bool is_reduced(const DiagramNode<D>& node) {
  if (node.is_leaf()) return true;
  for (const auto& branch : {node.high, node.low})
    if (!is_reduced(*branch) || (!branch->is_leaf() && branch->level <= node.level)) return false;
  return node.high != node.low;
}

/// Also whichever operand brings the lifting.
template <LiftableDomain D>
bool is_canonical(const LiftedState<D>& state) {
  const auto none = LiftedState<D>::bottom(state.lifting().program());
  const bool is_kept = state.lifting().predicates().empty() ||
                       (state.join(none).root() == state.root() && none.join(state).root() == state.root());
  return is_kept && is_reduced(*state.root());
}

template <LiftableDomain D>
void check_lattice(int rounds) {
  for (int seed = 0; seed < bireach::testing::rounds(rounds); ++seed) {
    Made<D> made(static_cast<std::uint64_t>(seed));
    const LiftedState<D> a = made.make();
    const LiftedState<D> b = made.make();
    const LiftedState<D> results[] = {a.join(b), a.meet(b), a.widen(a.join(b), {0}), a.narrow(b)};
    const Table<D> of_a = table_of(a);
    const Table<D> of_b = table_of(b);
    bool includes = true;
    bool right = true;
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      // The same leaf stays as it is; meeting an octagon that is not closed with itself might say more.
      const bool is_same = of_a[i] == of_b[i];
      const D join = is_same ? of_a[i] : of_a[i].join(of_b[i]);
      const D meet = is_same ? of_a[i] : of_a[i].meet(of_b[i]);
      const D expected[] = {join, meet, of_a[i] == join ? join : of_a[i].widen(join, {0}),
                            is_same ? of_a[i] : of_a[i].narrow(of_b[i])};
      for (std::size_t operation = 0; operation < 4; ++operation)
        right = right && same_order(table_of(results[operation])[i], expected[operation]);
      includes = includes && of_a[i].includes(of_b[i]);
    }
    CHECK(right);
    CHECK(a.includes(b) == includes);
    CHECK((table_of(a) == table_of(b)) == (a.root() == b.root()));
    for (const LiftedState<D>& result : results) CHECK(is_canonical(result));
    CHECK((results[0].includes(a) && results[0].includes(b) && a.includes(results[1]) && b.includes(results[1])));
    bool sound = true;
    for (const ConcreteState& state : made.states) {
      const bool in_a = contains(a, state);
      const bool in_b = contains(b, state);
      sound =
          sound && (!(in_a || in_b) || contains(results[0], state)) && (in_a && in_b) == contains(results[1], state);
      if (in_a) sound = sound && contains(a.flattened(), state);
    }
    CHECK(sound);
  }
}

TEST_CASE("order, bounds, widening and narrowing of lifted domains are those of the leaves") {
  check_lattice<IntervalState>(300);
  check_lattice<AffineState>(100);
  check_lattice<ProductState>(100);
  check_lattice<NumericState>(100);
}

/// The definition: for each evaluation what the statement leads to there from all evaluations that agree with it on the
/// predicates that it does not change.
template <LiftableDomain D>
Table<D> after_by_definition(const LiftedState<D>& state, const frontend::Statement& statement) {
  const Lifting<D>& lifting = state.lifting();
  const Table<D> table = table_of(state);
  const auto target = frontend::assigned_variable(statement);
  Table<D> result;
  for (std::size_t now = 0; now < table.size(); ++now) {
    result.push_back(D::bottom(lifting.program()));
    for (std::size_t old = 0; old < table.size(); ++old) {
      bool agrees = true;
      for (std::size_t i = 0; i < lifting.predicates().size(); ++i)
        agrees = agrees && (value_of(now, i) == value_of(old, i) || (target && lifting.predicates()[i].reads(*target)));
      if (agrees) result.back() = result.back().join(with(after(table[old], statement), lifting, now));
    }
  }
  return result;
}

template <LiftableDomain D>
void check_statements(int rounds, bool is_monotone) {
  for (int seed = 0; seed < bireach::testing::rounds(rounds); ++seed) {
    Made<D> made(static_cast<std::uint64_t>(seed));
    const Program& program = made.program;
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const frontend::Statement& statement = program.edge(edge).statement;
      const LiftedState<D> first = made.make();
      const LiftedState<D> second = made.make();
      const LiftedState<D> forward = after(first, statement);
      const LiftedState<D> backward = before(second, statement, first);
      const Table<D> reference = after_by_definition(first, statement);
      bool sound = true;
      bool precise = true;
      for (const ConcreteState& state : made.states) {
        if (is_monotone && contains(forward, state)) {
          std::size_t evaluation = 0;
          for (std::size_t i = 0; i < made.lifting->predicates().size(); ++i)
            if (holds(program, made.lifting->predicates()[i], state)) evaluation |= std::size_t{1} << i;
          precise = precise && contains(reference[evaluation], state);
        }
        if (!contains(first, state)) continue;
        bool reaches = false;
        bireach::testing::for_each_successor(program, edge, state, [&](const ConcreteState& next, const logic::Value&) {
          sound = sound && contains(forward, next);
          reaches = reaches || contains(second, next);
        });
        sound = sound && (!reaches || contains(backward, state));
      }
      CHECK_MESSAGE(sound, seed << ": " << frontend::to_string(program, statement));
      CHECK_MESSAGE(precise, seed << ": " << frontend::to_string(program, statement));
      CHECK(first.includes(backward));
      CHECK((is_canonical(forward) && is_canonical(backward)));
    }
  }
}

TEST_CASE("statements on lifted domains lose no state, and are no coarser than their definition") {
  check_statements<IntervalState>(60, true);
  check_statements<AffineState>(30, false);
  check_statements<ProductState>(40, false);
  check_statements<NumericState>(40, false);
}

TEST_CASE("predicates are defined in every state, and say what the condition does where that is") {
  int made = 0;
  for (int seed = 0; seed < bireach::testing::rounds(300); ++seed) {
    const Program program = random_program(static_cast<std::uint64_t>(seed), 2);
    const States states = all_states(program);
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const auto* branch = frontend::as_assume(program.edge(edge).statement);
      const auto predicate = branch == nullptr ? std::nullopt : BranchPredicate::make(program, branch->condition);
      if (!predicate) continue;
      ++made;
      CHECK(predicate->decided_by(*branch->condition, true) == true);
      CHECK(predicate->decided_by(*frontend::make_not(branch->condition), true) == false);
      bool right = true;
      for (const ConcreteState& state : states) {
        std::vector<frontend::UndefinedEvent> events;
        const bool written = frontend::evaluate(program, *branch->condition, state, edge, events) != 0;
        const bool is_defined = events.empty();
        events.clear();
        const bool total = frontend::evaluate(program, *predicate->condition(), state, edge, events) != 0;
        right = right && events.empty() && (!is_defined || total == written);
      }
      CHECK_MESSAGE(right, frontend::to_string(program, *branch->condition));
    }
  }
  CHECK(bireach::testing::is_often(made, 500));
}

/// x <= 0 as a predicate, as in example 2 of the paper.
struct Countdown {
  bireach::testing::ProgramBuilder builder = {};
  frontend::VariableId x = builder.variable("x");
  std::shared_ptr<Lifting<IntervalState>> lifting = std::make_shared<Lifting<IntervalState>>(builder.program);

  Countdown() { lifting->add(*BranchPredicate::make(builder.program, compare(BinaryOp::Le, 0))); }
  ExprPtr number(int value) const { return frontend::make_constant(value, frontend::int_type); }
  ExprPtr compare(BinaryOp op, int value) const {
    return frontend::make_binary(op, builder.read(x), number(value), frontend::int_type);
  }
  LiftedState<IntervalState> between(int low, int high) const {
    LiftedState<IntervalState> result(lifting, IntervalState::top(builder.program));
    result.assume(*compare(BinaryOp::Ge, low), true);
    result.assume(*compare(BinaryOp::Le, high), true);
    return result;
  }
  Interval at(const LiftedState<IntervalState>& state, bool holds) const {
    REQUIRE(!state.root()->is_leaf());
    return (holds ? state.root()->high : state.root()->low)->leaf->intervals()->get(x);
  }
};

TEST_CASE("what leaves its case is put into the other one") {
  const Countdown made;
  LiftedState<IntervalState> nonpositive = made.between(0, 0);
  nonpositive.assume(*made.compare(BinaryOp::Le, 0), true);
  LiftedState<IntervalState> positive = made.between(1, 10);
  positive.assume(*made.compare(BinaryOp::Gt, 0), true);
  LiftedState<IntervalState> state = nonpositive.join(positive);
  CHECK(same(made.at(state, true), {0, 0}));
  CHECK(same(made.at(state, false), {1, 10}));
  state.assign({made.x, nullptr},
               *frontend::make_binary(BinaryOp::Sub, made.builder.read(made.x), made.number(1), frontend::int_type));
  CHECK(same(made.at(state, true), {-1, 0}));
  CHECK(same(made.at(state, false), {1, 9}));
  CHECK(same(state.flattened().intervals()->get(made.x), {-1, 9}));
}

TEST_CASE("a case that cannot be is bottom, and the test of a predicate decides it") {
  const Countdown made;
  LiftedState<IntervalState> state = made.between(5, 10);
  state.assume(*made.compare(BinaryOp::Le, 0), true);
  CHECK(state.is_bottom());
  state = LiftedState<IntervalState>(made.lifting, IntervalState::top(made.builder.program));
  state.assume(*made.compare(BinaryOp::Le, 0), false);
  CHECK(same(made.at(state, false), {1, frontend::int_type.max()}));
  CHECK(state.excluded() == std::vector<Cube>{{true}});
  REQUIRE(state.parts().size() == 1);
  CHECK(state.parts().front().cube == Cube{false});
  // Later predicates are not spoken of.
  made.lifting->add(*BranchPredicate::make(made.builder.program, made.compare(BinaryOp::Lt, 7)));
  CHECK(state.parts().front().cube == Cube{false, std::nullopt});
}

}  // namespace
}  // namespace bireach::abstraction::test
