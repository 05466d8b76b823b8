// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/conditions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "frontend/checks/memory_conditions.h"
#include "frontend/checks/tracked_object.h"
#include "frontend/program/interval.h"
#include "frontend/program/overflow_program.h"

namespace bireach::frontend {
namespace {

using logic::Integer;

ExprPtr compare(BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
  return make_binary(op, a, b, int_type);
}

ExprPtr both(const ExprPtr& a, ExprPtr b) {
  if (!a || !b) return a ? a : b;
  return make_binary(BinaryOp::LogicalAnd, a, std::move(b), int_type);
}

ExprPtr either(ExprPtr a, ExprPtr b) {
  if (!a || !b) return a ? a : b;
  return make_binary(BinaryOp::LogicalOr, std::move(a), std::move(b), int_type);
}

/// When a signed value, or its product with 2^amount, has no place in the type: the mathematical value decides (the
/// competition's reading of C11 6.5.7p4). The amount is in range where this is asked.
ExprPtr shift_overflow(const Expr& expr) {
  const ExprPtr& value = expr.operands[0];
  const ScalarType amount = expr.operands[1]->type;
  const ScalarType& type = expr.type;
  const ExprPtr in_range = both(compare(BinaryOp::Ge, expr.operands[1], make_constant(0, amount)),
                                compare(BinaryOp::Lt, expr.operands[1], make_constant(type.width, amount)));
  const auto shifted = [&](const Integer& bound) {
    return make_binary(BinaryOp::Shr, make_constant(bound, type), expr.operands[1], type);
  };
  return both(in_range, either(compare(BinaryOp::Gt, value, shifted(type.max())),
                               compare(BinaryOp::Lt, value, shifted(type.min()))));
}

class Collector {
 public:
  Collector(const Program& program, EdgeId edge, const Initialisation* initialisation)
      : program_(program), id_(edge), edge_(program.edge(edge)), initialisation_(initialisation) {}

  std::vector<Check> run() {
    const LValue* changed = assigned_target(edge_.statement);
    for (const ExprPtr& expr : evaluated_numbers(program_, edge_.statement)) {
      if (changed == nullptr || expr != changed->index) {
        visit(expr, nullptr);
        continue;
      }
      ++indices_;
      visit(expr, nullptr);
      --indices_;
    }
    if (const LValue* target = assigned_target(edge_.statement); target != nullptr && target->index)
      access(*make_element(target->variable, target->index, program_.variables[target->variable].type), nullptr,
             target->index->source, true);
    if (changed != nullptr && !changed->index && !edge_.before_start &&
        program_.variables[changed->variable].is_read_only)
      add({Violation::valid_deref, make_variable(changed->variable, program_.variables[changed->variable].type), true},
          make_constant(1, int_type), nullptr, edge_.source, "invalid write");
    if (program_.property.has(Violation::valid_free) && size_change(program_, edge_) == SizeChange::frees)
      add({Violation::valid_free, assigned_target(edge_.statement)->index},
          invalid_free(program_, assigned_target(edge_.statement)->index), nullptr, edge_.source, "invalid free");
    return std::move(checks_);
  }

 private:
  /// `guard`: when the expression is evaluated; null: always.
  void visit(const ExprPtr& node, const ExprPtr& guard) {
    const Expr& expr = *node;
    switch (expr.kind) {
      case Expr::Kind::Conditional: {
        const ExprPtr& condition = expr.operands[0];
        visit(condition, guard);
        visit(expr.operands[1], both(guard, condition));
        visit(expr.operands[2], both(guard, make_not(condition)));
        return;
      }
      case Expr::Kind::Binary:
        if (moves_pointer(node)) return pointer(node, guard);
        visit(expr.operands[0], guard);
        if (is_logical(expr.binary)) {
          const ExprPtr& left = expr.operands[0];
          visit(expr.operands[1], both(guard, expr.binary == BinaryOp::LogicalAnd ? left : make_not(left)));
          return;
        }
        visit(expr.operands[1], guard);
        return binary(expr, guard);
      case Expr::Kind::Unary:
        visit(expr.operands[0], guard);
        return unary(expr, guard);
      case Expr::Kind::Element:
        ++indices_;
        visit(expr.operands[0], guard);
        --indices_;
        access(expr, guard, expr.source, false);
        return read(expr, guard);
      case Expr::Kind::Cast:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
        for (const ExprPtr& operand : expr.operands) visit(operand, guard);
        if (expr.kind == Expr::Kind::Floating) floating(expr, guard);
        if (expr.kind == Expr::Kind::Cast) conversion(expr, guard);
        return;
      case Expr::Kind::Variable:
        return read(expr, guard);
      case Expr::Kind::Constant:
      case Expr::Kind::Table:
        return;
    }
  }

