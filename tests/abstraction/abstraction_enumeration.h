// SPDX-License-Identifier: Apache-2.0
/// Sets of concrete states of programs over tiny types, against which abstract ones are held.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "abstraction/domains/lifted_state.h"
#include "abstraction/domains/numeric_state.h"
#include "tests/support/random_program.h"

namespace bireach::abstraction::test {

using frontend::ConcreteState;
using frontend::Program;
using States = std::vector<ConcreteState>;

/// With undefined and wrapping overflow, bit operations and division in turn; unsigned numbers have so many bits,
/// signed ones three.
inline Program random_program(std::uint64_t seed, unsigned unsigned_width) {
  bireach::testing::RandomProgramOptions options;
  options.booleans = 1;
  options.numbers = 2;
  options.number_type = seed % 2 == 0 ? frontend::unsigned_integer(unsigned_width) : frontend::signed_integer(3);
  if (seed % 3 == 0) options.arithmetic_type = frontend::signed_integer(4);
  options.bit_operations = seed % 4 == 0;
  options.division = seed % 5 == 0;
  options.statements = 10;
  Program program = bireach::testing::random_program(seed, options);
  if (seed % 7 == 0) program.signed_overflow = frontend::SignedOverflow::wraps;
  return program;
}

/// Every value of a variable; of an array, every value of each element.
inline std::vector<logic::Value> values_of(const frontend::Variable& variable) {
  std::vector<logic::Value> result;
  std::vector<logic::Integer> numbers;
  for (logic::Integer value = variable.type.min(); value <= variable.type.max(); ++value) numbers.push_back(value);
  if (!variable.array) {
    result.assign(numbers.begin(), numbers.end());
    return result;
  }
  std::vector<logic::ArrayValue> arrays{logic::ArrayValue{}};
  for (logic::Integer index = 0; index < variable.array->size; ++index) {
    std::vector<logic::ArrayValue> longer;
    for (const logic::ArrayValue& array : arrays) {
      for (const logic::Integer& value : numbers) {
        longer.push_back(array);
        longer.back().set(index, value);
      }
    }
    arrays = std::move(longer);
  }
  result.assign(arrays.begin(), arrays.end());
  return result;
}

inline States all_states(const Program& program) {
  States result(1);
  for (const frontend::Variable& variable : program.variables) {
    States longer;
    for (const ConcreteState& state : result) {
      for (const logic::Value& value : values_of(variable)) {
        longer.push_back(state);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

inline bool contains(const IntervalState& abstract, const ConcreteState& state) {
  if (abstract.is_bottom()) return false;
  for (const auto& [id, interval] : abstract.intervals()->narrower()) {
    const auto& array = abstract.program().variables[id].array;
    if (!array) {
      if (!interval.contains(std::get<logic::Integer>(state[id]))) return false;
      continue;
    }
    for (logic::Integer index = 0; index < array->size; ++index)
      if (!interval.contains(std::get<logic::ArrayValue>(state[id]).at(index))) return false;
  }
  return true;
}

inline bool contains(const AffineState& abstract, const ConcreteState& state) {
  if (abstract.is_bottom()) return false;
  for (const AffineForm& zero : abstract.equations()) {
    logic::Integer sum = zero.constant;
    for (const auto& [variable, factor] : zero.coefficients) sum += factor * std::get<logic::Integer>(state[variable]);
    if (sum != 0) return false;
  }
  return true;
}

inline bool contains(const ProductState& abstract, const ConcreteState& state) {
  return contains(abstract.intervals(), state) && contains(abstract.affine(), state);
}

inline bool contains(const NumericState& abstract, const ConcreteState& state) {
  if (abstract.is_bottom() || !contains(abstract.product(), state)) return false;
  const auto value = [&](SignedVariable side) {
    const auto& number = std::get<logic::Integer>(state[side.variable]);
    return side.negative ? logic::Integer(-number) : number;
  };
  for (const auto& [pair, bound] : abstract.octagon().bounds())
    if (value(pair.first) - value(pair.second) > bound) return false;
  return true;
}

inline bool holds(const Program& program, const BranchPredicate& predicate, const ConcreteState& state) {
  std::vector<frontend::UndefinedEvent> events;
  return frontend::evaluate(program, *predicate.condition(), state, 0, events) != 0;
}

template <LiftableDomain D>
bool contains(const LiftedState<D>& abstract, const ConcreteState& state) {
  const Lifting<D>& lifting = abstract.lifting();
  Diagram<D> node = abstract.root();
  while (!node->is_leaf())
    node = holds(lifting.program(), lifting.predicates()[node->level], state) ? node->high : node->low;
  return contains(*node->leaf, state);
}

/// By some conditions of the program's branches.
template <LiftableDomain D>
std::shared_ptr<Lifting<D>> lifting_of(const Program& program, std::size_t most) {
  auto result = std::make_shared<Lifting<D>>(program);
  for (frontend::EdgeId edge = 0; edge < program.edge_count() && result->predicates().size() < most; ++edge) {
    const auto* branch = frontend::as_assume(program.edge(edge).statement);
    if (branch == nullptr) continue;
    const auto is_known = [&](const BranchPredicate& other) { return other.decided_by(*branch->condition, true); };
    if (std::any_of(result->predicates().begin(), result->predicates().end(), is_known)) continue;
    if (auto predicate = BranchPredicate::make(program, branch->condition)) result->add(std::move(*predicate));
  }
  return result;
}

template <AbstractDomain D>
States members(const D& abstract, const States& states) {
  States result;
  for (const ConcreteState& state : states)
    if (contains(abstract, state)) result.push_back(state);
  return result;
}

/// What the domain has for one state: each variable is assigned its value.
template <AbstractDomain D>
D abstraction_of(const Program& program, const ConcreteState& state) {
  D result = D::top(program);
  for (frontend::VariableId id = 0; id < state.size(); ++id) {
    const frontend::Variable& variable = program.variables[id];
    const auto constant = [&](const logic::Integer& value) { return frontend::make_constant(value, variable.type); };
    if (!variable.array) {
      result.assign({id, nullptr}, *constant(std::get<logic::Integer>(state[id])));
      continue;
    }
    const auto& elements = std::get<logic::ArrayValue>(state[id]);
    result.assign({id, nullptr}, *constant(elements.at(0)));
    for (int index = 1; index < variable.array->size; ++index)
      result.assign({id, frontend::make_constant(index, frontend::int_type)}, *constant(elements.at(index)));
  }
  return result;
}

template <AbstractDomain D>
D abstraction_of(const Program& program, const States& states) {
  D result = D::bottom(program);
  for (const ConcreteState& state : states) result = result.join(abstraction_of<D>(program, state));
  return result;
}

/// Random values of a domain: a few states joined, some variables arbitrary; sometimes all or none.
class RandomState {
 public:
  RandomState(const Program& program, const States& states, std::uint64_t seed)
      : program_(program), states_(states), rng_(seed) {}

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }

  template <AbstractDomain D>
  D make() {
    if (below(20) == 0) return below(2) == 0 ? D::top(program_) : D::bottom(program_);
    States chosen;
    for (std::size_t wanted = 1 + below(4); chosen.size() < wanted;) chosen.push_back(states_[below(states_.size())]);
    D result = abstraction_of<D>(program_, chosen);
    for (frontend::VariableId id = 0; id < program_.variables.size(); ++id)
      if (below(4) == 0) result.havoc({id, nullptr});
    return result;
  }

 private:
  const Program& program_;
  const States& states_;
  std::mt19937_64 rng_;
};

}  // namespace bireach::abstraction::test
