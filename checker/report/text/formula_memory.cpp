// SPDX-License-Identifier: Apache-2.0
/// Elements of arrays, and of memory, as C text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "checker/report/text/formula_printer.h"

namespace bireach::checker {

using logic::Integer;
using logic::Kind;
using logic::Term;

/// Up to multiples of the modulus; numbers in the sum are between plus and minus half of it.
LinearText FormulaPrinter::address(Term term, const Integer& modulus) {
  LinearText sum;
  add_address(sum, term, 1, modulus);
  const auto reduced = [&modulus](const Integer& number) {
    const Integer rest = logic::euclidean_mod(number, modulus);
    return 2 * rest < modulus ? rest : Integer(rest - modulus);
  };
  sum.constant = reduced(sum.constant);
  for (auto& part : sum.parts) part.coefficient = reduced(part.coefficient);
  std::erase_if(sum.parts, [](const LinearText::Part& part) { return part.coefficient == 0; });
  return sum;
}

/// How many numbers an index of an array that is not memory may be.
Integer FormulaPrinter::all_addresses(Term index) {
  constexpr unsigned width_of_addresses = 64;
  return logic::power_of_two(index.sort().is_int() ? width_of_addresses : index.sort().width());
}

/// Up to multiples of the modulus.
void FormulaPrinter::add_address(LinearText& sum, Term term, const Integer& factor, const Integer& modulus) {
  if (term.sort().is_int()) {
    const logic::LinearSum summands = logic::linear_sum(term);
    sum.constant += factor * summands.constant;
    for (const auto& [part, coefficient] : summands.monomials) {
      const bool is_reduction =
          part.kind() == Kind::IntMod && part[1].is_constant() && part[1].constant() % modulus == 0;
      const bool is_choice = part.kind() == Kind::Ite;
      const logic::LinearSum difference = is_choice ? logic::linear_difference(part[1], part[2]) : logic::LinearSum{};
      if (is_reduction)
        add_address(sum, part[0], factor * coefficient, modulus);
      else if (is_choice && difference.monomials.empty() && difference.constant % modulus == 0)
        add_address(sum, part[2], factor * coefficient, modulus);
      else
        add_part(sum, base(part), factor * coefficient);
    }
  } else if (term.kind() == Kind::BvAdd) {
    for (const Term part : term.children()) add_address(sum, part, factor, modulus);
  } else if (term.kind() == Kind::BvMul && term.children().size() == 2 && term[0].is_constant()) {
    add_address(sum, term[1], factor * term[0].constant(), modulus);
  } else if (term.is_constant()) {
    sum.constant += factor * term.constant();
  } else {
    add_part(sum, bits(term, read_type(term)), factor);
  }
}

/// "a[i + 1].next": by the names of two elements, one coefficient apart, whose names differ in one number by 1.
std::string FormulaPrinter::indexed(const VariableText& shown, const LinearText& sum) {
  if (!shown.element_name || sum.parts.size() != 1 || sum.parts[0].coefficient <= 0) return "";
  constexpr std::size_t most_digits = 9;
  const Integer& step = sum.parts[0].coefficient;
  // If the element at the constant has a name, its neighbours are asked; else the array begins behind it.
  const bool is_named = !(*shown.element_name)(sum.constant).empty();
  for (const int before : is_named ? std::array{0, -1} : std::array{1, 2}) {
    const std::string first = (*shown.element_name)(sum.constant + step * before);
    const std::string second = (*shown.element_name)(sum.constant + step * (before + 1));
    const auto differ = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
    const std::size_t open = first.rfind('[', static_cast<std::size_t>(differ - first.begin()));
    if (first.empty() || second.empty() || open == std::string::npos) continue;
    const std::size_t close = first.find(']', open);
    const std::size_t other_close = second.find(']', open);
    if (close == std::string::npos || other_close == std::string::npos) continue;
    const std::string number = first.substr(open + 1, close - open - 1);
    const std::string next = second.substr(open + 1, other_close - open - 1);
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    if (number.empty() || number.size() > most_digits || !std::all_of(number.begin(), number.end(), is_digit)) continue;
    if (next != std::to_string(std::stol(number) + 1) || first.substr(close) != second.substr(other_close)) continue;
    LinearText index{{{sum.parts[0].base, 1}}, Integer(std::stol(number)) - before};
    return first.substr(0, open + 1) + sum_text(index).text + first.substr(close);
  }
  return "";
}

/// "a[i][j + 1]": each summand belongs to the outermost index that it is a multiple of, or to one of its own.
std::string FormulaPrinter::indexed_in_each(const VariableText& shown, const LinearText& sum) {
  std::vector<LinearText> parts(shown.indices.size());
  LinearText rest = sum;
  Integer stride = 1;
  for (std::size_t i = 1; i < parts.size(); ++i) stride *= shown.indices[i].count;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    LinearText left;
    for (LinearText::Part& part : rest.parts) {
      const bool is_here = part.coefficient % stride == 0;
      if (is_here) part.coefficient /= stride;
      (is_here ? parts[i] : left).parts.push_back(std::move(part));
    }
    rest.parts = std::move(left.parts);
    parts[i].constant = (rest.constant - logic::euclidean_mod(rest.constant, stride)) / stride;
    rest.constant = logic::euclidean_mod(rest.constant, stride);
    if (i + 1 < parts.size()) stride /= shown.indices[i + 1].count;
  }
  std::vector<std::string> texts;
  for (LinearText& part : parts) texts.push_back(sum_text(part).text);
  return frontend::with_indices(shown.text, shown.indices, texts);
}