  void read(const Expr& expr, const ExprPtr& guard) {
    if (initialisation_ == nullptr) return;
    const Initialisation::Question question = initialisation_->unwritten(id_, expr);
    if (!question.condition) return;
    const std::size_t before = checks_.size();
    // An access to no object is an error of another kind.
    ExprPtr fails = question.condition;
    if (expr.kind == Expr::Kind::Element) {
      const ExprPtr& index = expr.operands[0];
      fails = both(program_.memory.cells.contains(expr.variable) ? valid_access(program_, expr.variable, index)
                                                                 : make_not(out_of_bounds(expr.variable, index)),
                   std::move(fails));
    }
    add({Violation::uninitialised_read, nullptr}, std::move(fails), guard, expr.source, "uninitialised read");
    if (checks_.size() == before) return;
    if (question.answer != Initialisation::Answer::open) return;
    checks_.back().is_modelled = false;
    checks_.back().note =
        "read of what was copied from memory, or saved by a recursive call, perhaps before it was stored";
  }

  /// Operations that round are those of the mode to nearest.
  void rounding(const Expr& expr, const ExprPtr& guard) {
    if (!program_.rounding_mode || !rounds(expr)) return;
    ExprPtr is_other =
        compare(BinaryOp::Ne, make_variable(*program_.rounding_mode, int_type), make_constant(0, int_type));
    Check check{Violation::unreach_call, both(guard, std::move(is_other)),
                expr.source.is_known() ? expr.source : edge_.source,
                "arithmetic of floating-point numbers that does not round to nearest", false};
    checks_.push_back(std::move(check));
  }

  /// Only values between the bounds convert; NaN is not.
  void floating(const Expr& expr, const ExprPtr& guard) {
    using logic::FloatOp;
    rounding(expr, guard);
    if (expr.floating != FloatOp::ToSigned && expr.floating != FloatOp::ToUnsigned) return;
    const ScalarType type = expr.operands[0]->type;
    const logic::IntegerBounds bounds = logic::integer_bounds(type.width, expr.type.width, expr.type.is_signed());
    const auto below = [](FloatOp op, const ExprPtr& a, const ExprPtr& b) {
      return make_floating(op, {a, b}, int_type);
    };
    const ExprPtr above_low = below(bounds.low_included ? FloatOp::LessEqual : FloatOp::Less,
                                    make_constant(bounds.low, type), expr.operands[0]);
    const ExprPtr below_high = below(FloatOp::Less, expr.operands[0], make_constant(bounds.high, type));
    add({Violation::float_conversion, nullptr}, make_not(both(above_low, below_high)), guard, expr.source,
        "conversion of a floating-point value out of range");
  }

  /// What the user converts has a place in the source; what we compute about addresses has none, or is an index.
  void conversion(const Expr& expr, const ExprPtr& guard) {
    if (!program_.property.has(Violation::lossy_conversion) || indices_ != 0 || !expr.source.is_known()) return;
    const ExprPtr& given = expr.operands[0];
    if (expr.type.is_boolean() || value_range(*given).within(expr.type)) return;
    const ScalarType wide = signed_integer(std::max(given->type.width, expr.type.width) + 1);
    const ExprPtr value = make_cast(given, wide);
    add({Violation::lossy_conversion, nullptr},
        either(compare(BinaryOp::Lt, value, make_constant(expr.type.min(), wide)),
               compare(BinaryOp::Gt, value, make_constant(expr.type.max(), wide))),
        guard, expr.source, "conversion that loses value");
  }

