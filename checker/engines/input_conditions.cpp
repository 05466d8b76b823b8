// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/input_conditions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "frontend/program/semantics.h"

namespace bireach::checker {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::Interval;
using frontend::ScalarType;
using frontend::UnaryOp;
using frontend::VariableId;
using logic::Integer;
using logic::Term;

namespace {

const Interval truth{0, 1};

Interval of_truth(std::optional<bool> value) {
  return value ? Interval::point(*value ? 1 : 0) : truth;
}

/// Is a number in the interval nonzero?
std::optional<bool> truth_of(const Interval& interval) {
  if (!interval.contains(0)) return true;
  return interval.is_point() ? std::optional(false) : std::nullopt;
}

std::optional<bool> negation(std::optional<bool> value) {
  return value ? std::optional(!*value) : std::nullopt;
}

/// Do divisions and shifts have operands for which they are defined?
bool is_defined(const Expr& expr, const Interval& left, const Interval& right) {
  switch (expr.binary) {
    case BinaryOp::Div:
    case BinaryOp::Rem:
      return !right.contains(0) && !(expr.type.is_signed() && left.contains(expr.type.min()) && right.contains(-1));
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return right.low >= 0 && right.high < expr.type.width;
    default:
      return true;
  }
}

/// The numbers of `range` that compare so with some number of `other`; low > high: none.
Interval restricted(Interval range, BinaryOp op, const Interval& other) {
  switch (op) {
    case BinaryOp::Eq:
      return {std::max(range.low, other.low), std::min(range.high, other.high)};
    case BinaryOp::Lt:
      return {range.low, std::min(range.high, Integer(other.high - 1))};
    case BinaryOp::Le:
      return {range.low, std::min(range.high, other.high)};
    case BinaryOp::Gt:
      return {std::max(range.low, Integer(other.low + 1)), range.high};
    case BinaryOp::Ge:
      return {std::max(range.low, other.low), range.high};
    default:
      if (!other.is_point()) return range;
      if (range.low == other.low) ++range.low;
      if (range.high == other.low) --range.high;
      return range;
  }
}

}  // namespace

std::optional<bool> InputConditions::decide(const Expr& condition) {
  may_be_undefined_ = false;
  const auto result = truth_of(range_of(condition));
  return may_be_undefined_ ? std::nullopt : result;
}

/// The interval of a result that wraps, or that is undefined, where it does not fit.
Interval InputConditions::fitted(const Interval& exact, const ScalarType& type) {
  if (type.is_signed() && config_.overflow == frontend::SignedOverflow::undefined && !exact.within(type))
    may_be_undefined_ = true;
  return frontend::fitted(exact, type);
}

Interval InputConditions::range_of(const Expr& expr) {
  const auto operand = [&](std::size_t i) { return range_of(*expr.operands[i]); };
  switch (expr.kind) {
    case Expr::Kind::Constant:
      return Interval::point(expr.value);
    case Expr::Kind::Variable:
    case Expr::Kind::Element: {
      const auto known = state_.known(expr);
      if (!known) may_be_undefined_ = true;
      if (!known) return Interval::of(expr.type);
      return known->input ? state_.inputs()[*known->input].range : Interval::point(known->value);
    }
    case Expr::Kind::Unary:
      if (expr.unary == UnaryOp::LogicalNot) return of_truth(negation(truth_of(operand(0))));
      if (expr.unary == UnaryOp::Minus) return fitted(subtract(Interval::point(0), operand(0)), expr.type);
      return frontend::fitted(
          subtract(Interval::point(expr.type.is_signed() ? Integer(-1) : expr.type.max()), operand(0)), expr.type);
    case Expr::Kind::Binary:
      return range_of_binary(expr);
    case Expr::Kind::Conditional: {
      const auto choice = truth_of(operand(0));
      if (choice) return operand(*choice ? 1 : 2);
      return hull(operand(1), operand(2));
    }
    case Expr::Kind::Cast:
      if (expr.type.is_boolean()) return of_truth(truth_of(operand(0)));
      return frontend::fitted(operand(0), expr.type);
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      may_be_undefined_ = true;
      return Interval::of(expr.type);
  }
  return Interval::of(expr.type);
}

Interval InputConditions::range_of_binary(const Expr& expr) {
  if (frontend::is_comparison(expr.binary)) return of_truth(compare(expr));
  const Interval left = range_of(*expr.operands[0]);
  if (frontend::is_logical(expr.binary)) {
    const bool deciding = expr.binary == BinaryOp::LogicalOr;
    const auto first = truth_of(left);
    if (first == deciding) return of_truth(deciding);
    const auto second = truth_of(range_of(*expr.operands[1]));
    if (second == deciding) return of_truth(deciding);
    return of_truth(first && second ? std::optional(!deciding) : std::nullopt);
  }
  const Interval right = range_of(*expr.operands[1]);
  if (!is_defined(expr, left, right)) may_be_undefined_ = true;
  switch (expr.binary) {
    case BinaryOp::Add:
      return fitted(add(left, right), expr.type);
    case BinaryOp::Sub:
      return fitted(subtract(left, right), expr.type);
    case BinaryOp::Mul:
      return fitted(multiply(left, right), expr.type);
    case BinaryOp::Div:
      return frontend::fitted(divide(left, right), expr.type);
    case BinaryOp::Rem:
      return frontend::fitted(remainder(left, right), expr.type);
    case BinaryOp::Shl:
      return frontend::fitted(shift_left(left, right, expr.type.width), expr.type);
    case BinaryOp::Shr:
      return frontend::fitted(shift_right(left, right, expr.type.width), expr.type);
    default:
      return frontend::fitted(bit_operation(expr.binary, left, right, expr.type), expr.type);
  }
}

std::optional<bool> InputConditions::compare(const Expr& comparison) {
  return decided(comparison.binary, range_of(*comparison.operands[0]), range_of(*comparison.operands[1]));
}

std::optional<InputConditions::Ranges> InputConditions::restrictions(const Expr& condition) {
  Ranges ranges;
  if (!restrict(condition, true, ranges)) return std::nullopt;
  for (auto it = ranges.begin(); it != ranges.end();) {
    const Interval& before = state_.inputs()[it->first].range;
    it = before.within(it->second) ? ranges.erase(it) : std::next(it);
  }
  return ranges;
}

/// False: the condition, or its negation if not `positive`, never holds.
bool InputConditions::restrict(const Expr& condition, bool positive, Ranges& ranges) {
  if (condition.kind == Expr::Kind::Unary && condition.unary == UnaryOp::LogicalNot)
    return restrict(*condition.operands[0], !positive, ranges);
  if (condition.kind == Expr::Kind::Cast && frontend::is_truth_value(condition))
    return restrict(*condition.operands[0], positive, ranges);
  if (condition.kind == Expr::Kind::Binary && frontend::is_logical(condition.binary)) {
    if ((condition.binary == BinaryOp::LogicalAnd) != positive) return true;
    return restrict(*condition.operands[0], positive, ranges)&& restrict(*condition.operands[1], positive, ranges);
  }
  const ExprPtr zero = frontend::make_constant(0, condition.type);
  if (condition.kind != Expr::Kind::Binary || !frontend::is_comparison(condition.binary))
    return condition.type.is_floating() ||
           restrict_side(condition, positive ? BinaryOp::Ne : BinaryOp::Eq, *zero, ranges);
  const BinaryOp op = positive ? condition.binary : frontend::negated(condition.binary);
  const Expr& left = *condition.operands[0];
  const Expr& right = *condition.operands[1];
  const bool compares_truth = right.kind == Expr::Kind::Constant && right.value == 0 && frontend::is_truth_value(left);
  if (compares_truth && (op == BinaryOp::Eq || op == BinaryOp::Ne)) return restrict(left, op == BinaryOp::Ne, ranges);
  return restrict_side(left, op, right, ranges) && restrict_side(right, frontend::mirrored(op), left, ranges);
}

bool InputConditions::restrict_side(const Expr& side, BinaryOp op, const Expr& other, Ranges& ranges) {
  const auto input = state_.copied_input(side, side.type);
  if (!input) return true;
  Interval& range = ranges.try_emplace(*input, state_.inputs()[*input].range).first->second;
  range = restricted(range, op, range_of(other));
  return range.low <= range.high;
}

/// A condition over variables of its own, one for each input and type in which it is read.
struct InputConditions::Question {
  frontend::Program program;
  std::map<std::pair<InputId, std::pair<int, unsigned>>, VariableId> variables;
  bool is_possible = true;
  std::string key;

