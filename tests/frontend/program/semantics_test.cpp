// SPDX-License-Identifier: Apache-2.0
/// Transition formulas against the interpreter, in both arithmetics.
#include "frontend/program/semantics.h"

#include <doctest/doctest.h>

#include <functional>

#include "logic/terms/model.h"
#include "tests/frontend/program/random_expr.h"

namespace bireach::frontend {
namespace {

using logic::Integer;
using logic::Model;
using logic::Term;
using logic::TransitionFormula;
using testing::RandomExpr;

Model model_of(const Semantics& semantics, const Program& program, const ConcreteState& state) {
  Model model;
  for (VariableId id = 0; id < state.size(); ++id)
    model.set(semantics.variable(id), semantics.to_model_value(state[id], program.variables[id]));
  return model;
}

/// The values an auxiliary may stand for: those of `&` of the operands of bit operations, and of shifts.
void auxiliary_values(const Program& program, const Expr& expr, const ConcreteState& state,
                      std::vector<Integer>& values) {
  for (const ExprPtr& operand : expr.operands) auxiliary_values(program, *operand, state, values);
  if (expr.kind != Expr::Kind::Binary) return;
  std::vector<UndefinedEvent> ignored;
  ExprPtr known;
  switch (expr.binary) {
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      known = make_binary(BinaryOp::BitAnd, expr.operands[0], expr.operands[1], expr.type);
      values.push_back(evaluate(program, *known, state, 0, ignored));
      break;
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      values.push_back(evaluate(program, expr, state, 0, ignored));
      break;
    default:
      break;
  }
}

/// Is there a choice of values for the auxiliaries from `first` on for which the check succeeds?
bool some_choice(const std::vector<Term>& auxiliaries, std::size_t first, const std::vector<Integer>& values,
                 Model& model, const std::function<bool()>& check) {
  if (first == auxiliaries.size()) return check();
  for (const Integer& value : values) {
    model.set(auxiliaries[first], value);
    if (some_choice(auxiliaries, first + 1, values, model, check)) return true;
  }
  return false;
}

struct Counts {
  std::size_t exact = 0;
  std::size_t defined = 0;
  std::size_t approximated = 0;
};

/// Compares one assignment `target := expr` with the interpreter on one state.
void compare(const Semantics& semantics, const Program& program, const Expr& expr, EdgeId edge, VariableId target,
             const TransitionFormula& transition, const ConcreteState& state, Counts& counts) {
  std::vector<UndefinedEvent> events;
  const Integer expected = evaluate(program, expr, state, edge, events);
  Model model = model_of(semantics, program, state);
  const Variable& variable = program.variables[target];
  const Term after = transition.updates.at(semantics.variable(target));
  const auto agrees = [&] {
    return logic::evaluate_bool(transition.guard, model) &&
           std::get<Integer>(semantics.to_c_value(logic::evaluate(after, model), variable)) == expected;
  };
  INFO(to_string(program, expr));
  if (transition.exact) {
    ++counts.exact;
    CHECK(transition.auxiliaries.empty());
    CHECK(logic::evaluate_bool(transition.guard, model) == events.empty());
    if (events.empty()) {
      ++counts.defined;
      CHECK(agrees());
      if (semantics.arithmetic() == Arithmetic::integer) {
        // Without a conversion the value must be the C value already.
        CHECK(logic::evaluate(after, model) == logic::Value(expected));
      }
    }
  } else if (events.empty() && transition.auxiliaries.size() <= 3) {
    ++counts.approximated;
    std::vector<Integer> values;
    auxiliary_values(program, expr, state, values);
    CHECK(some_choice(transition.auxiliaries, 0, values, model, agrees));
  }
}

Counts compare_random(Arithmetic arithmetic, std::uint64_t seed, std::size_t expressions,
                      const testing::ExprOptions& options, SignedOverflow overflow = SignedOverflow::undefined) {
  Program program;
  program.signed_overflow = overflow;
  RandomExpr random(program, seed, options);
  program.add_location({});
  std::vector<ExprPtr> exprs;
  std::vector<VariableId> targets;
  for (std::size_t i = 0; i < expressions; ++i) {
    const ScalarType type = random.type();
    exprs.push_back(random.expr(type, 3));
    const auto found = std::find_if(program.variables.begin(), program.variables.end(),
                                    [&](const Variable& v) { return v.type == type && !v.array; });
    targets.push_back(static_cast<VariableId>(found - program.variables.begin()));
    Edge edge;
    edge.statement = Assign{{targets.back(), nullptr}, exprs.back()};
    program.add_edge(0, 0, edge);
  }
  logic::TermManager terms;
  const Semantics semantics(terms, program, arithmetic);
  std::vector<ConcreteState> states;
  for (int s = 0; s < 25; ++s) states.push_back(random.state());
  Counts counts;
  for (EdgeId edge = 0; edge < expressions; ++edge) {
    const TransitionFormula transition = semantics.transition(edge);
    for (const ConcreteState& state : states)
      compare(semantics, program, *exprs[edge], edge, targets[edge], transition, state, counts);
  }
  return counts;
}

TEST_CASE("random expressions mean over bit-vectors what they compute") {
  const Counts counts = compare_random(Arithmetic::bitvector, 11, 1500, {});
  CHECK(counts.approximated == 0);
  CHECK(counts.defined > 10000);
  CHECK(counts.exact > counts.defined);
}

TEST_CASE("random expressions mean over integers what they compute") {
  const Counts counts = compare_random(Arithmetic::integer, 12, 2000, {});
  CHECK(counts.defined > 10000);
  CHECK(counts.exact > counts.defined);
  CHECK(counts.approximated > 500);
}

TEST_CASE("expressions without bit operations are exact over integers") {
  testing::ExprOptions options;
  options.bit_operations = false;
  const Counts counts = compare_random(Arithmetic::integer, 13, 1500, options);
  CHECK(counts.approximated == 0);
  CHECK(counts.exact == 1500 * 25);
}

TEST_CASE("where overflow wraps, random expressions mean what gcc -fwrapv computes") {
  testing::ExprOptions plain;
  plain.bit_operations = false;
  testing::ExprOptions narrow;
  narrow.types = {bool_type,         signed_integer(1), signed_integer(3),  unsigned_integer(3),
                  signed_integer(5), signed_integer(8), signed_integer(32), signed_integer(64)};
  const auto compare_both = [](Arithmetic arithmetic, std::uint64_t seed, const testing::ExprOptions& options) {
    const Counts without = compare_random(arithmetic, seed, 1000, options);
    const Counts with = compare_random(arithmetic, seed, 1000, options, SignedOverflow::wraps);
    CHECK(with.exact == without.exact);
    CHECK(with.defined > without.defined + 500);
  };
  compare_both(Arithmetic::bitvector, 16, {});
  compare_both(Arithmetic::integer, 17, {});
  compare_both(Arithmetic::integer, 18, plain);
  compare_both(Arithmetic::bitvector, 19, narrow);
  compare_both(Arithmetic::integer, 20, narrow);
}

TEST_CASE("odd widths, as of bit-fields") {
  testing::ExprOptions options;
  options.types = {bool_type,           signed_integer(1), unsigned_integer(1), signed_integer(3),
                   unsigned_integer(3), signed_integer(5), unsigned_integer(7), signed_integer(32)};
  CHECK(compare_random(Arithmetic::bitvector, 14, 1500, options).defined > 10000);
  CHECK(compare_random(Arithmetic::integer, 15, 1500, options).defined > 10000);
}

/// One variable "x" of the type, one assume edge with this condition.
Program assuming(const ScalarType& type, const std::function<ExprPtr(ExprPtr)>& condition) {
  Program program;
  Variable x;
  x.name = "x";
  x.type = type;
  program.variables.push_back(x);
  program.add_location({});
  Edge edge;
  edge.statement = Assume{condition(make_variable(0, type))};
  program.add_edge(0, 0, edge);
  return program;
}

TEST_CASE("conditions do not go through 0 and 1") {
  const Program program = assuming(int_type, [](const ExprPtr& x) {
    const auto c = [](int value) { return make_constant(value, int_type); };
    return make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Lt, x, c(5), int_type),
                       make_binary(BinaryOp::Ne, make_binary(BinaryOp::Lt, c(2), x, int_type), c(0), int_type),
                       int_type);
  });
  logic::TermManager terms;
  const Semantics semantics(terms, program, Arithmetic::integer);
  const Term x = semantics.variable(0);
  const auto n = [&](int value) { return terms.integer(value); };
  CHECK(semantics.transition(0).guard == terms.and_(terms.less(x, n(5)), terms.less(n(2), x)));
}

