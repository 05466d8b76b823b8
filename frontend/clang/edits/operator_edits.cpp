// SPDX-License-Identifier: Apache-2.0
/// Changes of expressions with several operands.
#include <algorithm>

#include "frontend/clang/edits/expression_edits.h"

namespace bireach::frontend {
namespace {

using Opcode = clang::BinaryOperatorKind;

constexpr std::size_t most_doubled_text = 400;
constexpr const char* left_place = "\2";
constexpr const char* right_place = "\3";

std::string spelled(Opcode op) {
  return clang::BinaryOperator::getOpcodeStr(op).str();
}

/// What may stand in its place.
std::vector<Opcode> alternatives(const clang::BinaryOperator* pair) {
  const bool pointers = pair->getLHS()->getType()->isPointerType() || pair->getRHS()->getType()->isPointerType();
  const bool integers = is_integer(pair->getLHS()->getType()) && is_integer(pair->getRHS()->getType());
  if (pair->isComparisonOp()) {
    if (pointers && pair->isEqualityOp()) return {clang::BO_EQ, clang::BO_NE};
    if (pointers) return {clang::BO_LT, clang::BO_LE, clang::BO_GT, clang::BO_GE};
    return {clang::BO_LT, clang::BO_LE, clang::BO_GT, clang::BO_GE, clang::BO_EQ, clang::BO_NE};
  }
  if (pair->isShiftOp()) return {clang::BO_Shl, clang::BO_Shr};
  if (pair->isBitwiseOp()) return {clang::BO_And, clang::BO_Or, clang::BO_Xor};
  if (pair->getType()->isPointerType()) return {clang::BO_Add, clang::BO_Sub};
  if (pointers) return {};
  if (integers) return {clang::BO_Add, clang::BO_Sub, clang::BO_Mul, clang::BO_Div, clang::BO_Rem};
  return {clang::BO_Add, clang::BO_Sub, clang::BO_Mul, clang::BO_Div};
}

bool is_neighbour(Opcode a, Opcode b) {
  const auto pair = [&](Opcode x, Opcode y) { return (a == x && b == y) || (a == y && b == x); };
  return pair(clang::BO_LT, clang::BO_LE) || pair(clang::BO_GT, clang::BO_GE) || pair(clang::BO_EQ, clang::BO_NE) ||
         pair(clang::BO_Add, clang::BO_Sub);
}

}  // namespace

/// The expression with another operator, spaced as it is.
std::string ExpressionEdits::joined(const clang::BinaryOperator* pair, const Span& op, const std::string& other,
                                    int binding) const {
  const Span left = *file_.span(bare(pair->getLHS())), right = *file_.span(bare(pair->getRHS()));
  return written(pair->getLHS(), binding) + file_.text({left.end, op.begin}) + other +
         file_.text({op.end, right.begin}) + written(pair->getRHS(), binding + 1);
}

void ExpressionEdits::binary(const clang::BinaryOperator* pair, const Spot& place) {
  const clang::Expr *left = pair->getLHS(), *right = pair->getRHS();
  const int binding = binding_of(pair);
  auto unit = open(pair, place);
  const auto op = file_.span(clang::SourceRange(pair->getOperatorLoc()));
  const auto first = file_.span(bare(left)), second = file_.span(bare(right));
  const bool is_written = unit && op && first && second && first->begin == unit->unit.span.begin &&
                          first->end <= op->begin && op->end <= second->begin && second->end == unit->unit.span.end;
  if (is_written) {
    unit->unit.operands = {*first, *second};
    unit->unit.types = {file_.promoted(left), file_.promoted(right)};
    unit->unit.plain = std::string(left_place) + " " + spelled(pair->getOpcode()) + " " + right_place;
    if (unit->unit.form == Gate::Form::value) unit->unit.op = *op;
    const bool possible =
        unit->unit.form == Gate::Form::text || (!unit->unit.types[0].empty() && !unit->unit.types[1].empty());
    if (possible) {
      exchange(*unit, pair, *op);
      leave_out(*unit, pair);
      swap(*unit, pair, *op);
      associate(*unit, pair);
      commit(std::move(*unit));
    }
  }
  const Role role = pair->isComparisonOp() ? Role::compared : Role::other;
  visit(left, {place.site, role, binding, {}, false});
  visit(right, {place.site, role, binding + 1, {}, false});
}

void ExpressionEdits::exchange(GateDraft& unit, const clang::BinaryOperator* pair, const Span& op) const {
  for (const Opcode other : alternatives(pair)) {
    if (other == pair->getOpcode()) continue;
    const int binding = binding_of(other);
    const std::string text = joined(pair, op, spelled(other), binding);
    Draft& draft = unit.add(pair->isComparisonOp() ? EditKind::comparison : EditKind::arithmetic,
                            is_neighbour(other, pair->getOpcode()) ? 1 : 2, text,
                            std::string(left_place) + " " + spelled(other) + " " + right_place, binding);
    draft.shown_from = spelled(pair->getOpcode());
    draft.shown_to = spelled(other);
  }
}

/// `n + 1` becomes `n`; and `f()` where it can be called, `n + 1 + 1`.
void ExpressionEdits::leave_out(GateDraft& unit, const clang::BinaryOperator* pair) const {
  if (pair->isComparisonOp()) return;
  const std::string type = file_.promoted(pair);
  const clang::Expr *left = pair->getLHS(), *right = pair->getRHS();
  const bool pointer = pair->getType()->isPointerType() && left->getType()->isPointerType();
  const auto add = [&](const clang::Expr* kept, const clang::Expr* dropped, const char* schema) {
    if (facts_.has_effects(dropped)) return;
    if (!(pointer ? kept == left : fits(unit.place, type, file_.promoted(kept)))) return;
    Draft& draft = unit.add(EditKind::operand, 1, written(kept, binds_comma), schema, binding_of(kept));
    draft.edit.takes_guard = unit.place.whole && unit.place.role == Role::value && !facts_.has_effects(pair);
  };
  add(left, right, left_place);
  add(right, left, right_place);
  if (type.empty()) return;
  if (pair->isAdditiveOp() && !facts_.has_effects(pair)) add_calls(unit, type);
  const bool has_literal = llvm::isa<clang::IntegerLiteral>(right->IgnoreParenImpCasts());
  const bool wanted =
      unit.place.role == Role::value || unit.place.role == Role::compared || unit.place.role == Role::subscript;
  if (!wanted || !is_integer(pair->getType()) || (pair->isAdditiveOp() && has_literal)) return;
  const std::string text = written(pair, binds_sum);
  for (const char* added : {" + 1", " - 1"})
    unit.add(EditKind::operand, 2, text + added, "(" + unit.unit.plain + ")" + added, binds_sum);
}

void ExpressionEdits::swap(GateDraft& unit, const clang::BinaryOperator* pair, const Span& op) const {
  const Opcode code = pair->getOpcode();
  const bool wanted = code == clang::BO_Sub || code == clang::BO_Div || code == clang::BO_Rem || pair->isShiftOp();
  const clang::Expr *left = pair->getLHS(), *right = pair->getRHS();
  if (!wanted || file_.promoted(left).empty() || facts_.has_effects(pair)) return;
  if (pair->isShiftOp() && file_.promoted(left) != file_.promoted(right)) return;
  if (file_.promoted(right).empty()) return;
  const Span first = *file_.span(bare(left)), second = *file_.span(bare(right));
  const int binding = binding_of(pair);
  const std::string text = written(right, binding) + file_.text({first.end, op.begin}) + spelled(code) +
                           file_.text({op.end, second.begin}) + written(left, binding + 1);
  unit.add(EditKind::swapped, 2, text, std::string(right_place) + " " + spelled(code) + " " + left_place, binding);
}

/// `a / b * c` as `a / (b * c)`, `a - (b - c)` as `a - b - c`, `a < b < c` as `a < b && b < c`.
void ExpressionEdits::associate(GateDraft& unit, const clang::BinaryOperator* pair) const {
  if (unit.unit.form != Gate::Form::text || pair->getType()->isPointerType() || facts_.has_effects(pair)) return;
  const std::string code = spelled(pair->getOpcode());
  const clang::Expr *left = bare(pair->getLHS()), *right = bare(pair->getRHS());
  const Span first = *file_.span(left), second = *file_.span(right);
  const std::string middle = file_.text({first.end, second.begin});
  const auto add = [&](EditKind kind, const std::string& text, int binding) {
    const auto schema = on_one_line(text);
    if (schema) unit.add(kind, kind == EditKind::logical ? 1 : 2, text, *schema, binding);
  };
  const auto* inner = llvm::dyn_cast<clang::BinaryOperator>(left);
  const auto inner_right = inner ? file_.span(bare(inner->getRHS())) : std::nullopt;
  if (inner_right && inner_right->end == first.end) {
    if (inner->isRelationalOp() && pair->isRelationalOp())
      add(EditKind::logical, file_.text(first) + " && " + file_.text(*inner_right) + middle + file_.text(second),
          binds_and);
    const Opcode outer = inner->getOpcode();
    const bool differs = outer == clang::BO_Sub || outer == clang::BO_Div || outer == clang::BO_Rem ||
                         (outer == clang::BO_Mul && pair->getOpcode() != clang::BO_Mul);
    if (binding_of(inner) == binding_of(pair) && differs && !inner->isComparisonOp())
      add(EditKind::association,
          file_.text({first.begin, inner_right->begin}) + "(" + file_.text({inner_right->begin, second.end}) + ")",
          binding_of(pair));
  }
  // Without the parentheses.
  for (const clang::Expr* side : {left, right}) {
    const auto* closed = llvm::dyn_cast<clang::ParenExpr>(side);
    const auto* part = closed ? llvm::dyn_cast<clang::BinaryOperator>(bare(closed->getSubExpr())) : nullptr;
    const auto span = part ? file_.span(part) : std::nullopt;
    const bool changes = part && (side == left ? binding_of(part) < binding_of(pair)
                                               : binding_of(part) <= binding_of(pair) && code != "+");
    if (!span || !changes || part->isComparisonOp() || part->isLogicalOp() || part->isAssignmentOp()) continue;
    add(EditKind::association,
        side == left ? file_.text(*span) + middle + file_.text(second) : file_.text(first) + middle + file_.text(*span),
        binding_of(part));
  }
}

void ExpressionEdits::logical(const clang::BinaryOperator* pair, const Spot& place) {
  const bool is_and = pair->getOpcode() == clang::BO_LAnd;
  const clang::Expr *left = pair->getLHS(), *right = pair->getRHS();
  const auto op = file_.span(clang::SourceRange(pair->getOperatorLoc()));
  const auto first = file_.span(bare(left)), second = file_.span(bare(right));
  const auto span = file_.span(pair);
  if (op && first && second && span && first->end <= op->begin && op->end <= second->begin) {
    GateDraft unit;
    if (auto opened = open(pair, place)) unit = std::move(*opened);
    const bool repeats = unit.unit.form == Gate::Form::text && !unit.unit.types.empty() &&
                         span->end - span->begin < most_doubled_text / 2;
    unit.unit.span = *span;
    unit.place = place;
    unit.range = file_.place(*span);
    unit.old_binding = binding_of(pair);
    const int binding = is_and ? binds_or : binds_and;
    const std::string other = is_and ? "||" : "&&";
    Draft& draft = unit.add(EditKind::logical, 1, joined(pair, *op, other, binding),
                            repeats ? flat(left) + " " + other + " " + flat(right) : "", binding);
    draft.shown_from = is_and ? "&&" : "||";
    draft.shown_to = other;
    const bool numbers = file_.promoted(left) == "int" && file_.promoted(right) == "int";
    const auto keep = [&](const clang::Expr* kept) {
      unit.add(EditKind::logical, 2, written(kept, binds_comma), repeats ? flat(kept) : "", binding_of(kept));
    };
    keep(left);
    keep(right);
    unit.unit.operands = {*first, *second};
    if (!repeats) {
      unit.unit.form = Gate::Form::logical;
      unit.unit.op = *op;
      unit.unit.is_and = is_and;
      unit.unit.converts = !numbers;
    }
    if (numbers || place.role == Role::condition) commit(std::move(unit));
  }
  for (const clang::Expr* term : {left, right}) {
    const Spot inner{place.site, Role::condition, binding_of(pair) + (term == right ? 1 : 0), {}, false};
    negate(term, inner);
    visit(term, inner);
  }
}

void ExpressionEdits::conditional(const clang::ConditionalOperator* choice, const Spot& place) {
  const clang::Expr *condition_part = choice->getCond(), *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
  const auto span = file_.span(choice), test = file_.span(bare(condition_part));
  const auto first = file_.span(bare(yes)), second = file_.span(bare(no));
  if (facts_.decides_error(choice->getCond())) return;
  const std::size_t before = collected_.data.units.size();
  condition(condition_part, place.site);
  std::vector<Gate>& units = collected_.data.units;
  // The condition's place is before the `?`.
  for (std::size_t i = before; i < units.size(); ++i)
    for (Draft& draft : collected_.drafts[i])
      if (test && draft.span == *test) draft.needs = std::max<int>(draft.needs, binds_or);
  // Its branches are exchanged where the condition is negated.
  const bool swaps = before < units.size() && units[before].form == Gate::Form::condition && span && test && first &&
                     second && test->end <= first->begin && first->end <= second->begin && second->end == span->end;
  if (swaps) {
    Draft& draft = collected_.drafts[before].at(2);
    draft.edit.kind = EditKind::swapped;
    draft.edit.place = file_.place(*span);
    draft.span = *span;
    draft.old_binding = binds_conditional;
    draft.binding = binds_conditional;
    draft.needs = place.needs;
    draft.text = file_.text({span->begin, first->begin}) + written(no, binds_comma) +
                 file_.text({first->end, second->begin}) + written(yes, binds_conditional);
  }
  const Role role = place.role == Role::condition || place.role == Role::compared ? place.role : Role::other;
  visit(yes, {place.site, role, binds_comma, {}, false});
  visit(no, {place.site, role, binds_conditional, {}, false});
}

void ExpressionEdits::call(const clang::CallExpr* call, const Spot& place, bool whole) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || facts_.is_specification(callee->getNameAsString()) || callee->getBuiltinID() != 0) return;
  if (!whole && !file_.promoted(call).empty())
    if (auto unit = open(call, place)) {
      add_neighbours(*unit, call, 3);
      commit(std::move(*unit));
    }
  const auto* prototype = callee->getType()->getAs<clang::FunctionProtoType>();
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::Expr* argument = call->getArg(i);
    if (!prototype || i >= prototype->getNumParams()) {
      visit(argument, {place.site, Role::other, binds_assignment, {}, false});
      continue;
    }
    const clang::QualType type = prototype->getParamType(i);
    if (whole)
      value(argument, place.site, type);
    else if (const std::string name = file_.type_name(type); name.empty() || file_.promoted(bare(argument)).empty())
      visit(argument, {place.site, Role::other, binds_assignment, {}, false});
    else
      visit(argument, {place.site, Role::value, binds_assignment, name, false});
  }
  swap_arguments(call, place);
}

