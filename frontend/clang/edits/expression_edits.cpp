// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/expression_edits.h"

#include <algorithm>

namespace bireach::frontend {
namespace {

constexpr std::size_t most_repeated_text = 400, most_replacing = 12;

bool is_literal(const clang::Expr* expression) {
  return llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(expression->IgnoreParenImpCasts());
}

}  // namespace

int binding_of(const clang::Expr* expression) {
  expression = bare(expression);
  if (llvm::isa<clang::ConditionalOperator, clang::BinaryConditionalOperator>(expression)) return binds_conditional;
  if (llvm::isa<clang::CStyleCastExpr>(expression)) return binds_unary;
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return single->isPostfix() ? binds_postfix : binds_unary;
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression)) return binds_unary;
  if (llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr, clang::CallExpr>(expression)) return binds_postfix;
  const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return pair ? binding_of(pair->getOpcode()) : binds_all;
}

int binding_of(clang::BinaryOperatorKind op) {
  if (clang::BinaryOperator::isAssignmentOp(op)) return binds_assignment;
  if (clang::BinaryOperator::isMultiplicativeOp(op)) return binds_product;
  if (clang::BinaryOperator::isAdditiveOp(op)) return binds_sum;
  if (clang::BinaryOperator::isShiftOp(op)) return binds_shift;
  if (clang::BinaryOperator::isRelationalOp(op)) return binds_less;
  if (clang::BinaryOperator::isEqualityOp(op)) return binds_equal;
  switch (op) {
    case clang::BO_And:
      return binds_bit_and;
    case clang::BO_Xor:
      return binds_xor;
    case clang::BO_Or:
      return binds_bit_or;
    case clang::BO_LAnd:
      return binds_and;
    case clang::BO_LOr:
      return binds_or;
    default:
      return binds_comma;
  }
}

std::size_t ExpressionEdits::commit(GateDraft draft) {
  std::vector<Gate>& units = collected_.data.units;
  if (draft.drafts.empty()) return units.size();
  draft.unit.file = file_.number();
  units.push_back(std::move(draft.unit));
  collected_.drafts.push_back(std::move(draft.drafts));
  return units.size() - 1;
}

std::optional<GateDraft> ExpressionEdits::open(const clang::Expr* expression, const Spot& place) const {
  const auto span = file_.span(expression);
  if (!span || !on_one_line(file_.text(*span))) return std::nullopt;
  const std::string type = file_.promoted(expression);
  const bool calls = has_calls(expression);
  if (type.empty() && (calls || !expression->getType()->isPointerType())) return std::nullopt;
  if (!calls && span->end - span->begin > most_repeated_text) return std::nullopt;
  GateDraft result;
  result.unit.form = calls ? Gate::Form::value : Gate::Form::text;
  result.unit.span = *span;
  result.unit.operands = {*span};
  result.unit.types = {type};
  result.unit.plain = std::string(1, first_operand);
  if (place.role == Role::condition)
    result.unit.cast = "!!";
  else if (!type.empty())
    result.unit.cast = "(" + (place.role == Role::value ? place.to : type) + ")";
  result.unit.converts = place.role == Role::condition || (place.role == Role::value && !type.empty());
  result.unit.names = names_.names();
  result.place = place;
  result.range = file_.place(*span);
  result.old_binding = binding_of(expression);
  return result;
}

bool ExpressionEdits::fits(const Spot& place, const std::string& type, const std::string& other) const {
  if (type.empty() || other.empty()) return false;
  return place.role == Role::condition || place.role == Role::value || type == other;
}

std::string ExpressionEdits::written(const clang::Expr* expression, int needs) const {
  const auto span = file_.span(bare(expression));
  return span ? in_place(file_.text(*span), binding_of(expression), needs) : "";
}

std::string ExpressionEdits::flat(const clang::Expr* expression) const {
  const auto span = file_.span(bare(expression));
  return "(" + (span ? on_one_line(file_.text(*span)).value_or("0") : "0") + ")";
}

