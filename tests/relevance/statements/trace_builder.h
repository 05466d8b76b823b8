// SPDX-License-Identifier: Apache-2.0
/// Straight-line programs built by hand: every statement is an edge of one path to an error location.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::test {

using frontend::BinaryOp;
using frontend::bool_type;
using frontend::ExprPtr;
using frontend::int_type;
using frontend::ScalarType;
using frontend::signed_integer;
using frontend::unsigned_integer;
using frontend::VariableId;

inline constexpr ScalarType unsigned_char = unsigned_integer(8);
inline constexpr ScalarType signed_char = signed_integer(8);

class TraceBuilder {
 public:
  TraceBuilder() {
    program.files = {"trace.c"};
    program.initial = program.add_location({});
    last_ = program.initial;
  }

  VariableId variable(const std::string& name, ScalarType type = int_type) {
    frontend::Variable v;
    v.name = "main::" + name;
    v.user_name = name;
    v.type = type;
    v.function = "main";
    program.variables.push_back(v);
    return static_cast<VariableId>(program.variables.size() - 1);
  }
  VariableId array(const std::string& name, ScalarType element, int size) {
    const VariableId id = variable(name, element);
    program.variables[id].array = frontend::ArrayShape{size};
    return id;
  }

  ExprPtr use(VariableId v) const { return frontend::make_variable(v, program.variables[v].type); }
  ExprPtr element(VariableId v, ExprPtr index) const {
    return frontend::make_element(v, std::move(index), program.variables[v].type);
  }
  static ExprPtr number(long value, ScalarType type = int_type) { return frontend::make_constant(value, type); }
  /// Comparisons have type int, all else the operands' type.
  static ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right) {
    const bool arithmetic = op < BinaryOp::Eq;
    const ScalarType type = arithmetic ? left->type : int_type;
    return frontend::make_binary(op, std::move(left), std::move(right), type);
  }

  std::size_t assign(VariableId v, ExprPtr value) { return add(frontend::Assign{{v, nullptr}, std::move(value)}); }
  std::size_t assign_element(VariableId v, ExprPtr index, ExprPtr value) {
    return add(frontend::Assign{{v, std::move(index)}, std::move(value)});
  }
  std::size_t havoc(VariableId v) { return add(frontend::Havoc{{v, nullptr}, {}}); }
  std::size_t havoc_element(VariableId v, ExprPtr index) { return add(frontend::Havoc{{v, std::move(index)}, {}}); }
  std::size_t assume(ExprPtr condition) { return add(frontend::Assume{std::move(condition)}); }
  /// Returns the position in the trace.
  std::size_t add(frontend::Statement statement) {
    frontend::Edge edge;
    edge.statement = std::move(statement);
    edge.statement_id = static_cast<std::uint32_t>(trace.size() + 1);
    const frontend::LocationId next = program.add_location({});
    trace.push_back(program.add_edge(last_, next, edge));
    last_ = next;
    return trace.size() - 1;
  }
  /// The statement at an earlier position once more (a loop's second round).
  std::size_t repeat(std::size_t position) {
    trace.push_back(trace[position]);
    return trace.size() - 1;
  }

  /// The execution in which havocs choose these values by position (0 where none is given).
  /// Throws std::logic_error if it is blocked.
  frontend::Execution execute(const std::map<std::size_t, logic::Value>& choices = {}) const {
    frontend::Execution result;
    result.trace = trace;
    frontend::ConcreteState state = frontend::initial_state(program);
    result.states.push_back(state);
    for (std::size_t k = 0; k < trace.size(); ++k) {
      const auto oracle = [&](frontend::EdgeId, std::size_t position) {
        const auto it = choices.find(position);
        return it != choices.end() ? it->second : logic::Value{logic::Integer{0}};
      };
      if (frontend::execute_edge(program, trace[k], state, oracle, k, result.undefined) != frontend::StepResult::done ||
          !result.undefined.empty())
        throw std::logic_error("the execution stops at position " + std::to_string(k));
      result.states.push_back(state);
    }
    return result;
  }

  frontend::Program program;
  frontend::Trace trace;

 private:
  frontend::LocationId last_ = 0;
};

}  // namespace bireach::test