void ExpressionEdits::swap_arguments(const clang::CallExpr* call, const Spot& place) {
  const auto* prototype = call->getDirectCallee()->getType()->getAs<clang::FunctionProtoType>();
  if (!prototype) return;
  for (unsigned i = 0; i + 1 < std::min(call->getNumArgs(), prototype->getNumParams()); ++i) {
    const clang::Expr *left = bare(call->getArg(i)), *right = bare(call->getArg(i + 1));
    const auto first = file_.span(left), second = file_.span(right);
    if (!first || !second || first->end > second->begin || has_calls(left) || has_calls(right)) continue;
    if (facts_.has_effects(left) || facts_.has_effects(right) || file_.text(*first) == file_.text(*second)) continue;
    const clang::QualType type = prototype->getParamType(i).getCanonicalType();
    if (type != prototype->getParamType(i + 1).getCanonicalType() || !type->isScalarType()) continue;
    exchange_places(left, right, place, binds_assignment);
  }
}

/// `a[i][j]` becomes `a[j][i]`.
void ExpressionEdits::swap_subscripts(const clang::ArraySubscriptExpr* use, std::size_t site) {
  const auto* inner = llvm::dyn_cast<clang::ArraySubscriptExpr>(use->getBase()->IgnoreParenImpCasts());
  if (!inner) return;
  const clang::Expr *left = bare(inner->getIdx()), *right = bare(use->getIdx());
  const auto first = file_.span(left), second = file_.span(right), whole = file_.span(use);
  if (!first || !second || !whole || first->end > second->begin || has_calls(left) || has_calls(right)) return;
  if (facts_.has_effects(left) || facts_.has_effects(right) || file_.text(*first) == file_.text(*second)) return;
  const std::string type = file_.promoted(left);
  if (type.empty() || type != file_.promoted(right) || !on_one_line(file_.text(*whole))) return;
  if (!exchanged_.insert({first->begin, second->end}).second) return;
  const auto shown = [&](const clang::Expr* one, const clang::Expr* other) {
    const std::string text = file_.text({whole->begin, first->begin}) + written(one, binds_comma) +
                             file_.text({first->end, second->begin}) + written(other, binds_comma) +
                             file_.text({second->end, whole->end});
    return on_one_line(text).value_or(text);
  };
  Draft& draft = exchange_places(left, right, {site, Role::subscript, binds_comma, {}, false}, binds_comma);
  draft.shown_from = shown(left, right);
  draft.shown_to = shown(right, left);
}

