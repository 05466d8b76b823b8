// SPDX-License-Identifier: Apache-2.0
/// SMT-LIB 2 text of terms.
#include <cctype>
#include <stdexcept>

#include "logic/terms/term.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

namespace {

const char* operator_name(Kind kind) {
  switch (kind) {
    case Kind::Not:
      return "not";
    case Kind::And:
      return "and";
    case Kind::Or:
      return "or";
    case Kind::Equal:
      return "=";
    case Kind::Ite:
      return "ite";
    case Kind::Add:
      return "+";
    case Kind::Mul:
      return "*";
    case Kind::IntDiv:
      return "div";
    case Kind::IntMod:
      return "mod";
    case Kind::LessEqual:
      return "<=";
    case Kind::Less:
      return "<";
    case Kind::BvNot:
      return "bvnot";
    case Kind::BvNeg:
      return "bvneg";
    case Kind::BvAdd:
      return "bvadd";
    case Kind::BvMul:
      return "bvmul";
    case Kind::BvUdiv:
      return "bvudiv";
    case Kind::BvUrem:
      return "bvurem";
    case Kind::BvSdiv:
      return "bvsdiv";
    case Kind::BvSrem:
      return "bvsrem";
    case Kind::BvShl:
      return "bvshl";
    case Kind::BvLshr:
      return "bvlshr";
    case Kind::BvAshr:
      return "bvashr";
    case Kind::BvAnd:
      return "bvand";
    case Kind::BvOr:
      return "bvor";
    case Kind::BvXor:
      return "bvxor";
    case Kind::BvUlt:
      return "bvult";
    case Kind::BvUle:
      return "bvule";
    case Kind::BvSlt:
      return "bvslt";
    case Kind::BvSle:
      return "bvsle";
    case Kind::Concat:
      return "concat";
    case Kind::Select:
      return "select";
    case Kind::Store:
      return "store";
    case Kind::Forall:
      return "forall";
    case Kind::Exists:
      return "exists";
    default:
      return nullptr;
  }
}

std::string operator_text(Term t) {
  switch (t.kind()) {
    case Kind::Extract:
      return "(_ extract " + std::to_string(t.first()) + " " + std::to_string(t.second()) + ")";
    case Kind::ZeroExtend:
      return "(_ zero_extend " + std::to_string(t.first()) + ")";
    case Kind::SignExtend:
      return "(_ sign_extend " + std::to_string(t.first()) + ")";
    case Kind::ConstArray:
      return "(as const " + t.sort().to_string() + ")";
    default:
      return operator_name(t.kind());
  }
}

std::string float_sort_operator(const std::string& name, unsigned width) {
  const FloatFormat format = float_format(width).value();
  return "(_ " + name + " " + std::to_string(format.exponent_bits) + " " + std::to_string(format.significand_bits) +
         ")";
}

/// SMT-LIB's operator of a floating-point operation, with its rounding mode.
std::string float_operator(Term t) {
  const std::string width = t.sort().is_bit_vector() ? std::to_string(t.sort().width()) : "";
  switch (t.float_op()) {
    case FloatOp::Add:
      return "fp.add RNE";
    case FloatOp::Sub:
      return "fp.sub RNE";
    case FloatOp::Mul:
      return "fp.mul RNE";
    case FloatOp::Div:
      return "fp.div RNE";
    case FloatOp::Fma:
      return "fp.fma RNE";
    case FloatOp::Sqrt:
      return "fp.sqrt RNE";
    case FloatOp::Remainder:
      return "fp.rem";
    case FloatOp::Mod:
      return "fmod";  // SMT-LIB has none
    case FloatOp::RoundEven:
      return "fp.roundToIntegral RNE";
    case FloatOp::RoundAway:
      return "fp.roundToIntegral RNA";
    case FloatOp::Floor:
      return "fp.roundToIntegral RTN";
    case FloatOp::Ceil:
      return "fp.roundToIntegral RTP";
    case FloatOp::Truncate:
      return "fp.roundToIntegral RTZ";
    case FloatOp::Convert:
    case FloatOp::FromSigned:
      return float_sort_operator("to_fp", t.sort().width()) + " RNE";
    case FloatOp::FromUnsigned:
      return float_sort_operator("to_fp_unsigned", t.sort().width()) + " RNE";
    case FloatOp::ToSigned:
      return "(_ fp.to_sbv " + width + ") RTZ";
    case FloatOp::ToUnsigned:
      return "(_ fp.to_ubv " + width + ") RTZ";
    case FloatOp::Equal:
      return "fp.eq";
    case FloatOp::Less:
      return "fp.lt";
    case FloatOp::LessEqual:
      return "fp.leq";
    case FloatOp::IsNan:
      return "fp.isNaN";
    case FloatOp::IsInfinite:
      return "fp.isInfinite";
    case FloatOp::IsNormal:
      return "fp.isNormal";
    case FloatOp::IsSubnormal:
      return "fp.isSubnormal";
    case FloatOp::Negate:
    case FloatOp::Absolute:
    case FloatOp::CopySign:
      break;
  }
  throw std::logic_error("to_smtlib: this operation is built of bit operations");
}

/// How an application is written: `open`, then each child between `before` and `after`, then `close`.
struct Application {
  std::string open;
  std::string before;
  std::string after;
  std::string close = ")";
};

Application application(Term t) {
  if (t.kind() != Kind::Floating) return {"(" + operator_text(t), "", "", ")"};
  Application result;
  const bool pattern = gives_float(t.float_op());
  result.open = (pattern ? "(fp.to_ieee_bv (" : "(") + float_operator(t);
  if (takes_float(t.float_op())) {
    result.before = "(" + float_sort_operator("to_fp", t[0].sort().width()) + " ";
    result.after = ")";
  }
  result.close = pattern ? "))" : ")";
  return result;
}

std::string constant_text(Term t) {
  if (t.sort().is_bool()) return t.is_true() ? "true" : "false";
  if (t.sort().is_bit_vector()) return "(_ bv" + t.constant().str() + " " + std::to_string(t.sort().width()) + ")";
  if (t.constant() < 0) return "(- " + Integer{-t.constant()}.str() + ")";
  return t.constant().str();
}

bool is_quantifier(Term t) {
  return t.kind() == Kind::Forall || t.kind() == Kind::Exists;
}

/// Prints one scope: shared subterms of it become nested `let`s in front of the body.
class Printer {
 public:
  explicit Printer(std::string prefix) : prefix_(std::move(prefix)) {}