TEST_CASE("truth values compared with constants, also under a negation") {
  for (int op = static_cast<int>(BinaryOp::Eq); op <= static_cast<int>(BinaryOp::Ge); ++op) {
    for (int constant = -1; constant <= 2; ++constant) {
      for (const bool mirrored : {false, true}) {
        for (const bool negated : {false, true}) {
          const Program program = assuming(int_type, [&](const ExprPtr& x) {
            const ExprPtr truth = make_binary(BinaryOp::Lt, x, make_constant(5, int_type), int_type);
            const ExprPtr number = make_constant(constant, int_type);
            const ExprPtr comparison =
                make_binary(static_cast<BinaryOp>(op), mirrored ? number : truth, mirrored ? truth : number, int_type);
            return negated ? make_unary(UnaryOp::LogicalNot, comparison, int_type) : comparison;
          });
          logic::TermManager terms;
          const Semantics semantics(terms, program, Arithmetic::integer);
          for (const int value : {4, 5}) {
            std::vector<UndefinedEvent> events;
            const Expr& condition = *std::get<Assume>(program.edge(0).statement).condition;
            const bool expected = evaluate(program, condition, {Integer(value)}, 0, events) != 0;
            Model model;
            model.set(semantics.variable(0), Integer(value));
            CHECK(logic::evaluate_bool(semantics.transition(0).guard, model) == expected);
          }
        }
      }
    }
  }
}

