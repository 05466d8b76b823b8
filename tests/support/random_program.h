// SPDX-License-Identifier: Apache-2.0
/// Random small programs and their exhaustive explicit-state exploration: a brute-force reference for verdicts,
/// executions and relevance.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/program/interpreter.h"
#include "tests/support/program_builder.h"

namespace bireach::testing {

struct RandomProgramOptions {
  unsigned booleans = 2;
  unsigned numbers = 2;
  /// Type of the numbers; smaller widths keep exhaustive exploration cheap.
  frontend::ScalarType number_type = frontend::unsigned_integer(8);
  /// Type of the operands of all operators; signed overflow happens if it is small.
  frontend::ScalarType arithmetic_type = frontend::int_type;
  unsigned statements = 8;  ///< about, nested ones included
  unsigned depth = 2;       ///< of nested branches and loops
  bool loops = true;
  bool bit_operations = false;
  bool division = false;   ///< by a variable, which may be zero: undefined behaviour
  int havoc_percent = 25;  ///< of the simple statements
  int table_percent = 0;   ///< the same of tables assigned to an array, of which values are read then
};

/// Structured programs (if, while, assignments, havocs, assertions) that start with arbitrary or zero variables and end
/// with an assertion. Arithmetic is C's: in int, then converted back, so wrapping happens and signed overflow does not,
/// unless `arithmetic_type` says otherwise.
class RandomProgram {
 public:
  RandomProgram(std::uint64_t seed, const RandomProgramOptions& options) : rng_(seed), options_(options) {}

  frontend::Program make() {
    for (unsigned i = 0; i < options_.booleans; ++i)
      variables_.push_back(builder_.variable("b" + std::to_string(i), frontend::bool_type));
    for (unsigned i = 0; i < options_.numbers; ++i)
      variables_.push_back(builder_.variable("n" + std::to_string(i), options_.number_type));
    if (options_.table_percent > 0) table_ = builder_.array("t", table_size, options_.number_type);
    frontend::LocationId here = builder_.location();
    error_ = builder_.location(frontend::LocationKind::Error);
    exit_ = builder_.location(frontend::LocationKind::Exit);
    for (const frontend::VariableId variable : variables_)
      if (chance(40)) here = then([&](auto next) { builder_.havoc(here, next, variable); });
    budget_ = options_.statements;
    here = block(here, options_.depth);
    builder_.branch(here, error_, exit_, condition());
    return std::move(builder_.program);
  }

 private:
  using LocationId = frontend::LocationId;
  using BinaryOp = frontend::BinaryOp;
  using ExprPtr = frontend::ExprPtr;

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

  template <typename Add>
  LocationId then(Add add) {
    const LocationId next = builder_.location();
    add(next);
    return next;
  }

  /// Statements from this location on; returns where they end.
  LocationId block(LocationId here, unsigned depth) {
    const std::size_t count = 1 + below(4);
    for (std::size_t i = 0; i < count && budget_ > 0; ++i) {
      --budget_;
      here = statement(here, depth);
    }
    return here;
  }

  LocationId statement(LocationId here, unsigned depth) {
    if (depth > 0 && chance(40)) return options_.loops && chance(50) ? loop(here, depth - 1) : branch(here, depth - 1);
    if (chance(10)) return then([&](auto next) { builder_.branch(here, error_, next, condition()); });
    if (options_.table_percent > 0 && chance(options_.table_percent))
      return then([&](auto next) { builder_.assign(here, next, table_, table()); });
    const frontend::VariableId variable = variables_[below(variables_.size())];
    if (chance(options_.havoc_percent)) return then([&](auto next) { builder_.havoc(here, next, variable); });
    const frontend::ScalarType type = builder_.program.variables[variable].type;
    return then([&](auto next) { builder_.assign(here, next, variable, frontend::make_cast(value(2), type)); });
  }

  LocationId branch(LocationId here, unsigned depth) {
    const LocationId yes = builder_.location();
    const LocationId no = builder_.location();
    builder_.branch(here, yes, no, condition());
    const LocationId end_of_yes = block(yes, depth);
    const LocationId end_of_no = chance(50) ? block(no, depth) : no;
    const LocationId after = builder_.location();
    skip(end_of_yes, after);
    skip(end_of_no, after);
    return after;
  }

  LocationId loop(LocationId here, unsigned depth) {
    const LocationId head = then([&](auto next) { skip(here, next); });
    builder_.program.location(head).loop_head = true;
    const LocationId body = builder_.location();
    const LocationId after = builder_.location();
    builder_.branch(head, body, after, condition());
    skip(block(body, depth), head);
    return after;
  }

  void skip(LocationId from, LocationId to) { builder_.assume(from, to, number(1)); }