  std::string print(Term root) {
    // Subterms below a quantifier belong to its own scope, which is printed where it stands.
    TermMap<std::uint32_t> uses;
    std::vector<Term> order;
    for_each_post_order(
        root,
        [&](Term t) {
          if (t.children().empty()) return false;
          if (std::uint32_t* count = uses.find(t)) {
            ++*count;
            return false;
          }
          uses.set(t, 1);
          if (!is_quantifier(t)) return true;
          order.push_back(t);
          return false;
        },
        [&](Term t) { order.push_back(t); });
    std::string text;
    std::size_t lets = 0;
    for (const Term t : order) {
      if (t == root || *uses.find(t) < 2) continue;
      const std::string name = prefix_ + std::to_string(next_name_++);
      text += "(let ((" + name + " ";
      write(t, text);
      text += ")) ";
      names_.set(t, name);
      ++lets;
    }
    write(root, text);
    return text + std::string(lets, ')');
  }

 private:
  /// Writes the term with names for what is bound, with an explicit stack. `root` itself is written out.
  void write(Term root, std::string& text) {
    struct Frame {
      Term term;
      std::size_t next;
      Application form;
    };
    std::vector<Frame> stack;
    const auto open = [&](Term t) {
      if (t.is_constant()) {
        text += constant_text(t);
      } else if (t.is_variable()) {
        text += smtlib_symbol(t.name());
      } else if (is_quantifier(t)) {
        quantifier(t, text);
      } else {
        stack.push_back({t, 0, application(t)});
        text += stack.back().form.open;
      }
    };
    open(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next != 0) text += frame.form.after;
      if (frame.next == frame.term.children().size()) {
        text += frame.form.close;
        stack.pop_back();
        continue;
      }
      text += " " + frame.form.before;
      const Term child = frame.term[frame.next++];
      if (const std::string* name = names_.find(child))
        text += *name;
      else
        open(child);
    }
  }

  void quantifier(Term t, std::string& text) {
    text += std::string("(") + operator_name(t.kind()) + " (";
    const auto children = t.children();
    for (const Term v : children.first(children.size() - 1))
      text += "(" + smtlib_symbol(v.name()) + " " + v.sort().to_string() + ")";
    Printer inner(prefix_);  // names of the outer scope may hide variables that are bound here
    inner.next_name_ = next_name_;
    text += ") " + inner.print(children.back()) + ")";
    next_name_ = inner.next_name_;
  }

  std::string prefix_;
  TermMap<std::string> names_;
  std::size_t next_name_ = 0;
};

bool is_symbol_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

/// Words with a meaning of their own in SMT-LIB.
bool is_reserved(std::string_view name) {
  for (const std::string_view word :
       {"let", "forall", "exists", "as",      "par",         "_",        "!",      "true",  "false",
        "not", "and",    "or",     "xor",     "ite",         "distinct", "select", "store", "div",
        "mod", "abs",    "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL",  "STRING", "match"})
    if (name == word) return true;
  return false;
}

}  // namespace

std::string smtlib_symbol(std::string_view name) {
  bool simple = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 && !is_reserved(name);
  std::string quoted = "|";
  for (const char c : name) {
    simple = simple && is_symbol_character(c);
    quoted += c == '|' || c == '\\' ? '_' : c;  // SMT-LIB has no way to write these in a symbol
  }
  return simple ? std::string(name) : quoted + "|";
}

std::string to_smtlib(Term term) {
  std::string prefix = "?t";  // of names bound by let; no variable's name starts so
  TermMap<char> visited;
  for_each_post_order(
      term, [&](Term t) { return visited.set(t, 1); },
      [&](Term t) {
        while (t.is_variable() && t.name().starts_with(prefix)) prefix += "t";
      });
  return Printer(prefix).print(term);
}

}  // namespace bireach::logic
