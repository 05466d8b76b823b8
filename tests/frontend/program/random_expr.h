// SPDX-License-Identifier: Apache-2.0
/// Random expressions over variables of all C integer types, and random values for these.
#pragma once

#include <random>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::frontend::testing {

inline const std::vector<ScalarType>& c_types() {
  static const std::vector<ScalarType> types{bool_type,
                                             signed_integer(8),
                                             unsigned_integer(8),
                                             signed_integer(16),
                                             unsigned_integer(16),
                                             signed_integer(32),
                                             unsigned_integer(32),
                                             signed_integer(64),
                                             unsigned_integer(64),
                                             signed_integer(128),
                                             unsigned_integer(128)};
  return types;
}

struct ExprOptions {
  bool arrays = true;
  bool bit_operations = true;
  std::vector<ScalarType> types = c_types();
};

class RandomExpr {
 public:
  using Options = ExprOptions;

  /// Adds two variables of each type, and arrays of some, to the program.
  RandomExpr(Program& program, std::uint64_t seed, Options options = {})
      : program_(program), rng_(seed), options_(std::move(options)) {
    for (const ScalarType& type : options_.types) {
      for (int i = 0; i < 2; ++i) add_variable(type, std::nullopt);
      if (options_.arrays && (type.width == 8 || type.width == 32)) add_variable(type, ArrayShape{3});
    }
  }

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }
  ScalarType type() { return options_.types[below(options_.types.size())]; }

  /// Small, near a boundary of the type, or anything.
  logic::Integer value(const ScalarType& type) {
    switch (below(4)) {
      case 0:
        return type.convert(logic::Integer(below(8)));
      case 1:
        return type.convert(logic::Integer(below(7)) - 3);
      case 2:
        return type.convert((chance(50) ? type.max() : type.min()) + logic::Integer(below(5)) - 2);
      default:
        return type.convert((logic::Integer(rng_()) << 64) | logic::Integer(rng_()));
    }
  }

  /// Random values of all variables.
  ConcreteState state() {
    ConcreteState result = initial_state(program_);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const Variable& variable = program_.variables[i];
      if (variable.array) {
        logic::ArrayValue array;
        for (int element = 0; element < variable.array->size; ++element) array.set(element, value(variable.type));
        result[i] = array;
      } else {
        result[i] = value(variable.type);
      }
    }
    return result;
  }

  ExprPtr expr(const ScalarType& type, int depth) {
    if (depth == 0 || chance(10)) return leaf(type);
    if (type.is_boolean() || chance(20)) return make_cast(expr(this->type(), depth - 1), type, place());
    if (type == int_type && chance(25)) return truth(depth);
    if (chance(8)) {
      return make_conditional(expr(this->type(), depth - 1), expr(type, depth - 1), expr(type, depth - 1), type,
                              place());
    }
    if (chance(12)) {
      const bool minus = chance(50) || !options_.bit_operations;
      return make_unary(minus ? UnaryOp::Minus : UnaryOp::BitNot, expr(type, depth - 1), type, place());
    }
    return arithmetic(type, depth);
  }

  std::mt19937_64& engine() { return rng_; }

 private:
  void add_variable(const ScalarType& type, std::optional<ArrayShape> array) {
    Variable variable;
    variable.name = "v" + std::to_string(program_.variables.size());
    variable.user_name = variable.name;
    variable.type = type;
    variable.array = std::move(array);
    program_.variables.push_back(std::move(variable));
  }

  /// Distinct places, so that nodes can be told apart.
  SourceRange place() { return {0, ++line_, 1, line_, 2}; }

  ExprPtr leaf(const ScalarType& type) {
    if (chance(30)) return make_constant(value(type), type, place());
    std::vector<VariableId> candidates;
    for (VariableId id = 0; id < program_.variables.size(); ++id)
      if (program_.variables[id].type == type) candidates.push_back(id);
    if (candidates.empty()) return make_constant(value(type), type, place());
    const VariableId chosen = candidates[below(candidates.size())];
    if (!program_.variables[chosen].array) return make_variable(chosen, type, place());
    const ScalarType index_type = this->type();
    ExprPtr index = chance(70) ? make_constant(logic::Integer(below(3)), index_type) : leaf_integer(index_type);
    return make_element(chosen, std::move(index), type, place());
  }

  ExprPtr leaf_integer(const ScalarType& type) {
    for (VariableId id = 0; id < program_.variables.size(); ++id)
      if (program_.variables[id].type == type && !program_.variables[id].array) return make_variable(id, type, place());
    return make_constant(1, type, place());
  }

  ExprPtr truth(int depth) {
    static constexpr BinaryOp comparisons[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt,
                                               BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge};
    const ScalarType operands = type();
    switch (below(4)) {
      case 0:
        return make_binary(chance(50) ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, expr(operands, depth - 1),
                           expr(type(), depth - 1), int_type, place());
      case 1:
        return make_not(expr(operands, depth - 1));
      default:
        return make_binary(comparisons[below(6)], expr(operands, depth - 1), expr(operands, depth - 1), int_type,
                           place());
    }
  }

  ExprPtr arithmetic(const ScalarType& type, int depth) {
    static constexpr BinaryOp operators[] = {BinaryOp::Add,   BinaryOp::Sub,   BinaryOp::Mul, BinaryOp::Div,
                                             BinaryOp::Rem,   BinaryOp::Shl,   BinaryOp::Shr, BinaryOp::BitAnd,
                                             BinaryOp::BitOr, BinaryOp::BitXor};
    const BinaryOp op = operators[below(options_.bit_operations ? 10 : 5)];
    if (op == BinaryOp::Shl || op == BinaryOp::Shr) {
      const ScalarType amount_type = this->type();
      ExprPtr amount =
          chance(70) ? make_constant(logic::Integer(below(type.width)), amount_type) : expr(amount_type, depth - 1);
      return make_binary(op, expr(type, depth - 1), std::move(amount), type, place());
    }
    return make_binary(op, expr(type, depth - 1), expr(type, depth - 1), type, place());
  }

  Program& program_;
  std::mt19937_64 rng_;
  Options options_;
  std::uint32_t line_ = 0;
};

}  // namespace bireach::frontend::testing