  VariableId variable(InputId input, const frontend::ScalarType& type) {
    const auto [found, is_new] = variables.try_emplace({input, {static_cast<int>(type.kind), type.width}},
                                                       static_cast<VariableId>(program.variables.size()));
    if (is_new) {
      frontend::Variable variable;
      variable.name = "input" + std::to_string(found->second);
      variable.type = type;
      program.variables.push_back(std::move(variable));
    }
    return found->second;
  }
};

/// The expression with what is known put in.
ExprPtr InputConditions::specialised(const Expr& expr, Question& question) {
  if (frontend::is_read(expr)) {
    const auto known = state_.known(expr);
    if (!known) {
      question.is_possible = false;
      return frontend::make_constant(0, expr.type);
    }
    if (known->input) {
      const VariableId variable = question.variable(*known->input, expr.type);
      question.key += "v" + std::to_string(variable) + " ";
      return frontend::make_variable(variable, expr.type, expr.source);
    }
    question.key += known->value.str() + " ";
    return frontend::make_constant(known->value, expr.type, expr.source);
  }
  auto result = std::make_shared<Expr>(expr);
  for (ExprPtr& operand : result->operands) operand = specialised(*operand, question);
  return result;
}

bool InputConditions::excludes(const Expr& condition, InputId input, const Interval& kept) {
  return ask(condition, std::pair(input, kept));
}

bool InputConditions::is_impossible(const Expr& condition) {
  return ask(condition, std::nullopt);
}

bool InputConditions::ask(const Expr& condition, std::optional<std::pair<InputId, Interval>> kept) {
  Question question;
  question.program.signed_overflow = config_.overflow;
  question.key = std::to_string(reinterpret_cast<std::uintptr_t>(&condition)) + ": ";
  const ExprPtr asked = specialised(condition, question);
  const auto text = [](const Interval& interval) { return interval.low.str() + ".." + interval.high.str() + " "; };
  // By input: of one input's variables the first has the range, the others are equal to it.
  std::optional<InputId> last;
  for (const auto& [read, variable] : question.variables) {
    question.key += "v" + std::to_string(variable) + (last == read.first ? "= " : ": ");
    question.key += text(state_.inputs()[read.first].range);
    last = read.first;
  }
  if (kept) {
    const auto read = question.variables.lower_bound({kept->first, {0, 0}});
    question.is_possible = question.is_possible && read != question.variables.end() && read->first.first == kept->first;
    if (question.is_possible) question.key += "kept v" + std::to_string(read->second) + " " + text(kept->second);
  }
  if (!question.is_possible) return false;
  const auto [answer, is_new] = asked_.try_emplace(question.key, false);
  if (!is_new) return answer->second;

  frontend::Program& program = question.program;
  const auto from = program.add_location({});
  const auto to = program.add_location({});
  frontend::Edge edge;
  edge.statement = frontend::Assume{asked};
  const auto id = program.add_edge(from, to, std::move(edge));
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, program, frontend::Arithmetic::integer,
                                      frontend::OutOfBoundsReads::arbitrary);
  const auto solver = logic::make_solver(
      logic::SolverKind::cvc5, terms,
      {.time_limit = config_.query_time_limit, .stop = config_.stop, .statistics = config_.statistics});
  const auto within = [&](Term value, const Interval& interval) {
    return terms.and_(terms.less_equal(terms.integer(interval.low), value),
                      terms.less_equal(value, terms.integer(interval.high)));
  };
  solver->add(semantics.transition(id).guard);
  std::map<InputId, Term> first;
  for (const auto& [read, variable] : question.variables) {
    const Term value = semantics.variable(variable);
    solver->add(within(value, state_.inputs()[read.first].range));
    solver->add(terms.equal(value, first.try_emplace(read.first, value).first->second));
  }
  if (kept) solver->add(terms.not_(within(first.at(kept->first), kept->second)));
  answer->second = solver->check() == logic::SatResult::unsat;
  return answer->second;
}

}  // namespace bireach::checker