/// Of two expressions without effects, written one after the other: each evaluates what the other says.
Draft& ExpressionEdits::exchange_places(const clang::Expr* left, const clang::Expr* right, const Spot& place,
                                        int needs) {
  const Span first = *file_.span(left), second = *file_.span(right);
  GateDraft unit;
  unit.unit.form = Gate::Form::borrowed;
  unit.unit.span = first;
  unit.unit.borrowed = flat(right);
  unit.place = place;
  unit.range = file_.place({first.begin, second.end});
  unit.add(EditKind::swapped, 2, written(right, needs) + file_.text({first.end, second.begin}) + written(left, needs),
           "", binds_all)
      .span = {first.begin, second.end};
  const std::size_t made = commit(std::move(unit));
  Gate other;
  other.form = Gate::Form::borrowed;
  other.span = second;
  other.file = file_.number();
  other.borrowed = flat(left);
  other.source = made;
  collected_.data.units.push_back(std::move(other));
  collected_.drafts.emplace_back();
  return collected_.drafts[made].front();
}

void ExpressionEdits::assignment(const clang::BinaryOperator* pair, const Spot& place, bool whole) {
  const clang::Expr *target = pair->getLHS(), *source = pair->getRHS();
  visit_target(target, place.site);
  const std::string type = file_.type_name(target->getType());
  const auto op = file_.span(clang::SourceRange(pair->getOperatorLoc()));
  const auto span = file_.span(target);
  const bool plain = pair->getOpcode() == clang::BO_Assign;
  const bool simple = op && span && !has_calls(target) && !facts_.has_effects(target) && on_one_line(file_.text(*span));
  auto unit = open(bare(source), {place.site, Role::value, binds_assignment, type, true});
  if (!whole || type.empty() || !unit || (!plain && !simple) || file_.promoted(source).empty()) {
    if (plain && !type.empty() && !file_.promoted(source).empty())
      return visit(source, {place.site, Role::value, binds_assignment, type, false});
    return visit(source, {place.site, Role::other, binds_assignment, {}, false});
  }
  const std::string lhs = simple ? *on_one_line(file_.text(*span)) : "";
  const std::string before =
      plain ? "" : lhs + " " + spelled(clang::BinaryOperator::getOpForCompoundAssignment(pair->getOpcode())) + " ";
  unit->unit.plain = before + left_place;
  if (!plain) unit->unit.op = *op;
  const std::string text(1, hole);
  Draft& value_draft = unit->add(EditKind::value, 2, text, before + text, binds_all);
  value_draft.edit.takes_value = value_draft.edit.takes_guard = true;
  value_draft.hole_type = type;
  if (simple) {
    const bool integers = is_integer(target->getType()) && is_integer(source->getType());
    for (const char* other : {"=", "+=", "-=", "*=", "/=", "%="}) {
      const std::string name = other;
      if (name == spelled(pair->getOpcode()) || (name == "%=" && !integers)) continue;
      const std::string schema = name == "=" ? left_place : lhs + " " + name.substr(0, 1) + " " + left_place;
      const bool near = name == "+=" || name == "-=" || name == "=";
      Draft& draft = unit->add(EditKind::arithmetic, near ? 1 : 2, name, schema, binds_all);
      draft.span = *op;
      draft.edit.place = file_.place(*op);
      draft.needs = binds_comma;
    }
  }
  commit(std::move(*unit));
  if (plain && is_truth(source)) strengthen(bare(source), {place.site, Role::value, binds_assignment, type, true});
  // What is added is no longer converted first.
  visit(source, {place.site, plain ? Role::value : Role::other, binds_assignment, plain ? type : "", plain});
}

}  // namespace bireach::frontend