  /// Is it a pointer that is computed from another one, and not to access memory there?
  [[nodiscard]] bool moves_pointer(const ExprPtr& expr) const {
    const bool is_sum = expr->binary == BinaryOp::Add || expr->binary == BinaryOp::Sub;
    return is_sum && indices_ == 0 && program_.property.has(Violation::pointer_arithmetic) &&
           pointer_leaves_object(program_, expr).leaves != nullptr;
  }

  void pointer(const ExprPtr& expr, const ExprPtr& guard) {
    ++indices_;
    for (const ExprPtr& operand : expr->operands) visit(operand, guard);
    --indices_;
    const Departure departure = pointer_leaves_object(program_, expr);
    add({Violation::pointer_arithmetic, nullptr}, departure.leaves, guard, expr->source, "pointer out of its object");
    const std::size_t before = checks_.size();
    add({Violation::pointer_arithmetic, nullptr}, departure.open, guard, expr->source,
        "pointer into an object of unknown size");
    if (checks_.size() != before) checks_.back().is_modelled = false;
  }

  void unary(const Expr& expr, const ExprPtr& guard) {
    if (expr.unary != UnaryOp::Minus || !expr.type.is_signed()) return;
    if (!value_range(*expr.operands[0]).contains(expr.type.min())) return;
    add(of(Violation::no_overflow, expr),
        compare(BinaryOp::Eq, expr.operands[0], make_constant(expr.type.min(), expr.type)), guard, expr.source,
        "signed overflow");
  }

  void binary(const Expr& expr, const ExprPtr& guard) {
    const Interval right = value_range(*expr.operands[1]);
    switch (expr.binary) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
      case BinaryOp::Mul:
        return sum_or_product(expr, guard);
      case BinaryOp::Div:
      case BinaryOp::Rem: {
        const ExprPtr& divisor = expr.operands[1];
        if (right.contains(0))
          add(of(Violation::division_by_zero, expr), compare(BinaryOp::Eq, divisor, make_constant(0, divisor->type)),
              guard, expr.source, "division by zero");
        if (expr.type.is_signed() && right.contains(-1) && value_range(*expr.operands[0]).contains(expr.type.min()))
          add(of(Violation::no_overflow, expr),
              both(compare(BinaryOp::Eq, divisor, make_constant(-1, divisor->type)),
                   compare(BinaryOp::Eq, expr.operands[0], make_constant(expr.type.min(), expr.type))),
              guard, expr.source, "signed overflow");
        return;
      }
      case BinaryOp::Shl:
      case BinaryOp::Shr: {
        const ExprPtr& amount = expr.operands[1];
        if (!right.within(Interval{0, expr.type.width - 1}))
          add(of(Violation::shift_out_of_range, expr),
              either(compare(BinaryOp::Lt, amount, make_constant(0, amount->type)),
                     compare(BinaryOp::Ge, amount, make_number_of_bits(expr.type.width, amount->type))),
              guard, expr.source, "shift out of range");
        if (expr.binary == BinaryOp::Shl && expr.type.is_signed())
          add(of(Violation::no_overflow, expr), shift_overflow(expr), guard, expr.source, "signed overflow");
        return;
      }
      default:
        return;
    }
  }

  /// The width as a constant of the amount's type; the largest value of that type where it does not have it.
  static ExprPtr make_number_of_bits(unsigned width, const ScalarType& type) {
    return make_constant(type.contains(width) ? Integer(width) : type.max(), type);
  }

  void sum_or_product(const Expr& expr, const ExprPtr& guard) {
    if (!expr.type.is_signed() || !program_.property.has(Violation::no_overflow)) return;
    const Interval a = value_range(*expr.operands[0]);
    const Interval b = value_range(*expr.operands[1]);
    const Interval exact = expr.binary == BinaryOp::Add   ? frontend::add(a, b)
                           : expr.binary == BinaryOp::Sub ? subtract(a, b)
                                                          : multiply(a, b);
    if (exact.within(expr.type)) return;
    // Of this operator alone: the operands have been asked before.
    const auto fails = operator_overflow(expr);
    if (fails) return add(of(Violation::no_overflow, expr), *fails, guard, expr.source, "signed overflow");
    const bool is_certain = guard == nullptr;
    Check open{Violation::no_overflow, is_certain ? make_constant(1, int_type) : guard, edge_.source, {}, false};
    open.note.append("overflow of").append(" 128-bit operands");
    checks_.push_back(std::move(open));
  }

