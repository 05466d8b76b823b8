// SPDX-License-Identifier: Apache-2.0
#include "checker/report/text/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checker/report/text/formula_printer.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {
namespace {

using FormulaKind = CFormula::Kind;
using Relation = CFormula::Relation;
using logic::Integer;
using logic::Term;

CFormula negation(CFormula formula) {
  switch (formula.kind) {
    case FormulaKind::constant:
      formula.value = !formula.value;
      break;
    case FormulaKind::bound:
      switch (formula.relation) {
        case Relation::at_most:
          return make_bound(std::move(formula.parts), Relation::at_least, formula.limit + 1);
        case Relation::at_least:
          return make_bound(std::move(formula.parts), Relation::at_most, formula.limit - 1);
        case Relation::equal:
          return make_bound(std::move(formula.parts), Relation::distinct, formula.limit);
        case Relation::distinct:
          return make_bound(std::move(formula.parts), Relation::equal, formula.limit);
      }
      break;
    case FormulaKind::text:
      std::swap(formula.positive, formula.negative);
      break;
    case FormulaKind::conjunction:
    case FormulaKind::disjunction:
      formula.kind = formula.kind == FormulaKind::conjunction ? FormulaKind::disjunction : FormulaKind::conjunction;
      for (CFormula& child : formula.children) child = negation(std::move(child));
      break;
  }
  return formula;
}

std::string key_of(const std::vector<LinearText::Part>& parts) {
  std::string key;
  for (const auto& part : parts) key += part.coefficient.str() + "*" + part.base.text + "\n";
  return key;
}

/// What a conjunction says of one linear term.
struct Bounds {
  std::vector<LinearText::Part> parts;
  std::optional<Integer> lower, upper;
  std::set<Integer> excluded;

  void add(const CFormula& bound) {
    const bool equal = bound.relation == Relation::equal;
    if (bound.relation == Relation::distinct) excluded.insert(bound.limit);
    if ((equal || bound.relation == Relation::at_least) && (!lower || bound.limit > *lower)) lower = bound.limit;
    if ((equal || bound.relation == Relation::at_most) && (!upper || bound.limit < *upper)) upper = bound.limit;
  }

  /// The atoms left when all is merged.
  [[nodiscard]] std::vector<CFormula> atoms() {
    while (lower && excluded.erase(*lower) > 0) ++*lower;
    while (upper && excluded.erase(*upper) > 0) --*upper;
    if (lower && upper && *lower > *upper) return {make_constant_formula(false)};
    if (lower && upper && *lower == *upper) return {make_bound(parts, Relation::equal, *lower)};
    std::vector<CFormula> result;
    if (lower) result.push_back(make_bound(parts, Relation::at_least, *lower));
    if (upper) result.push_back(make_bound(parts, Relation::at_most, *upper));
    for (const Integer& value : excluded) {
      if ((lower && value < *lower) || (upper && value > *upper)) continue;
      result.push_back(make_bound(parts, Relation::distinct, value));
    }
    return result;
  }
};

std::vector<std::uint32_t> variables_of(const CFormula& formula) {
  std::vector<std::uint32_t> result;
  for (const auto& part : formula.parts) result = merged(result, part.base.order);
  for (const CFormula& child : formula.children) result = merged(result, variables_of(child));
  return formula.kind == FormulaKind::text ? formula.positive.order : result;
}

/// Text and what decides its place.
struct Sorted {
  std::size_t rank;
  std::vector<std::uint32_t> variables;
  CFormula formula;
};

/// Does it say where in memory something lies? That is of the least interest.
bool bounds_address(const CFormula& atom) {
  const bool is_bound =
      atom.kind == FormulaKind::bound && (atom.relation == Relation::at_most || atom.relation == Relation::at_least);
  const auto is_address = [](const LinearText::Part& part) {
    const auto& inner = part.base.cast_of;
    return !part.base.pointee.empty() ||
           (inner && std::any_of(inner->parts.begin(), inner->parts.end(),
                                 [](const auto& own) { return !own.base.pointee.empty(); }));
  };
  return is_bound && std::any_of(atom.parts.begin(), atom.parts.end(), is_address);
}

void flatten(CFormula formula, std::vector<CFormula>& into) {
  if (formula.kind != FormulaKind::conjunction) {
    into.push_back(std::move(formula));
    return;
  }
  for (CFormula& child : formula.children) flatten(std::move(child), into);
}

/// A conjunction without duplicates, with merged bounds, in order.
CFormula conjunction(std::vector<CFormula> children) {
  std::vector<CFormula> flat;
  for (CFormula& child : children) flatten(std::move(child), flat);
  std::map<std::string, Bounds> bounds;
  std::vector<CFormula> atoms;
  for (CFormula& child : flat) {
    if (child.kind != FormulaKind::bound) {
      atoms.push_back(std::move(child));
      continue;
    }
    Bounds& entry = bounds[key_of(child.parts)];
    entry.parts = child.parts;
    entry.add(child);
  }
  for (auto& [key, entry] : bounds)
    for (CFormula& atom : entry.atoms()) atoms.push_back(std::move(atom));
  std::vector<Sorted> sorted;
  for (CFormula& atom : atoms) {
    if (atom.kind == FormulaKind::constant && atom.value) continue;
    if (atom.kind == FormulaKind::constant) return atom;
    std::vector<std::uint32_t> variables = variables_of(atom);
    const std::size_t rank = (variables.size() > 1 ? 1U : 0U) + (atom.kind == FormulaKind::disjunction ? 2U : 0U) +
                             (bounds_address(atom) ? 4U : 0U);
    sorted.push_back({rank, std::move(variables), std::move(atom)});
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const Sorted& a, const Sorted& b) {
    return std::tie(a.rank, a.variables) < std::tie(b.rank, b.variables);
  });
  if (sorted.empty()) return make_constant_formula(true);
  if (sorted.size() == 1) return std::move(sorted.front().formula);
  CFormula result;
  result.kind = FormulaKind::conjunction;
  for (Sorted& entry : sorted) result.children.push_back(std::move(entry.formula));
  return result;
}