void ExpressionEdits::visit(const clang::Expr* expression, Spot place) {
  expression = bare(expression);
  if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(expression)) {
    place.needs = binds_comma;
    return visit(parentheses->getSubExpr(), place);
  }
  const auto span = file_.span(expression);
  if (span && !seen_.insert(*span).second) return;
  if (constant(expression, place)) return;
  if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    if (pair->isAssignmentOp()) return assignment(pair, place, false);
    if (pair->isLogicalOp()) return logical(pair, place);
    if (pair->getOpcode() != clang::BO_Comma) return binary(pair, place);
    visit(pair->getLHS(), {place.site, Role::other, binds_assignment, {}, false});
    return visit(pair->getRHS(), {place.site, Role::other, binds_assignment, {}, false});
  }
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(expression)) return unary(single, place);
  if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression)) return variable(use, place);
  if (const auto* use = llvm::dyn_cast<clang::MemberExpr>(expression)) return member(use, place);
  if (const auto* use = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) return element(use, place);
  if (const auto* made = llvm::dyn_cast<clang::CallExpr>(expression)) return call(made, place, false);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) return conditional(choice, place);
  if (const auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(expression))
    visit(cast->getSubExpr(), {place.site, Role::other, binds_unary, {}, false});
}

void ExpressionEdits::visit_target(const clang::Expr* expression, std::size_t site) {
  expression = bare(expression);
  if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(expression))
    return visit_target(parentheses->getSubExpr(), site);
  if (const auto* use = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    visit_target(use->getBase(), site);
    visit(use->getIdx(), {site, Role::subscript, binds_comma, {}, false});
    return swap_subscripts(use, site);
  }
  if (const auto* use = llvm::dyn_cast<clang::MemberExpr>(expression)) return visit_target(use->getBase(), site);
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(expression))
    if (single->getOpcode() == clang::UO_Deref)
      visit(single->getSubExpr(), {site, Role::other, binds_unary, {}, false});
}

/// `e + 1` and `e - 1`.
void ExpressionEdits::add_neighbours(GateDraft& unit, const clang::Expr* expression, unsigned size) const {
  const Spot& place = unit.place;
  const bool wanted = place.role == Role::value || place.role == Role::compared || place.role == Role::subscript;
  if (!wanted || !is_integer(expression->getType()) || unit.unit.types[0].empty()) return;
  const std::string text = written(expression, binds_sum);
  for (const char* added : {" + 1", " - 1"})
    unit.add(EditKind::operand, size, text + added, std::string(1, first_operand) + added, binds_sum);
}

void ExpressionEdits::add_calls(GateDraft& unit, const std::string& type) const {
  for (const Nameable& call : names_.calls())
    if (fits(unit.place, type, call.type)) unit.add(EditKind::variable, 2, call.text, call.schema, call.binding);
}

/// Is it one, with or without macros?
bool ExpressionEdits::constant(const clang::Expr* expression, const Spot& place) {
  const clang::Expr* inner = expression;
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(expression))
    if (single->getOpcode() == clang::UO_Minus) inner = single->getSubExpr();
  bool named = false;
  for_each_node(expression, [&](const clang::Stmt* node) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node);
    named = named || (use && !llvm::isa<clang::EnumConstantDecl>(use->getDecl())) || llvm::isa<clang::CallExpr>(node);
  });
  const bool is_enumerator = llvm::isa<clang::DeclRefExpr>(expression);
  if (named || !(is_literal(inner) || is_enumerator || expression->getBeginLoc().isMacroID())) return false;
  if (!is_integer(expression->getType()) || expression->isValueDependent()) return false;
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, file_.context()) || result.Val.getInt().getMinSignedBits() > 64) return false;
  auto unit = open(expression, place);
  if (!unit) return false;
  const std::int64_t number = result.Val.getInt().getExtValue();
  ++collected_.constants[number];
  const std::string value(1, hole);
  const auto add = [&](EditKind kind, unsigned size, bool constant_only) {
    Draft& draft = unit->add(kind, size, value, value, binds_all);
    draft.edit.takes_value = true;
    draft.edit.constant_only = constant_only;
    draft.edit.original = number;
    draft.hole_type = place.role == Role::value ? place.to : unit->unit.types[0];
    draft.hole_converts = unit->unit.converts;
  };
  add(EditKind::constant, 1, true);
  const auto* letter = llvm::dyn_cast<clang::CharacterLiteral>(inner->IgnoreParenImpCasts());
  unit->drafts.back().is_letter = letter && letter->getKind() == clang::CharacterLiteral::Ascii;
  if (!unit->unit.names->operands.empty() && !place.whole) add(EditKind::variable, 2, false);
  commit(std::move(*unit));
  return true;
}