  [[nodiscard]] ExprPtr number(std::size_t value) const {
    const frontend::ScalarType& type = options_.arithmetic_type;
    return frontend::make_constant(type.convert(logic::Integer(value)), type);
  }

  /// Of all elements, or of some.
  ExprPtr table() {
    const frontend::ScalarType& type = options_.number_type;
    logic::ElementMap elements;
    for (int i = 0; i < table_size; ++i)
      if (chance(60)) elements.insert_or_assign(i, type.convert(logic::Integer(below(chance(70) ? 4 : 256))));
    const bool keeps_others = chance(50);
    return frontend::make_table(
        keeps_others ? builder_.read(table_) : frontend::make_constant(type.convert(below(4)), type),
        std::move(elements));
  }

  ExprPtr element() {
    const frontend::ScalarType word = frontend::unsigned_integer(32);
    const frontend::VariableId variable = variables_[below(variables_.size())];
    ExprPtr index = frontend::make_binary(BinaryOp::Rem, frontend::make_cast(builder_.read(variable), word),
                                          frontend::make_constant(table_size, word), word);
    return frontend::make_element(table_, std::move(index), options_.number_type);
  }

  ExprPtr read() {
    if (options_.table_percent > 0 && chance(40)) return frontend::make_cast(element(), options_.arithmetic_type);
    const frontend::VariableId variable = variables_[below(variables_.size())];
    return frontend::make_cast(builder_.read(variable), options_.arithmetic_type);
  }

  /// A value that cannot overflow for depth <= 2, variables of up to 8 bits and arithmetic in int.
  ExprPtr value(unsigned depth) {
    if (depth == 0 || chance(25)) return chance(65) ? read() : number(chance(80) ? below(5) : below(256));
    if (chance(10))
      return frontend::make_conditional(condition(), value(depth - 1), value(depth - 1), options_.arithmetic_type);
    if (options_.division && chance(10)) return operation(chance(50) ? BinaryOp::Div : BinaryOp::Rem, depth);
    if (options_.bit_operations && chance(25)) {
      static constexpr BinaryOp operators[] = {BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor};
      return operation(operators[below(3)], depth);
    }
    static constexpr BinaryOp operators[] = {BinaryOp::Add, BinaryOp::Add, BinaryOp::Sub, BinaryOp::Sub, BinaryOp::Mul};
    return operation(operators[below(5)], depth);
  }

  ExprPtr operation(BinaryOp op, unsigned depth) {
    ExprPtr left = value(depth - 1);
    return frontend::make_binary(op, std::move(left), value(depth - 1), options_.arithmetic_type);
  }

  ExprPtr condition() {
    if (chance(15)) {
      ExprPtr left = condition();
      return frontend::make_binary(chance(50) ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, std::move(left),
                                   condition(), options_.arithmetic_type);
    }
    static constexpr BinaryOp comparisons[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt,
                                               BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge};
    ExprPtr left = chance(70) ? read() : value(1);
    return frontend::make_binary(comparisons[below(6)], std::move(left), value(1), options_.arithmetic_type);
  }

  static constexpr int table_size = 4;

  std::mt19937_64 rng_;
  RandomProgramOptions options_;
  ProgramBuilder builder_;
  std::vector<frontend::VariableId> variables_;
  frontend::VariableId table_ = 0;
  LocationId error_ = 0;
  LocationId exit_ = 0;
  unsigned budget_ = 0;
};

inline frontend::Program random_program(std::uint64_t seed, const RandomProgramOptions& options = {}) {
  return RandomProgram(seed, options).make();
}

/// Calls `visit` with every value that a havoc of the edge may choose (integer targets only).
inline void for_each_choice(const frontend::Program& program, frontend::EdgeId edge,
                            const std::function<void(const logic::Integer&)>& visit) {
  const auto variable = frontend::assigned_variable(program.edge(edge).statement);
  const frontend::ScalarType type = program.variables[*variable].type;
  const logic::Integer last = type.max();
  for (logic::Integer value = type.min(); value <= last; ++value) visit(value);
}

/// Calls `visit` with every state after the edge that is reached without undefined behaviour, and the value chosen if
/// the edge is a havoc. Returns whether undefined behaviour was met.
inline bool for_each_successor(
    const frontend::Program& program, frontend::EdgeId edge, const frontend::ConcreteState& state,
    const std::function<void(const frontend::ConcreteState&, const logic::Value& chosen)>& visit) {
  bool undefined = false;
  const auto execute = [&](const logic::Value& chosen) {
    frontend::ConcreteState next = state;
    std::vector<frontend::UndefinedEvent> events;
    const auto oracle = [&](frontend::EdgeId, std::size_t) { return chosen; };
    const auto result = frontend::execute_edge(program, edge, next, oracle, 0, events);
    undefined = undefined || !events.empty();
    if (result == frontend::StepResult::done && events.empty()) visit(next, chosen);
  };
  if (std::holds_alternative<frontend::Havoc>(program.edge(edge).statement))
    for_each_choice(program, edge, [&](const logic::Integer& value) { execute(value); });
  else
    execute(logic::Integer(0));
  return undefined;
}

/// What breadth-first search over all states finds; executions that meet undefined behaviour are left out.
struct Exploration {
  bool complete = true;  ///< false: the limit was reached first
  bool error_reachable = false;
  bool undefined_behaviour = false;   ///< some reachable step meets it
  frontend::Trace shortest_error;     ///< if an error is reachable
  std::vector<logic::Value> choices;  ///< by position of that trace; what its havocs choose
  std::size_t states = 0;

