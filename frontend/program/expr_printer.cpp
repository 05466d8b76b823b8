// SPDX-License-Identifier: Apache-2.0
/// C text of expressions and statements.
#include "frontend/program/program.h"

namespace bireach::frontend {
namespace {

/// Precedence levels of C (higher binds tighter).
constexpr int conditional_level = 1;
constexpr int unary_level = 12;
constexpr int primary_level = 13;

int level(BinaryOp op) {
  switch (op) {
    case BinaryOp::LogicalOr:
      return 2;
    case BinaryOp::LogicalAnd:
      return 3;
    case BinaryOp::BitOr:
      return 4;
    case BinaryOp::BitXor:
      return 5;
    case BinaryOp::BitAnd:
      return 6;
    case BinaryOp::Eq:
    case BinaryOp::Ne:
      return 7;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
      return 8;
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return 9;
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return 10;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem:
      return 11;
  }
  return primary_level;
}

const char* symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return "+";
    case BinaryOp::Sub:
      return "-";
    case BinaryOp::Mul:
      return "*";
    case BinaryOp::Div:
      return "/";
    case BinaryOp::Rem:
      return "%";
    case BinaryOp::Shl:
      return "<<";
    case BinaryOp::Shr:
      return ">>";
    case BinaryOp::BitAnd:
      return "&";
    case BinaryOp::BitOr:
      return "|";
    case BinaryOp::BitXor:
      return "^";
    case BinaryOp::Eq:
      return "==";
    case BinaryOp::Ne:
      return "!=";
    case BinaryOp::Lt:
      return "<";
    case BinaryOp::Le:
      return "<=";
    case BinaryOp::Gt:
      return ">";
    case BinaryOp::Ge:
      return ">=";
    case BinaryOp::LogicalAnd:
      return "&&";
    case BinaryOp::LogicalOr:
      return "||";
  }
  return "?";
}

std::string type_text(const ScalarType& type) {
  if (type.is_floating()) {
    switch (type.width) {
      case 16:
        return "_Float16";
      case 32:
        return "float";
      case 64:
        return "double";
      case 79:
        return "long double";
      default:
        return "__float128";
    }
  }
  if (type.is_boolean()) return "_Bool";
  const std::string sign = type.is_signed() ? "" : "unsigned ";
  switch (type.width) {
    case 8:
      return type.is_signed() ? "signed char" : "unsigned char";
    case 16:
      return sign + "short";
    case 32:
      return sign + "int";
    case 64:
      return sign + "long long";
    case 128:
      return sign + "__int128";
    default:
      return sign + "int:" + std::to_string(type.width);  // a bit-field
  }
}

/// C's name of a function (in the form for double).
const char* float_function(logic::FloatOp op) {
  switch (op) {
    case logic::FloatOp::Fma:
      return "fma";
    case logic::FloatOp::Sqrt:
      return "sqrt";
    case logic::FloatOp::Remainder:
      return "remainder";
    case logic::FloatOp::Mod:
      return "fmod";
    case logic::FloatOp::RoundEven:
      return "rint";
    case logic::FloatOp::RoundAway:
      return "round";
    case logic::FloatOp::Floor:
      return "floor";
    case logic::FloatOp::Ceil:
      return "ceil";
    case logic::FloatOp::Truncate:
      return "trunc";
    case logic::FloatOp::Absolute:
      return "fabs";
    case logic::FloatOp::CopySign:
      return "copysign";
    case logic::FloatOp::IsNan:
      return "isnan";
    case logic::FloatOp::IsInfinite:
      return "isinf";
    case logic::FloatOp::IsNormal:
      return "isnormal";
    case logic::FloatOp::IsSubnormal:
      return "issubnormal";
    default:
      return "?";
  }
}

class ExprPrinter {
 public:
  explicit ExprPrinter(const Program& program) : program_(program) {}

  /// Text that stands where an operand of at least this precedence level is expected.
  [[nodiscard]] std::string print(const Expr& expr, int least) const {
    auto [text, own] = plain(expr);
    return own < least ? "(" + text + ")" : text;
  }

  [[nodiscard]] std::string name(VariableId id) const {
    if (id >= program_.variables.size()) return "?";
    const Variable& variable = program_.variables[id];
    return variable.user_name.empty() ? variable.name : variable.user_name;
  }

  [[nodiscard]] std::string element(VariableId array, const Expr& index) const {
    if (index.kind == Expr::Kind::Constant && array < program_.variables.size())
      return element_text(program_.variables[array], name(array), index.value);
    return name(array) + "[" + print(index, 0) + "]";
  }

 private:
  [[nodiscard]] std::pair<std::string, int> plain(const Expr& expr) const {
    switch (expr.kind) {
      case Expr::Kind::Constant:
        return constant(expr);
      case Expr::Kind::Variable:
        return {name(expr.variable), primary_level};
      case Expr::Kind::Element:
        return {element(expr.variable, *expr.operands[0]), primary_level};
      case Expr::Kind::Unary:
        return {unary(expr), unary_level};
      case Expr::Kind::Binary: {
        // Binary operators group to the left.
        const int own = level(expr.binary);
        return {print(*expr.operands[0], own) + " " + symbol(expr.binary) + " " + print(*expr.operands[1], own + 1),
                own};
      }
      case Expr::Kind::Conditional:
        return {print(*expr.operands[0], conditional_level + 1) + " ? " + print(*expr.operands[1], 0) + " : " +
                    print(*expr.operands[2], conditional_level),
                conditional_level};
      case Expr::Kind::Cast:
        // A cast that changes no value is C's own conversion more often than the user's.
        if (expr.type.includes(expr.operands[0]->type)) return plain(*expr.operands[0]);
        return {"(" + type_text(expr.type) + ")" + print(*expr.operands[0], unary_level), unary_level};
      case Expr::Kind::Floating:
        return floating(expr);
      case Expr::Kind::Pattern:
        return application(expr, expr.type.is_floating() ? "from_bits" : "bits");
      case Expr::Kind::Table:
        return {table(expr), primary_level};
    }
    return {"?", primary_level};
  }