void ExpressionEdits::variable(const clang::DeclRefExpr* use, const Spot& place) {
  const auto* used = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
  if (!used || used->getType().isVolatileQualified()) return;
  auto unit = open(use, place);
  if (!unit) return;
  const std::string type = unit->unit.types[0];
  std::size_t count = 0;
  for (const clang::VarDecl* other : visible_.variables()) {
    if (other->getName() == used->getName() || count >= most_replacing) continue;
    const std::string other_type = file_.promoted(other->getType());
    const bool same = other->getType().getCanonicalType().getUnqualifiedType() ==
                      used->getType().getCanonicalType().getUnqualifiedType();
    if (!(type.empty() ? same : fits(place, type, other_type))) continue;
    ++count;
    unit->add(EditKind::variable, same ? 1 : 2, other->getNameAsString(), other->getNameAsString(), binds_all);
  }
  if (!type.empty()) {
    add_calls(*unit, type);
    add_neighbours(*unit, use, place.role == Role::subscript ? 1 : 2);
    const bool is_number = place.role != Role::condition && place.role != Role::subscript;
    if (is_number && !type.starts_with("unsigned"))
      unit->add(EditKind::operand, 3, "-" + use->getDecl()->getNameAsString(), std::string("-") + first_operand,
                binds_unary);
  }
  commit(std::move(*unit));
}

void ExpressionEdits::member(const clang::MemberExpr* use, const Spot& place) {
  visit_target(use, place.site);
  auto unit = open(use, place);
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(use->getMemberDecl());
  if (!unit || !field || facts_.has_effects(use) || use->getMemberLoc().isMacroID()) return;
  const auto name = file_.span(clang::SourceRange(use->getMemberLoc()));
  if (name && unit->unit.form == Gate::Form::text && name->begin > unit->unit.span.begin) {
    const std::string base = file_.text({unit->unit.span.begin, name->begin});
    for (const clang::FieldDecl* other : field->getParent()->fields())
      if (other != field && !other->getName().empty() && !other->isBitField() && !field->isBitField() &&
          other->getType().getCanonicalType() == field->getType().getCanonicalType()) {
        const std::string text = base + other->getNameAsString();
        unit->add(EditKind::variable, 1, text, on_one_line(text).value_or("0"), binds_postfix);
      }
  }
  add_neighbours(*unit, use, 2);
  commit(std::move(*unit));
}

void ExpressionEdits::element(const clang::ArraySubscriptExpr* use, const Spot& place) {
  visit_target(use, place.site);
  auto unit = open(use, place);
  if (!unit || facts_.has_effects(use)) return;
  add_neighbours(*unit, use, 2);
  if (place.role == Role::value || place.role == Role::compared) add_calls(*unit, unit->unit.types[0]);
  commit(std::move(*unit));
}

void ExpressionEdits::unary(const clang::UnaryOperator* single, const Spot& place) {
  const clang::Expr* operand = single->getSubExpr();
  if (single->isIncrementDecrementOp()) return increment(single, place);
  if (single->getOpcode() == clang::UO_Deref || single->getOpcode() == clang::UO_AddrOf)
    return visit_target(single->getOpcode() == clang::UO_Deref ? single : operand, place.site);
  const bool is_not = single->getOpcode() == clang::UO_LNot;
  if (!is_not && single->getOpcode() != clang::UO_Minus && single->getOpcode() != clang::UO_Not) return;
  auto unit = open(single, place);
  if (unit && single->getOpcode() != clang::UO_Not && file_.span(bare(operand))) {
    const std::string text = written(operand, binds_comma);
    const bool repeats = unit->unit.form == Gate::Form::text;
    const bool is_condition = place.role == Role::condition;
    if (is_not ? is_condition || (repeats && fits(place, "int", file_.promoted(operand))) : true) {
      std::string schema = repeats ? flat(operand) : std::string(is_not ? "!" : "-") + first_operand;
      unit->add(is_not ? EditKind::negated : EditKind::operand, is_not ? 2 : 1, text, schema, binding_of(operand));
    }
    commit(std::move(*unit));
  }
  visit(operand, {place.site, is_not ? Role::condition : Role::other, binds_unary, {}, false});
}

void ExpressionEdits::increment(const clang::UnaryOperator* single, const Spot& place) {
  const clang::Expr* operand = single->getSubExpr();
  visit_target(operand, place.site);
  auto unit = open(single, place);
  if (!unit || has_calls(operand) || facts_.has_effects(operand) || !file_.span(bare(operand))) return;
  const std::string text = written(operand, binds_unary);
  const auto add = [&](bool prefix, bool up, unsigned size) {
    const std::string op = up ? "++" : "--";
    const std::string changed = prefix ? op + text : text + op;
    Draft& draft = unit->add(EditKind::arithmetic, size, changed, on_one_line(changed).value_or("0"),
                             prefix ? binds_unary : binds_postfix);
    draft.shown_from = flat(single).substr(1, flat(single).size() - 2);
    draft.shown_to = changed;
  };
  const bool prefix = single->isPrefix(), up = single->isIncrementOp();
  add(prefix, !up, 1);
  if (place.role != Role::other || !place.whole) add(!prefix, up, 2);
  commit(std::move(*unit));
}

