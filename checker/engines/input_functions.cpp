// SPDX-License-Identifier: Apache-2.0
/// Values that are functions of one input.
#include <algorithm>
#include <utility>

#include "checker/engines/input_state.h"

namespace bireach::checker {

using frontend::Bits;
using frontend::Expr;
using frontend::Interval;
using frontend::Signed;
using logic::Integer;

/// The expression, or its truth, as a function of the one input that it depends on; nothing: it depends on several
/// ones, or on more than comparisons and copies, or is undefined for some value.
std::optional<InputState::Function> InputState::function_of(const Expr& expr, Use use) {
  Cuts cuts;
  if (!find_cuts(expr, use, cuts)) return std::nullopt;
  if (!cuts.input && !cuts.fixed.empty()) cuts.input = cuts.fixed.front();
  if (!cuts.input) return std::nullopt;
  const Interval range = inputs_[*cuts.input].range;  // a copy: what is evaluated below may add inputs
  std::vector<Signed>& from = cuts.at;
  from.push_back(frontend::to_signed(range.low));
  std::sort(from.begin(), from.end());
  from.erase(std::unique(from.begin(), from.end()), from.end());
  if (from.size() > Piecewise::most_pieces) return std::nullopt;
  Function function{*cuts.input, {}};
  begin();
  const auto value_at = [&](Signed at) {
    supposed_.assign(1, {*cuts.input, static_cast<Bits>(at)});
    for (const InputId fixed : cuts.fixed) supposed_.emplace_back(fixed, frontend::to_bits(inputs_[fixed].range.low));
    const Bits result = value(expr);
    return use == Use::truth ? Bits{result != 0} : result;
  };
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Signed last = i + 1 < from.size() ? from[i + 1] - 1 : frontend::to_signed(range.high);
    const Bits first_value = value_at(from[i]);
    const bool is_copy = use == Use::copy && value_at(last) != first_value;
    function.values.add(from[i], is_copy ? std::nullopt : std::optional(first_value));
  }
  supposed_.clear();
  return needed_ || lost_ || undefined_ ? std::nullopt : std::optional(std::move(function));
}

/// Adds where, after the input's least value, the expression may change, or its truth if only that is used; between
/// them it is constant, or (Use::copy) the input. False: it is not like that.
bool InputState::find_cuts(const Expr& expr, Use use, Cuts& cuts) {
  const auto find_in_operands = [&](Use in_operands) {
    return std::all_of(expr.operands.begin(), expr.operands.end(),
                       [&](const frontend::ExprPtr& operand) { return find_cuts(*operand, in_operands, cuts); });
  };
  switch (expr.kind) {
    case Expr::Kind::Constant:
      return true;
    case Expr::Kind::Table:
      return false;
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
      return find_cuts_of_read(expr, use, cuts);
    case Expr::Kind::Unary:
      return find_in_operands(expr.unary == frontend::UnaryOp::LogicalNot ? Use::truth : Use::value);
    case Expr::Kind::Binary:
      if (frontend::is_logical(expr.binary)) return find_in_operands(Use::truth);
      if (frontend::is_comparison(expr.binary) &&
          (find_cuts_of_comparison(*expr.operands[0], *expr.operands[1], cuts) ||
           find_cuts_of_comparison(*expr.operands[1], *expr.operands[0], cuts)))
        return true;
      return find_in_operands(Use::value);
    case Expr::Kind::Conditional:
      return find_cuts(*expr.operands[0], Use::truth, cuts) && find_cuts(*expr.operands[1], use, cuts) &&
             find_cuts(*expr.operands[2], use, cuts);
    case Expr::Kind::Cast: {
      if (expr.type.is_boolean()) return find_in_operands(Use::truth);
      if (use == Use::value || expr.type.is_floating()) return find_in_operands(Use::value);
      return find_in_operands(use) && (!cuts.input || inputs_[*cuts.input].range.within(expr.type));
    }
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
      return find_in_operands(Use::value);
  }
  return false;
}

bool InputState::find_cuts_of_read(const Expr& read, Use use, Cuts& cuts) {
  begin();
  std::optional<Signed> position = 0;
  if (read.kind == Expr::Kind::Element) position = index(read.variable, *read.operands[0]);
  if (needed_ || lost_ || undefined_ || !position) return false;
  const Contents contents = this->read(places_[read.variable], *position);
  if (!contents.function && (!contents.input || inputs_[*contents.input].is_known)) return true;
  const Function* function = contents.function ? &functions_[*contents.function] : nullptr;
  const InputId input = function != nullptr ? function->input : *contents.input;
  const bool is_copied = function == nullptr || function->values.has_copies();
  const Interval& range = inputs_[input].range;
  if (cuts.input.value_or(input) != input ||
      (is_copied && (use == Use::value || read.type.is_floating() || inputs_[input].type.width > 64)))
    return false;
  cuts.input = input;
  if (function != nullptr)
    function->values.add_cuts(frontend::to_signed(range.low), frontend::to_signed(range.high), cuts.at);
  if (is_copied && use == Use::truth) add_cuts_at(0, cuts);
  return true;
}

/// With a number.
bool InputState::find_cuts_of_comparison(const Expr& side, const Expr& other, Cuts& cuts) {
  if (side.type != other.type || side.type.is_floating()) return false;
  begin();
  const Bits number = value(other);
  if (needed_ || lost_ || undefined_) return false;
  Cuts of_side;
  if (!find_cuts(side, Use::copy, of_side)) return false;
  if (of_side.input) add_cuts_at(frontend::from_bits(number, other.type), of_side);
  if (of_side.input && of_side.at.empty())
    of_side.fixed.push_back(*of_side.input);
  else if (of_side.input && cuts.input.value_or(*of_side.input) != *of_side.input)
    return false;
  else if (of_side.input)
    cuts.input = of_side.input;
  cuts.at.insert(cuts.at.end(), of_side.at.begin(), of_side.at.end());
  cuts.fixed.insert(cuts.fixed.end(), of_side.fixed.begin(), of_side.fixed.end());
  return true;
}

std::optional<std::pair<InputId, Integer>> InputState::compared_with(const Expr& expr) {
  if (expr.kind == Expr::Kind::Binary && frontend::is_comparison(expr.binary)) {
    Cuts cuts;
    if (find_cuts(expr, Use::truth, cuts) && !cuts.at.empty()) return std::pair(*cuts.input, Integer(cuts.at.front()));
  }
  for (const frontend::ExprPtr& operand : expr.operands)
    if (auto found = compared_with(*operand)) return found;
  return std::nullopt;
}

void InputState::add_cuts_at(const Integer& number, Cuts& cuts) {
  const Interval& range = inputs_[*cuts.input].range;
  for (const Integer& cut : {number, Integer(number + 1)})
    if (cut > range.low && cut <= range.high) cuts.at.push_back(frontend::to_signed(cut));
}

/// In place of the function that the cell had, where no one else needs that.
void InputState::write_function(CellId id, Function function) {
  const Cell& cell = cells_[id];
  if (cell.content == Content::function) {
    Function& before = functions_[cell.link];
    if (before.input == function.input && before.values == function.values) return;
    if (cell.stamp == depth_ && cell.link >= functions_at_mark_ && !before.is_shared) {
      before = std::move(function);
      return;
    }
  }
  functions_.push_back(std::move(function));
  write(id, 0, Content::function, static_cast<std::uint32_t>(functions_.size() - 1));
}

}  // namespace bireach::checker