TEST_CASE("range checks that types make superfluous are left out") {
  const ScalarType byte = unsigned_integer(8);
  const Program program = assuming(byte, [](const ExprPtr& x) {
    const ExprPtr wide = make_cast(x, int_type);
    return make_binary(BinaryOp::Eq, make_binary(BinaryOp::Add, wide, wide, int_type), make_constant(6, int_type),
                       int_type);
  });
  logic::TermManager terms;
  const Semantics semantics(terms, program, Arithmetic::integer);
  const Term x = semantics.variable(0);
  CHECK(semantics.transition(0).guard == terms.equal(terms.add(x, x), terms.integer(6)));
}

TEST_CASE("divisibility of a signed value needs no case split") {
  const Program program = assuming(int_type, [](const ExprPtr& x) {
    const ExprPtr remainder = make_binary(BinaryOp::Rem, x, make_constant(3, int_type), int_type);
    return make_binary(BinaryOp::Eq, remainder, make_constant(0, int_type), int_type);
  });
  logic::TermManager terms;
  const Semantics semantics(terms, program, Arithmetic::integer);
  const Term remainder = terms.int_mod(semantics.variable(0), terms.integer(3));
  CHECK(semantics.transition(0).guard == terms.equal(remainder, terms.integer(0)));
}

TEST_CASE("divisibility of random values") {
  Program program;
  RandomExpr random(program, 41);
  program.add_location({});
  const auto variable = [&](const ScalarType& type, std::size_t which) {
    VariableId id = 0;
    while (program.variables[id].type != type || program.variables[id].array) ++id;
    return make_variable(id + static_cast<VariableId>(which), type);
  };
  for (const ScalarType& type : testing::c_types()) {
    if (!type.is_boolean()) {
      Edge edge;
      edge.statement = Assume{make_binary(BinaryOp::Rem, variable(type, 0), variable(type, 1), type)};
      program.add_edge(0, 0, edge);
      edge.statement = Assume{make_not(std::get<Assume>(edge.statement).condition)};
      program.add_edge(0, 0, edge);
    }
  }
  for (const Arithmetic arithmetic : {Arithmetic::integer, Arithmetic::bitvector}) {
    logic::TermManager terms;
    const Semantics semantics(terms, program, arithmetic);
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const Term guard = semantics.transition(edge).guard;
      for (int i = 0; i < 300; ++i) {
        const ConcreteState state = random.state();
        std::vector<UndefinedEvent> events;
        const Expr& condition = *std::get<Assume>(program.edge(edge).statement).condition;
        const bool holds = evaluate(program, condition, state, edge, events) != 0 && events.empty();
        CHECK(logic::evaluate_bool(guard, model_of(semantics, program, state)) == holds);
      }
    }
  }
}

TEST_CASE("only bit operations that integers cannot express need bit-vectors") {
  const ScalarType type = unsigned_integer(32);
  const auto with = [&](BinaryOp op, const logic::Integer& operand) {
    return assuming(type, [&](const ExprPtr& x) { return make_binary(op, x, make_constant(operand, type), type); });
  };
  CHECK_FALSE(needs_bit_vectors(with(BinaryOp::BitAnd, 255)));
  CHECK_FALSE(needs_bit_vectors(with(BinaryOp::BitOr, 0xF0)));
  CHECK_FALSE(needs_bit_vectors(with(BinaryOp::Shl, 3)));
  CHECK_FALSE(needs_bit_vectors(with(BinaryOp::Mul, 3)));
  CHECK(needs_bit_vectors(with(BinaryOp::BitXor, 0x55555555)));
  const auto twice = [&](BinaryOp op) {
    return assuming(type, [&](const ExprPtr& x) {
      return make_binary(op, x, make_binary(BinaryOp::Add, x, make_constant(1, type), type), type);
    });
  };
  CHECK(needs_bit_vectors(twice(BinaryOp::BitAnd)));
  CHECK(needs_bit_vectors(twice(BinaryOp::Shr)));
}

TEST_CASE("ranges of variables, their instances and auxiliaries") {
  const Program program = assuming(unsigned_integer(8), [](const ExprPtr& x) { return x; });
  logic::TermManager terms;
  const Semantics integers(terms, program, Arithmetic::integer);
  const logic::Sort sort = logic::Sort::integer();
  for (const Term x : {integers.variable(0), terms.variable("x'", sort), terms.variable("x!7!2", sort)})
    CHECK(integers.range_of(x) == integers.in_range(x, unsigned_integer(8)));
  CHECK(integers.range_of(terms.variable("y", sort)).is_true());
  CHECK(integers.range_of(terms.fresh_variable("&!", sort)).is_true());
  CHECK(integers.range_of(terms.integer(3)).is_true());
}

}  // namespace
}  // namespace bireach::frontend