  void access(const Expr& element, const ExprPtr& guard, const SourceRange& place, bool writes) {
    const VariableId array = element.variable;
    const ExprPtr& index = element.operands[0];
    // What the environment stores before the program starts has no text.
    const bool is_given = writes && edge_.role == EdgeRole::Internal && edge_.text.empty();
    if (!program_.property.has(Violation::valid_deref) || is_own(array) || is_given) return;
    const char* what = writes ? "invalid write" : "invalid read";
    Subject subject = of(Violation::valid_deref, element);
    subject.writes = writes;
    const bool changes = writes && !edge_.before_start;
    ExprPtr fails = program_.memory.cells.contains(array) ? invalid_access(program_, array, index, changes)
                    : changes && program_.variables[array].is_read_only ? make_constant(1, int_type)
                                                                        : out_of_bounds(array, index);
    add(std::move(subject), std::move(fails), guard, place, what);
    if (program_.memory.cells.contains(array)) add_departure(array, index, guard);
  }

  void add_departure(VariableId cells, const ExprPtr& index, const ExprPtr& guard) {
    ExprPtr departs = access_of_other_member(program_, cells, index);
    if (!departs) return;
    checks_.push_back({Violation::valid_deref, both(guard, std::move(departs)), edge_.source,
                       "access through a pointer that has left its member of a structure", false});
  }

  [[nodiscard]] ExprPtr out_of_bounds(VariableId array, const ExprPtr& index) const {
    const Integer& size = program_.variables[array].array->size;
    if (value_range(*index).within(Interval{0, size - 1})) return make_constant(0, int_type);
    const ScalarType wide = signed_integer(std::max(index->type.width, 64U) + 2);
    const ExprPtr position = make_cast(index, wide);
    return either(compare(BinaryOp::Lt, position, make_constant(0, wide)),
                  compare(BinaryOp::Ge, position, make_constant(size, wide)));
  }

  /// Is the array a thing of the model: sizes of objects, saved values of recursive calls?
  [[nodiscard]] bool is_own(VariableId array) const {
    const std::vector<VariableId>& stack = program_.stack;
    return array == program_.memory.sizes || std::binary_search(stack.begin(), stack.end(), array);
  }

  /// What is asked about.
  struct Subject {
    Violation violation;
    ExprPtr operation;
    bool writes = false;
  };
  static Subject of(Violation violation, const Expr& operation) {
    return {violation, std::make_shared<const Expr>(operation)};
  }

  void add(Subject subject, ExprPtr fails, const ExprPtr& guard, const SourceRange& place, const char* what) {
    if (!fails || !program_.property.has(subject.violation)) return;
    const std::string library = library_function();
    const bool is_of_numbers =
        subject.violation == Violation::no_overflow || subject.violation == Violation::lossy_conversion;
    if (is_of_numbers && !library.empty() && !computes(library)) return;
    fails = both(guard, std::move(fails));
    if (fails->kind == Expr::Kind::Constant && fails->value == 0) return;
    Check check{subject.violation, std::move(fails), place.is_known() ? place : edge_.source, what};
    check.text = !library.empty() ? library : subject.writes ? written_at(check.place) : text_at(check.place);
    if (!check.text.empty()) check.note.append(library.empty() ? ": " : " in ").append(check.text);
    check.operation = std::move(subject.operation);
    check.writes = subject.writes;
    checks_.push_back(std::move(check));
  }

  /// Is the arithmetic of the library function's model what the function is there for? Of others (`atoi`, whose result
  /// C leaves open where it does not fit, too) it is the model's own: no program is to blame for it.
  static bool computes(std::string_view function) {
    constexpr std::array<std::string_view, 8> computing{"abs", "labs", "llabs", "imaxabs",
                                                        "div", "ldiv", "lldiv", "imaxdiv"};
    return std::find(computing.begin(), computing.end(), function) != computing.end();
  }