  /// As a compound literal with designators, of the first elements.
  [[nodiscard]] std::string table(const Expr& expr) const {
    constexpr std::size_t at_most = 8;
    const Expr& others = *expr.operands[0];
    std::string text = others.kind == Expr::Kind::Variable ? name(others.variable) + " with {" : "{";
    std::size_t count = 0;
    logic::Integer next = 0;
    for (const auto& [index, element] : *expr.elements) {
      if (count > 0) text += ", ";
      if (count == at_most) {
        text += "...";
        break;
      }
      if (index != next) text += "[" + index.str() + "] = ";
      text += value_text(element, expr.type);
      next = index + 1;
      ++count;
    }
    return text + "}";
  }

  [[nodiscard]] static std::pair<std::string, int> constant(const Expr& expr) {
    std::string text = value_text(expr.value, expr.type);
    const int own = text.starts_with('-') ? unary_level : primary_level;
    return {std::move(text), own};
  }

  [[nodiscard]] std::pair<std::string, int> infix(const Expr& expr, BinaryOp op) const {
    const int own = level(op);
    return {print(*expr.operands[0], own) + " " + symbol(op) + " " + print(*expr.operands[1], own + 1), own};
  }

  [[nodiscard]] std::pair<std::string, int> application(const Expr& expr, const std::string& function) const {
    std::string text = function + "(";
    for (std::size_t i = 0; i < expr.operands.size(); ++i)
      text += (i == 0 ? "" : ", ") + print(*expr.operands[i], conditional_level);
    return {text + ")", primary_level};
  }

  [[nodiscard]] std::pair<std::string, int> floating(const Expr& expr) const {
    switch (expr.floating) {
      case logic::FloatOp::Add:
        return infix(expr, BinaryOp::Add);
      case logic::FloatOp::Sub:
        return infix(expr, BinaryOp::Sub);
      case logic::FloatOp::Mul:
        return infix(expr, BinaryOp::Mul);
      case logic::FloatOp::Div:
        return infix(expr, BinaryOp::Div);
      case logic::FloatOp::Equal:
        return infix(expr, BinaryOp::Eq);
      case logic::FloatOp::Less:
        return infix(expr, BinaryOp::Lt);
      case logic::FloatOp::LessEqual:
        return infix(expr, BinaryOp::Le);
      case logic::FloatOp::Negate: {
        const std::string operand = print(*expr.operands[0], unary_level);
        return {operand.starts_with('-') ? "-(" + operand + ")" : "-" + operand, unary_level};
      }
      case logic::FloatOp::Convert:
      case logic::FloatOp::FromSigned:
      case logic::FloatOp::FromUnsigned:
      case logic::FloatOp::ToSigned:
      case logic::FloatOp::ToUnsigned:
        return {"(" + type_text(expr.type) + ")" + print(*expr.operands[0], unary_level), unary_level};
      default:
        return application(expr, float_function(expr.floating));
    }
  }

  [[nodiscard]] std::string unary(const Expr& expr) const {
    std::string operand = print(*expr.operands[0], unary_level);
    switch (expr.unary) {
      case UnaryOp::Minus:
        return operand.starts_with('-') ? "-(" + operand + ")" : "-" + operand;
      case UnaryOp::BitNot:
        return "~" + operand;
      case UnaryOp::LogicalNot:
        return "!" + operand;
    }
    return operand;
  }

  const Program& program_;
};

std::string target_text(const Program& program, const LValue& target) {
  const ExprPrinter printer(program);
  return target.index ? printer.element(target.variable, *target.index) : printer.name(target.variable);
}

}  // namespace

std::string with_indices(std::string name, const std::vector<Variable::Index>& places,
                         const std::vector<std::string>& indices) {
  for (std::size_t i = 0; i < places.size(); ++i) name.insert(name.size() - places[i].behind, "[" + indices[i] + "]");
  return name;
}

std::string element_text(const Variable& variable, const std::string& name, const logic::Integer& index) {
  if (variable.indices.empty() || index < 0 || !name.ends_with(variable.user_name))
    return name + "[" + index.str() + "]";
  std::vector<std::string> indices(variable.indices.size());
  logic::Integer rest = index;
  for (std::size_t i = indices.size(); i-- > 1; rest /= variable.indices[i].count)
    indices[i] = logic::Integer(rest % variable.indices[i].count).str();
  indices.front() = rest.str();
  return with_indices(name, variable.indices, indices);
}

std::string to_string(const Program& program, const Expr& expr) {
  return ExprPrinter(program).print(expr, 0);
}

std::string to_string(const Program& program, const Statement& statement) {
  return match(
      statement,
      [&](const Assign& assign) {
        return target_text(program, assign.target) + " = " + to_string(program, *assign.value);
      },
      [&](const Assume& assume) { return "assume(" + to_string(program, *assume.condition) + ")"; },
      [&](const Havoc& havoc) {
        const std::string target = target_text(program, havoc.target) + (havoc.elements ? "[...]" : "");
        return havoc.function.empty() ? "havoc(" + target + ")" : target + " = " + havoc.function + "()";
      });
}

}  // namespace bireach::frontend