  [[nodiscard]] frontend::HavocOracle oracle() const {
    return [choices = choices](frontend::EdgeId, std::size_t position) { return choices.at(position); };
  }
};

class Explorer {
 public:
  Explorer(const frontend::Program& program, std::size_t limit) : program_(program), limit_(limit) {}

  Exploration run() {
    add(program_.initial, frontend::initial_state(program_), 0, 0, logic::Integer(0));
    for (std::size_t next = 0; next < nodes_.size() && !result_.error_reachable; ++next) {
      if (nodes_.size() > limit_) {
        result_.complete = false;
        break;
      }
      expand(next);
    }
    result_.states = nodes_.size();
    return std::move(result_);
  }

 private:
  struct Node {
    frontend::LocationId location;
    frontend::ConcreteState state;
    std::size_t parent;
    frontend::EdgeId edge;
    logic::Value chosen;
  };

  void expand(std::size_t number) {
    const frontend::LocationId location = nodes_[number].location;
    if (program_.location(location).kind == frontend::LocationKind::Error) {
      result_.error_reachable = true;
      trace_back(number);
      return;
    }
    for (const frontend::EdgeId edge : program_.outgoing(location)) {
      const frontend::ConcreteState state = nodes_[number].state;
      const bool undefined = for_each_successor(program_, edge, state,
                                                [&](const frontend::ConcreteState& after, const logic::Value& chosen) {
                                                  add(program_.target(edge), after, number, edge, chosen);
                                                });
      result_.undefined_behaviour = result_.undefined_behaviour || undefined;
    }
  }

  void add(frontend::LocationId location, const frontend::ConcreteState& state, std::size_t parent,
           frontend::EdgeId edge, const logic::Value& chosen) {
    std::string key = std::to_string(location);
    for (const logic::Value& value : state) key += ' ' + logic::to_string(value);
    if (seen_.emplace(std::move(key), nodes_.size()).second)
      nodes_.push_back(Node{location, state, parent, edge, chosen});
  }

  void trace_back(std::size_t number) {
    for (; number != 0; number = nodes_[number].parent) {
      result_.shortest_error.insert(result_.shortest_error.begin(), nodes_[number].edge);
      result_.choices.insert(result_.choices.begin(), nodes_[number].chosen);
    }
  }

  const frontend::Program& program_;
  std::size_t limit_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, std::size_t> seen_;
  Exploration result_;
};

/// Explores all reachable states until an error location is found; stops, incomplete, beyond `limit` states.
inline Exploration explore(const frontend::Program& program, std::size_t limit = 2'000'000) {
  return Explorer(program, limit).run();
}

/// Calls `visit` with the states along every execution of the trace from `initial` (states.size() == trace.size() + 1)
/// that meets no undefined behaviour; stops when it returns false. Exponential in the number of havocs.
inline bool for_each_execution(const frontend::Program& program, const frontend::Trace& trace,
                               const frontend::ConcreteState& initial,
                               const std::function<bool(const std::vector<frontend::ConcreteState>&)>& visit) {
  std::vector<frontend::ConcreteState> states{initial};
  std::function<bool()> go_on = [&]() -> bool {
    if (states.size() == trace.size() + 1) return visit(states);
    bool wanted = true;
    for_each_successor(program, trace[states.size() - 1], frontend::ConcreteState(states.back()),
                       [&](const frontend::ConcreteState& after, const logic::Value&) {
                         if (wanted) {
                           states.push_back(after);
                           wanted = go_on();
                           states.pop_back();
                         }
                       });
    return wanted;
  };
  return go_on();
}

/// Can the trace be executed from this state without undefined behaviour?
inline bool is_feasible(const frontend::Program& program, const frontend::Trace& trace,
                        const frontend::ConcreteState& initial) {
  return !for_each_execution(program, trace, initial, [](const auto&) { return false; });
}

}  // namespace bireach::testing