CFormula disjunction(std::vector<CFormula> children) {
  for (CFormula& child : children) child = negation(std::move(child));
  return negation(conjunction(std::move(children)));
}

/// In parentheses where C's compilers ask for them: conjunctions inside disjunctions too.
std::string grouped(const CText& text, CLevel outer) {
  return text.level <= CLevel::logical_and && text.level != outer ? "(" + text.text + ")" : text.text;
}

/// What stands for a conjunct that is too long.
std::string summary(const Term& conjunct, FormulaPrinter& printer) {
  std::vector<std::string> names;
  for (const Term variable : free_variables(conjunct)) names.push_back(printer.name(variable).text);
  constexpr std::size_t limit = 8;
  const std::size_t more = names.size() > limit ? names.size() - limit : 0;
  names.resize(names.size() - more);
  return fmt::format("(a condition on {}{}, too long to show)", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

CFormula make_constant_formula(bool value) {
  CFormula result;
  result.value = value;
  return result;
}

CFormula make_text(CText positive, CText negative) {
  CFormula result;
  result.kind = FormulaKind::text;
  result.positive = checked(std::move(positive));
  result.negative = checked(std::move(negative));
  return result;
}

const VariableText& FormulaPrinter::name(Term variable) {
  const auto found = known_names_.find(variable);
  return found != known_names_.end() ? found->second : known_names_.emplace(variable, names_(variable)).first->second;
}

CFormula FormulaPrinter::formula(Term term) {
  if (const auto found = formulas_.find(term); found != formulas_.end()) return found->second;
  CFormula result = connective(term);
  return formulas_.emplace(term, std::move(result)).first->second;
}

CFormula FormulaPrinter::connective(Term term) {
  std::vector<CFormula> children;
  switch (term.kind()) {
    case logic::Kind::Constant:
      return make_constant_formula(term.is_true());
    case logic::Kind::Variable: {
      const VariableText& shown = name(term);
      const CText positive{shown.text, shown.level, {0, 1}, true, {}, true, {term.id()}, frontend::int_type};
      CText negative = positive;
      negative.text = "!" + operand(positive, CLevel::unary);
      negative.level = CLevel::unary;
      return make_text(positive, negative);
    }
    case logic::Kind::Not:
      return negation(formula(term[0]));
    case logic::Kind::And:
      for (const Term child : term.children()) children.push_back(formula(child));
      return conjunction(std::move(children));
    case logic::Kind::Or:
      for (const Term child : term.children()) children.push_back(formula(child));
      return disjunction(std::move(children));
    case logic::Kind::Ite:
      return choice(term);
    case logic::Kind::Equal:
      return equality(term[0], term[1]);
    case logic::Kind::LessEqual:
      return comparison(term[0], term[1], Relation::at_most);
    case logic::Kind::Less:
      return negation(comparison(term[1], term[0], Relation::at_most));
    case logic::Kind::Floating:
      return floating_formula(term);
    default:
      return bit_comparison(term.kind(), term[0], term[1]);
  }
}

CFormula FormulaPrinter::equality(Term left, Term right) {
  if (left.sort().is_int()) return comparison(left, right, Relation::equal);
  if (is_floating(left) || is_floating(right)) return floating_equality(left, right);
  if (left.sort().is_bit_vector()) return bit_comparison(logic::Kind::Equal, left, right);
  const CText a = left.sort().is_bool() ? condition(left) : array(left);
  const CText b = left.sort().is_bool() ? condition(right) : array(right);
  return make_text(binary_text(a, "==", b, CLevel::equality, CLevel::unary, CLevel::unary),
                   binary_text(a, "!=", b, CLevel::equality, CLevel::unary, CLevel::unary));
}

CFormula FormulaPrinter::choice(Term term) {
  const CFormula then_formula = formula(term[1]);
  const CFormula else_formula = formula(term[2]);
  return make_text(conditional(term, text(then_formula), text(else_formula)),
                   conditional(term, text(negation(then_formula)), text(negation(else_formula))));
}

CText FormulaPrinter::text(const CFormula& formula) {
  switch (formula.kind) {
    case FormulaKind::constant:
      return CText{formula.value ? "true" : "false", CLevel::primary, {0, 1}, true, {}, true, {}, frontend::int_type};
    case FormulaKind::bound:
      return bound_text(formula);
    case FormulaKind::text:
      return formula.positive;
    case FormulaKind::conjunction:
    case FormulaKind::disjunction:
      break;
  }
  const bool both = formula.kind == FormulaKind::conjunction;
  CText result;
  result.level = both ? CLevel::logical_and : CLevel::logical_or;
  result.range = {0, 1};
  for (const CFormula& child : formula.children) {
    const CText part = text(child);
    result.text += (result.text.empty() ? "" : both ? " && " : " || ") + grouped(part, result.level);
    result.order = merged(result.order, part.order);
  }
  return checked(std::move(result));
}

std::vector<std::string> conjunct_texts(Term formula, const VariableNames& names) {
  FormulaPrinter printer(names);
  std::vector<CFormula> children;
  std::vector<std::string> long_ones;
  for (const Term conjunct : logic::conjuncts(formula)) {
    try {
      CFormula child = printer.formula(conjunct);
      static_cast<void>(printer.text(child));
      children.push_back(std::move(child));
    } catch (const TextTooLong&) {
      long_ones.push_back(summary(conjunct, printer));
    }
  }
  const CFormula whole = conjunction(std::move(children));
  if (whole.kind == FormulaKind::constant && !whole.value) return {"false"};
  std::vector<std::string> texts;
  if (whole.kind == FormulaKind::conjunction) {
    for (const CFormula& child : whole.children) texts.push_back(grouped(printer.text(child), CLevel::logical_and));
  } else if (whole.kind != FormulaKind::constant) {
    const CText only = printer.text(whole);
    texts.push_back(long_ones.empty() ? only.text : grouped(only, CLevel::logical_and));
  }
  texts.insert(texts.end(), long_ones.begin(), long_ones.end());
  if (texts.empty()) texts.emplace_back("true");
  return texts;
}

std::string formula_text(Term formula, const VariableNames& names) {
  return joined_conjuncts(conjunct_texts(formula, names), 0);
}

std::string joined_conjuncts(const std::vector<std::string>& conjuncts, std::size_t width,
                             const std::vector<std::string>& known) {
  std::string whole = fmt::format("{}", fmt::join(conjuncts, " && "));
  if (width == 0 || columns(whole) <= width) return whole;
  const auto is_known = [&known](const std::string& text) {
    return std::find(known.begin(), known.end(), text) != known.end();
  };
  std::vector<std::size_t> order;
  for (const bool wanted : {false, true}) {
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      if (is_known(conjuncts[i]) == wanted) order.push_back(i);
  }
  const std::string rest = fmt::format(" && …({} more)", conjuncts.size() - 1);
  std::size_t used = columns(rest);
  std::set<std::size_t> chosen;
  for (const std::size_t i : order) {
    const std::size_t wanted = columns(conjuncts[i]) + (chosen.empty() ? 0 : 4);
    if (used + wanted > width) continue;
    used += wanted;
    chosen.insert(i);
  }
  if (chosen.empty()) return fmt::format("…({} condition{})", conjuncts.size(), conjuncts.size() == 1 ? "" : "s");
  std::string text;
  for (const std::size_t i : chosen) text += (text.empty() ? "" : " && ") + conjuncts[i];
  return text + fmt::format(" && …({} more)", conjuncts.size() - chosen.size());
}

}  // namespace bireach::checker