/// "*p", "p[i + 1]" where the address is that of a pointer to such cells, plus multiples of their size; "p->member"
/// where it is that of a structure.
std::optional<CText> FormulaPrinter::pointed(const CellsText& cells, LinearText sum) {
  const auto is_pointer = [&](const LinearText::Part& part) {
    return part.coefficient == 1 && !part.base.pointee.empty();
  };
  const auto pointer = std::find_if(sum.parts.begin(), sum.parts.end(), is_pointer);
  if (pointer == sum.parts.end() || cells.size == 0) return std::nullopt;
  CText result = pointer->base;
  const std::string pointee = result.pointee;
  sum.parts.erase(pointer);
  if (pointee != cells.type) {
    const bool is_record = pointee.starts_with("struct ") || pointee.starts_with("union ");
    const bool is_theirs =
        cells.owner.empty() ? !is_record : pointee == cells.owner || pointee == "struct " + cells.owner;
    if (cells.member.empty() || !sum.parts.empty() || sum.constant != 0) return std::nullopt;
    if (cells.owner.empty() && !is_theirs) return std::nullopt;
    const std::string base = is_theirs ? operand(result, CLevel::primary)
                                       : fmt::format("((struct {} *){})", cells.owner, operand(result, CLevel::unary));
    result.text = base + "->" + cells.member;
    result.level = CLevel::primary;
    return result;
  }
  sum.constant += cells.shift;
  for (auto& part : sum.parts) {
    if (part.coefficient % cells.size != 0) return std::nullopt;
    part.coefficient /= cells.size;
  }
  if (sum.constant % cells.size != 0) return std::nullopt;
  sum.constant /= cells.size;
  if (sum.parts.empty() && sum.constant == 0) {
    result.text = "*" + operand(result, CLevel::unary);
    result.level = CLevel::unary;
    return result;
  }
  result.text = operand(result, CLevel::primary) + "[" + sum_text(sum).text + "]";
  result.level = CLevel::primary;
  return result;
}

CText FormulaPrinter::stored_text(Term store) {
  const Term value = store[2];
  return value.sort().is_int() ? integer(value)
                               : bits(value, frontend::integer_of(value.sort().width(), reads_signed(store)));
}

CText FormulaPrinter::element(Term array_term, Term index_term) {
  if (array_term.kind() == Kind::Store && array_term[1] == index_term) return stored_text(array_term);
  if (array_term.kind() == Kind::Store) {
    const CText i = number(array_term[1]);
    const CText j = number(index_term);
    const Term stored = array_term[2];
    const bool is_known = array_term[1].is_constant() || index_term.is_constant();
    const CText test = is_known ? text(equality(index_term, array_term[1]))
                                : binary_text(j, "==", i, CLevel::equality, CLevel::sum, CLevel::sum);
    const bool is_int = stored.sort().is_int();
    const CText then_text = stored_text(array_term);
    const CText other = element(array_term[0], index_term);
    CText inner = then_text;  // its reading, then the element's own text
    inner.text = fmt::format("({} ? {} : {})", test.text, operand(then_text, CLevel::logical_or),
                             operand(other, CLevel::conditional));
    inner.level = CLevel::primary;
    inner.range = is_int ? all_integers() : frontend::hull(then_text.range, other.range);
    inner.order = merged(test.order, merged(then_text.order, other.order));
    return checked(std::move(inner));
  }
  const CText whole = array(array_term);
  const CText index = number(index_term);
  CText result;
  result.text = operand(whole, CLevel::primary) + "[" + index.text + "]";
  if (array_term.kind() == Kind::Variable) {
    const VariableText& shown = name(array_term);
    const bool is_known = index_term.is_constant() && shown.element_name;
    const std::string place = is_known ? (*shown.element_name)(index_term.constant()) : "";
    if (!place.empty()) {
      result.text = place;
    } else if (shown.indices.size() == 1) {
      result.text = frontend::with_indices(shown.text, shown.indices, {index.text});
    } else if (!shown.indices.empty()) {
      result.text = indexed_in_each(shown, address(index_term, all_addresses(index_term)));
    } else if (shown.cells) {
      const LinearText at = address(index_term, shown.cells->addresses);
      const std::string by_index = indexed(shown, at);
      if (!by_index.empty()) {
        result.text = by_index;
      } else if (const auto by_pointer = pointed(*shown.cells, at)) {
        result.text = by_pointer->text;
        result.level = by_pointer->level;
      }
    }
    result.value_name = shown.value_name;
    result.addresses_are_known = shown.addresses_are_known;
    result.pointee = shown.pointee;
    result.pointee_size = shown.pointee_size;
  }
  result.range = whole.range;
  result.is_signed = whole.is_signed;
  result.is_boolean = whole.is_boolean;
  result.type = whole.type;
  result.order = merged(whole.order, index.order);
  return checked(std::move(result));
}

}  // namespace bireach::checker