/// `!` before a term or a condition, where no operator can be exchanged instead.
void ExpressionEdits::negate(const clang::Expr* expression, const Spot& place) {
  const clang::Expr* inner = expression->IgnoreParenImpCasts();
  if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(inner))
    if (pair->isComparisonOp() || pair->isLogicalOp()) return;
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(inner))
    if (single->getOpcode() == clang::UO_LNot) return;
  auto unit = open(bare(expression), place);
  if (!unit) return;
  unit->add(EditKind::negated, 2, "!" + written(expression, binds_unary), std::string("!") + first_operand,
            binds_unary);
  commit(std::move(*unit));
}

bool is_truth(const clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return pair->isComparisonOp() || pair->isLogicalOp();
  const auto* single = llvm::dyn_cast<clang::UnaryOperator>(expression);
  return single && single->getOpcode() == clang::UO_LNot;
}

/// Never, always, and negated.
void ExpressionEdits::strengthen(const clang::Expr* whole, const Spot& place) {
  const auto span = file_.span(whole);
  if (!span || !on_one_line(file_.text(*span)) || !whole->getType()->isScalarType()) return;
  GateDraft unit;
  unit.unit.form = Gate::Form::condition;
  unit.unit.span = *span;
  unit.unit.operands = {*span};
  unit.unit.converts = facts_.has_effects(whole) || has_calls(whole) || span->end - span->begin > most_repeated_text;
  unit.unit.names = names_.names();
  unit.place = place;
  unit.range = file_.place(*span);
  unit.old_binding = binding_of(whole);
  Draft& never = unit.add(EditKind::never, 2, "0", "", binds_all);
  never.guarding = Guarding::never;
  never.edit.takes_guard = true;
  Draft& always = unit.add(EditKind::always, 2, "1", "", binds_all);
  always.guarding = Guarding::always;
  always.edit.takes_guard = true;
  unit.add(EditKind::negated, 2, "!" + written(whole, binds_unary), "", binds_unary);
  commit(std::move(unit));
}

/// `if (n)` becomes `if (n > 0)`.
void ExpressionEdits::compare_with_zero(const clang::Expr* whole, const Spot& place) {
  if (is_truth(whole) || file_.promoted(whole).empty()) return;
  auto unit = open(whole, place);
  if (!unit) return;
  for (const char* comparison : {" > 0", " >= 0", " < 0", " <= 0"})
    unit->add(EditKind::comparison, 2, written(whole, binds_less) + comparison,
              std::string(1, first_operand) + comparison, binds_less);
  commit(std::move(*unit));
}

void ExpressionEdits::condition(const clang::Expr* expression, std::size_t site) {
  const clang::Expr* whole = bare(expression);
  const Spot place{site, Role::condition, binds_comma, {}, true};
  strengthen(whole, place);
  compare_with_zero(whole, place);
  visit(expression, place);
}

void ExpressionEdits::value(const clang::Expr* expression, std::size_t site, clang::QualType to, int needs) {
  const clang::Expr* whole = bare(expression);
  const std::string type = file_.type_name(to);
  if (type.empty() || file_.promoted(whole).empty()) return visit(expression, {site, Role::other, needs, {}, false});
  const Spot place{site, Role::value, needs, type, true};
  if (auto unit = open(whole, place)) {
    const std::string text(1, hole);
    Draft& draft = unit->add(EditKind::value, 2, text, text, binds_all);
    draft.edit.takes_value = draft.edit.takes_guard = true;
    draft.hole_type = type;
    if (is_integer(to) && is_integer(whole->getType()) && !is_truth(whole)) {
      const std::string terms(1, linear_hole);
      unit->add(EditKind::linear, 3, terms, terms, binds_sum).edit.takes_linear = true;
      unit->add(EditKind::linear, 3, written(whole, binds_sum) + terms, first_operand + (" + " + terms), binds_sum)
          .edit.takes_linear = true;
    }
    commit(std::move(*unit));
  }
  if (is_truth(whole)) strengthen(whole, place);
  visit(expression, place);
}

}  // namespace bireach::frontend