  /// The function that the user calls in whose text, which is not the program's, the edge is; empty: it is the user's.
  [[nodiscard]] std::string library_function() const {
    const std::uint32_t call = library_call(program_, edge_);
    return call == 0 ? "" : program_.call_paths[call].callee;
  }

  /// Of the bracket that is open at `begin` on the left of an assignment.
  static std::size_t closing_bracket(const std::string& text, std::size_t begin) {
    int open = 0;
    for (std::size_t at = begin; at < text.size(); ++at) {
      if (text[at] == '=' || text[at] == '"' || text[at] == '\'' || text[at] == '?') return std::string::npos;
      if (text[at] == '[') ++open;
      if (text[at] == ']' && open-- == 0) return at;
    }
    return std::string::npos;
  }

  /// Of an assignment the place may be that of the index, or of the pointer: "i" of "a[i] = 1", "p" of "p->x = 1".
  [[nodiscard]] std::string written_at(const SourceRange& place) const {
    std::string text = text_at(place);
    const std::string& whole = edge_.text;
    if (text.size() >= whole.size()) return text;
    std::size_t begin = place.column - edge_.source.column;
    std::size_t end = begin + text.size();
    if (const std::size_t bracket = closing_bracket(whole, end); bracket != std::string::npos)
      return whole.substr(0, bracket + 1);
    while (begin > 0 && whole[begin - 1] == '*') --begin;
    for (;;) {
      const std::size_t link = whole.compare(end, 2, "->") == 0 ? 2 : whole.compare(end, 1, ".") == 0 ? 1 : 0;
      std::size_t member = end + link;
      const auto is_part = [&](std::size_t at) {
        return at < whole.size() && (std::isalnum(static_cast<unsigned char>(whole[at])) != 0 || whole[at] == '_');
      };
      if (link == 0 || !is_part(member)) break;
      while (is_part(member)) ++member;
      end = member;
    }
    return whole.substr(begin, end - begin);
  }

  /// What the user wrote there, if that is part of the edge's text, and the text on one line.
  [[nodiscard]] std::string text_at(const SourceRange& place) const {
    const SourceRange& whole = edge_.source;
    const bool is_line = whole.line == whole.end_line && place.line == whole.line && place.end_line == whole.line &&
                         place.file == whole.file;
    const bool is_part = is_line && whole.column <= place.column && place.end_column <= whole.end_column &&
                         edge_.text.size() == whole.end_column - whole.column;
    return is_part ? edge_.text.substr(place.column - whole.column, place.end_column - place.column) : edge_.text;
  }

  const Program& program_;
  EdgeId id_;
  const Edge& edge_;
  const Initialisation* initialisation_;
  std::vector<Check> checks_;
  unsigned indices_ = 0;  ///< that the expression is part of
};

}  // namespace

std::vector<Check> checks_of(const Program& program, EdgeId edge, const Initialisation* initialisation) {
  return Collector(program, edge, initialisation).run();
}

std::vector<Check> checks_at_end(const Program& program, const Location& end) {
  if (!program.memory.tracked) return {};
  std::vector<Check> checks;
  const auto note = [](Violation violation) { return std::string(kind_of(violation).message); };
  if (program.property.has(Violation::valid_memcleanup))
    checks.push_back({Violation::valid_memcleanup, is_unfreed(program), end.place, note(Violation::valid_memcleanup)});
  if (!program.property.has(Violation::valid_memtrack)) return checks;
  const Unreached unreached = unreached_at_end(program, end.callee.empty());
  checks.push_back({Violation::valid_memtrack, unreached.open, end.place, "memory is perhaps lost", false});
  checks.push_back({Violation::valid_memtrack, unreached.lost, end.place, note(Violation::valid_memtrack)});
  std::erase_if(checks, [](const Check& check) { return !check.fails; });
  return checks;
}

}  // namespace bireach::frontend
