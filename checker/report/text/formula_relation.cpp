// SPDX-License-Identifier: Apache-2.0
/// Sums and their comparisons as C text.
#include <fmt/format.h>

#include <algorithm>

#include "checker/report/text/formula_printer.h"

namespace bireach::checker {
namespace {

using Relation = CFormula::Relation;
using frontend::Interval;
using logic::Integer;

/// Is there one pointer in the sum, and is it added once?
bool is_moved_pointer(const LinearText& sum) {
  const auto is_pointer = [](const LinearText::Part& part) { return !part.base.pointee.empty(); };
  const auto pointer = std::find_if(sum.parts.begin(), sum.parts.end(), is_pointer);
  return pointer != sum.parts.end() && pointer->coefficient == 1 &&
         std::none_of(std::next(pointer), sum.parts.end(), is_pointer);
}

std::string with_constant(const std::string& text, const Integer& constant) {
  if (constant == 0) return text;
  if (constant == -logic::power_of_two(63)) return text + " - 9223372036854775807 - 1";  // the least has no literal
  return fmt::format("{} {} {}", text, constant < 0 ? '-' : '+', Integer(abs(constant)).str());
}

const char* symbol(Relation relation) {
  switch (relation) {
    case Relation::at_most:
      return "<=";
    case Relation::at_least:
      return ">=";
    case Relation::equal:
      return "==";
    case Relation::distinct:
      return "!=";
  }
  return "?";
}

/// A pointer next to an address, by the name of what lies there, or right behind or before it; nothing: no name is
/// known.
std::optional<CText> against_address(const CText& pointer, Relation relation, const Integer& limit) {
  const auto compare = [&](const char* sign, const Integer& address) -> std::optional<CText> {
    CText place = number_text(address);
    place.text = (*pointer.value_name)(address);
    place.level = CLevel::unary;
    const bool is_literal = place.text.ends_with('"');
    if (place.text.empty() || is_literal || place.text.find("[byte") != std::string::npos) return std::nullopt;
    return binary_text(pointer, sign, place, CLevel::relation, CLevel::sum, CLevel::sum);
  };
  if (relation == Relation::at_least) {
    std::optional<CText> at = compare(">=", limit);
    return at ? at : compare(">", limit - 1);
  }
  std::optional<CText> at = compare("<=", limit);
  return at ? at : compare("<", limit + 1);
}

/// `left relation limit`, with "<" and ">" next to zero.
CText against_constant(const CText& left, Relation relation, const Integer& limit) {
  if (left.is_boolean && (relation == Relation::equal || relation == Relation::distinct)) {
    if ((limit == 0) == (relation == Relation::distinct)) return left;
    CText result = left;
    result.text = "!" + operand(left, CLevel::unary);
    result.level = CLevel::unary;
    return result;
  }
  if (left.value_name && relation == Relation::at_least && limit == 1 && left.range.low == 0)
    return against_constant(left, Relation::distinct, 0);  // a pointer
  const bool equality = relation == Relation::equal || relation == Relation::distinct;
  if (const std::string value = equality && left.value_name ? (*left.value_name)(limit) : ""; !value.empty()) {
    CText constant = number_text(limit);
    constant.text = value;
    constant.level = CLevel::unary;
    return binary_text(left, symbol(relation), constant, CLevel::equality, CLevel::sum, CLevel::sum);
  }
  if (!equality && left.value_name && left.addresses_are_known && limit > 1)
    if (std::optional<CText> text = against_address(left, relation, limit)) return *std::move(text);
  const bool is_zero = equality && limit == 0 && relation == Relation::equal;
  const bool not_zero = (equality && limit == 0) || (relation == Relation::at_least && limit == 1) ||
                        (relation == Relation::equal && limit == 1 && left.range.high == 1);
  if (!left.remainder.empty() && (is_zero || not_zero)) {
    CText result = left;
    result.text = left.remainder + (is_zero ? " == 0" : " != 0");
    result.level = CLevel::equality;
    return result;
  }
  const bool below = relation == Relation::at_most && limit == -1;
  const bool above = relation == Relation::at_least && limit == 1;
  return binary_text(left,
                     below   ? "<"
                     : above ? ">"
                             : symbol(relation),
                     number_text(below || above ? 0 : limit), equality ? CLevel::equality : CLevel::relation,
                     CLevel::sum, CLevel::sum);
}

/// `left relation right + limit`.
CText against_sum(LinearText left, Relation relation, LinearText right, const Integer& limit) {
  const bool equality = relation == Relation::equal || relation == Relation::distinct;
  const auto compare = [&](const LinearText& a, const char* sign, const LinearText& b) {
    return binary_text(whole_sum_text(a), sign, whole_sum_text(b), equality ? CLevel::equality : CLevel::relation,
                       CLevel::sum, CLevel::sum);
  };
  if (relation == Relation::at_most && (limit == 0 || limit == -1))
    return compare(left, limit == 0 ? "<=" : "<", right);
  if (relation == Relation::at_least && (limit == 0 || limit == 1))
    return compare(right, limit == 0 ? "<=" : "<", left);
  const auto single = [](const LinearText& sum) { return sum.parts.size() == 1 && sum.parts[0].coefficient == 1; };
  const bool are_pointers = is_moved_pointer(left) && is_moved_pointer(right);
  if (are_pointers && limit < 0) {
    left.constant = -limit;
    return compare(right, symbol(mirrored(relation)), left);
  }
  if (!are_pointers && single(left) && single(right) && limit != 0) {
    LinearText difference = limit > 0 ? left : right;
    for (auto part : (limit > 0 ? right : left).parts) {
      part.coefficient = -part.coefficient;
      difference.parts.push_back(std::move(part));
    }
    const Relation direction = limit > 0 ? relation : mirrored(relation);
    return against_constant(sum_text(difference), direction, limit > 0 ? limit : Integer(-limit));
  }
  if (!single(left) && single(right)) {
    left.constant = -limit;
    return compare(right, symbol(mirrored(relation)), left);
  }
  right.constant = limit;
  return compare(left, symbol(relation), right);
}

std::optional<bool> decided(const Interval& range, Relation relation, const Integer& limit) {
  switch (relation) {
    case Relation::at_most:
      if (range.high <= limit) return true;
      if (range.low > limit) return false;
      return std::nullopt;
    case Relation::at_least:
      if (range.low >= limit) return true;
      if (range.high < limit) return false;
      return std::nullopt;
    case Relation::equal:
    case Relation::distinct:
      break;
  }
  const bool equal = relation == Relation::equal;
  if (!range.contains(limit)) return !equal;
  if (range.is_point()) return equal;
  return std::nullopt;
}

/// (unsigned int)(x + c) == k, where x is an unsigned int, is x == k - c.
/// True if something was changed.
bool solve_cast(std::vector<LinearText::Part>& parts, Relation relation, Integer& limit) {
  if (relation != Relation::equal && relation != Relation::distinct) return false;
  if (parts.size() != 1 || parts[0].coefficient != 1 || !parts[0].base.cast_of) return false;
  const Interval type = parts[0].base.range;
  const LinearText inner = *parts[0].base.cast_of;
  if (inner.parts.size() != 1 || abs(inner.parts[0].coefficient) != 1 || !type.contains(limit)) return false;
  const Interval& range = inner.parts[0].base.range;
  if (range.low != type.low || range.high != type.high) return false;
  limit = (limit - inner.constant) * inner.parts[0].coefficient;
  limit = type.low + logic::euclidean_mod(limit - type.low, type.high - type.low + 1);
  parts = {{inner.parts[0].base, 1}};
  return true;
}

}  // namespace

frontend::Interval range_of(const LinearText& sum) {
  Interval range = Interval::point(sum.constant);
  for (const auto& part : sum.parts)
    range = frontend::add(range, frontend::multiply(Interval::point(part.coefficient), part.base.range));
  return range;
}

CText number_text(const Integer& value) {
  return {value.str(),       value < 0 ? CLevel::unary : CLevel::primary, Interval::point(value), true, {}, false, {},
          frontend::int_type};
}

CFormula::Relation mirrored(CFormula::Relation relation) {
  if (relation == Relation::at_most) return Relation::at_least;
  return relation == Relation::at_least ? Relation::at_most : relation;
}

const Interval& all_integers() {
  static const Interval all{-logic::power_of_two(256), logic::power_of_two(256)};
  return all;
}

std::string operand(const CText& text, CLevel least) {
  return text.level < least ? "(" + text.text + ")" : text.text;
}

CText checked(CText text) {
  constexpr std::size_t longest = 4000;
  if (text.text.size() > longest) throw TextTooLong();
  return text;
}

std::vector<std::uint32_t> merged(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

CText binary_text(const CText& left, const std::string& symbol, const CText& right, CLevel level, CLevel least_left,
                  CLevel least_right) {
  CText result;
  result.text = fmt::format("{} {} {}", operand(left, least_left), symbol, operand(right, least_right));
  result.level = level;
  result.range = level == CLevel::equality || level == CLevel::relation ? Interval{0, 1} : all_integers();
  result.order = merged(left.order, right.order);
  return checked(std::move(result));
}

std::string type_name(const frontend::ScalarType& type) {
  const bool is_signed = type.is_signed();
  switch (type.width) {
    case 1:
      return "_Bool";
    case 8:
      return is_signed ? "signed char" : "unsigned char";
    case 16:
      return is_signed ? "short" : "unsigned short";
    case 32:
      return is_signed ? "int" : "unsigned int";
    case 64:
      return is_signed ? "long long" : "unsigned long long";
    case 128:
      return is_signed ? "__int128" : "unsigned __int128";
    default:
      return fmt::format("{} _BitInt({})", is_signed ? "signed" : "unsigned", type.width);
  }
}

namespace {

/// C counts what is added to a pointer in what it points to; bytes only where the distance is no whole number of these.
LinearText in_elements(LinearText sum) {
  const auto is_distance = [](const LinearText::Part& part) { return part.base.pointee.empty(); };
  const auto pointer = std::find_if_not(sum.parts.begin(), sum.parts.end(), is_distance);
  const std::uint64_t size = pointer->base.pointee_size;
  const bool is_whole =
      size != 0 && sum.constant % size == 0 && std::all_of(sum.parts.begin(), sum.parts.end(), [&](const auto& part) {
        return !is_distance(part) || part.coefficient % size == 0;
      });
  if (!is_whole) {
    pointer->base.text = "(char *)" + operand(pointer->base, CLevel::unary);
    pointer->base.level = CLevel::unary;
    return sum;
  }
  sum.constant /= size;
  for (LinearText::Part& part : sum.parts)
    if (is_distance(part)) part.coefficient /= size;
  return sum;
}

}  // namespace

CText whole_sum_text(const LinearText& sum) {
  const bool is_alone = sum.parts.size() == 1 && sum.constant == 0;
  if (is_alone || !is_moved_pointer(sum)) return sum_text(sum);
  CText result = sum_text(in_elements(sum));
  result.range = range_of(sum);
  return result;
}

CText sum_text(const LinearText& sum) {
  CText result;
  const auto add = [&](const LinearText::Part& part) {
    const Integer factor = abs(part.coefficient);
    const std::string text =
        factor == 1 ? operand(part.base, CLevel::product) : factor.str() + " * " + operand(part.base, CLevel::unary);
    const bool first = result.text.empty();
    // "-(-x)", since "--x" is something else.
    if (part.coefficient > 0)
      result.text += (first ? "" : " + ") + text;
    else
      result.text += first ? "-" + (factor == 1 ? operand(part.base, CLevel::primary) : text) : " - " + text;
    result.order = merged(result.order, part.base.order);
  };
  // "5 - x", not "-x + 5".
  const bool any_positive =
      std::any_of(sum.parts.begin(), sum.parts.end(), [](const auto& part) { return part.coefficient > 0; });
  const bool constant_first = sum.parts.empty() || (!any_positive && sum.constant > 0);
  if (constant_first) result.text = sum.constant.str();
  for (const auto& part : sum.parts)
    if (part.coefficient > 0) add(part);
  for (const auto& part : sum.parts)
    if (part.coefficient < 0) add(part);
  if (!constant_first) result.text = with_constant(result.text, sum.constant);
  if (sum.parts.empty()) return number_text(sum.constant);
  const bool single = sum.parts.size() == 1 && sum.constant == 0;
  const Integer factor = sum.parts.front().coefficient;
  if (single && factor == 1) return sum.parts.front().base;
  result.level = !single ? CLevel::sum : factor == -1 ? CLevel::unary : CLevel::product;
  result.range = range_of(sum);
  return checked(std::move(result));
}

CFormula make_bound(std::vector<LinearText::Part> parts, Relation relation, Integer limit, bool solve) {
  const Interval range = range_of(LinearText{parts, 0});
  if (const auto answer = decided(range, relation, limit)) return make_constant_formula(*answer);
  // Where only one value is left, or all but one, say so.
  const bool at_most = relation == Relation::at_most;
  const bool at_least = relation == Relation::at_least;
  if ((at_most && limit == range.low) || (at_least && limit == range.high)) relation = Relation::equal;
  const bool two_values = range.high - range.low == 1;
  if (relation == Relation::distinct && two_values) {
    relation = Relation::equal;
    limit = limit == range.low ? range.high : range.low;
  }
  if (solve && solve_cast(parts, relation, limit)) return make_bound(std::move(parts), relation, std::move(limit));
  CFormula result;
  result.kind = CFormula::Kind::bound;
  result.parts = std::move(parts);
  result.relation = relation;
  result.limit = std::move(limit);
  return result;
}

CText bound_text(const CFormula& bound) {
  LinearText positive;
  LinearText negative;
  for (LinearText::Part part : bound.parts) {
    LinearText& side = part.coefficient > 0 ? positive : negative;
    part.coefficient = abs(part.coefficient);
    side.parts.push_back(std::move(part));
  }
  if (negative.parts.empty()) return against_constant(whole_sum_text(positive), bound.relation, bound.limit);
  return against_sum(std::move(positive), bound.relation, std::move(negative), bound.limit);
}

}  // namespace bireach::checker
