// SPDX-License-Identifier: Apache-2.0
/// Z3 expressions to terms.
#include <functional>

#include "logic/solvers/z3_translation.h"

namespace bireach::logic {

namespace {

using Arguments = std::vector<Term>;

/// One call of from_z3 within one scope of bound variables.
class BackTranslation {
 public:
  BackTranslation(Z3Translator& translator, std::span<const Term> bound)
      : translator_(translator), m_(translator.terms()), bound_(bound) {}

  std::optional<Term> run(const z3::expr& root) {
    std::vector<z3::expr> stack{root};
    while (!stack.empty()) {
      const z3::expr e = stack.back();
      if (done_.contains(e.id())) {
        stack.pop_back();
        continue;
      }
      Arguments arguments;
      bool ready = true;
      if (e.is_app()) {
        for (unsigned i = 0; i < e.num_args(); ++i) {
          const z3::expr child = e.arg(i);
          if (const auto it = done_.find(child.id()); it != done_.end()) {
            arguments.push_back(it->second);
          } else {
            stack.push_back(child);
            ready = false;
          }
        }
      }
      if (!ready) continue;
      const std::optional<Term> term = node(e, arguments);
      if (!term) return std::nullopt;
      done_.emplace(e.id(), *term);
      stack.pop_back();
    }
    return done_.at(root.id());
  }

 private:
  std::optional<Term> node(const z3::expr& e, const Arguments& a) {
    if (e.is_var()) {
      const unsigned index = Z3_get_index_value(e.ctx(), e);
      return index < bound_.size() ? std::optional(bound_[index]) : std::nullopt;
    }
    if (e.is_quantifier()) return quantifier(e);
    if (!e.is_app()) return std::nullopt;
    if (e.is_numeral()) return numeral(e);
    const z3::func_decl decl = e.decl();
    if (decl.decl_kind() == Z3_OP_UNINTERPRETED) {
      const auto sort = translator_.from_z3(e.get_sort());
      if (!a.empty() || !sort) return std::nullopt;
      return m_.variable(decl.name().str(), *sort);
    }
    for (const auto& rule :
         {&BackTranslation::core, &BackTranslation::arithmetic, &BackTranslation::bit_vector,
          &BackTranslation::bit_vector_division, &BackTranslation::bit_vector_shape, &BackTranslation::array})
      if (auto term = (this->*rule)(e, decl, a)) return term;
    return std::nullopt;
  }

  std::optional<Term> numeral(const z3::expr& e) {
    const auto sort = translator_.from_z3(e.get_sort());
    if (!sort) return std::nullopt;
    return m_.constant(Integer{std::string(Z3_get_numeral_string(e.ctx(), e))}, *sort);
  }

  std::optional<Term> quantifier(const z3::expr& e) {
    if (e.is_lambda()) return std::nullopt;
    const unsigned count = Z3_get_quantifier_num_bound(e.ctx(), e);
    std::vector<Term> variables;
    for (unsigned i = 0; i < count; ++i) {
      const auto sort = translator_.from_z3(z3::sort(e.ctx(), Z3_get_quantifier_bound_sort(e.ctx(), e, i)));
      if (!sort) return std::nullopt;
      const std::string name = z3::symbol(e.ctx(), Z3_get_quantifier_bound_name(e.ctx(), e, i)).str();
      variables.push_back(m_.fresh_variable(name, *sort));
    }
    std::vector<Term> scope(variables.rbegin(), variables.rend());  // index 0 is the innermost, that is, the last
    scope.insert(scope.end(), bound_.begin(), bound_.end());
    const auto body = BackTranslation(translator_, scope).run(e.body());
    if (!body) return std::nullopt;
    return e.is_forall() ? m_.forall(variables, *body) : m_.exists(variables, *body);
  }

  std::optional<Term> core(const z3::expr&, const z3::func_decl& decl, const Arguments& a) {
    switch (decl.decl_kind()) {
      case Z3_OP_TRUE:
        return m_.true_term();
      case Z3_OP_FALSE:
        return m_.false_term();
      case Z3_OP_NOT:
        return m_.not_(a[0]);
      case Z3_OP_AND:
        return m_.and_(a);
      case Z3_OP_OR:
        return m_.or_(a);
      case Z3_OP_IMPLIES:
        return m_.implies(a[0], a[1]);
      case Z3_OP_EQ:
      case Z3_OP_IFF:
      case Z3_OP_OEQ:
        return m_.equal(a[0], a[1]);
      case Z3_OP_XOR: {
        Term result = a[0];
        for (std::size_t i = 1; i < a.size(); ++i) result = m_.distinct(result, a[i]);
        return result;
      }
      case Z3_OP_ITE:
        return m_.ite(a[0], a[1], a[2]);
      case Z3_OP_DISTINCT: {
        Arguments parts;
        for (std::size_t i = 0; i < a.size(); ++i)
          for (std::size_t j = i + 1; j < a.size(); ++j) parts.push_back(m_.distinct(a[i], a[j]));
        return m_.and_(parts);
      }
      default:
        return std::nullopt;
    }
  }

  Term chain(const Arguments& a, const std::function<Term(Term, Term)>& combine) {
    Term result = a[0];
    for (std::size_t i = 1; i < a.size(); ++i) result = combine(result, a[i]);
    return result;
  }

  std::optional<Term> arithmetic(const z3::expr&, const z3::func_decl& decl, const Arguments& a) {
    if (a.empty() || !a[0].sort().is_int()) return std::nullopt;  // reals have no terms
    switch (decl.decl_kind()) {
      case Z3_OP_ADD:
        return m_.add(a);
      case Z3_OP_SUB:
        return chain(a, [this](Term x, Term y) { return m_.sub(x, y); });
      case Z3_OP_UMINUS:
        return m_.neg(a[0]);
      case Z3_OP_MUL:
        return chain(a, [this](Term x, Term y) { return m_.mul(x, y); });
      case Z3_OP_LE:
        return m_.less_equal(a[0], a[1]);
      case Z3_OP_LT:
        return m_.less(a[0], a[1]);
      case Z3_OP_GE:
        return m_.greater_equal(a[0], a[1]);
      case Z3_OP_GT:
        return m_.greater(a[0], a[1]);
      case Z3_OP_IDIV:
        if (!nonzero(a[1])) return std::nullopt;  // Z3 leaves division by zero open, terms do not
        return m_.int_div(a[0], a[1]);
      case Z3_OP_MOD:
        if (!nonzero(a[1])) return std::nullopt;
        return m_.int_mod(a[0], a[1]);
      case Z3_OP_REM: {  // mod with the sign of the divisor
        if (!nonzero(a[1])) return std::nullopt;
        const Term mod = m_.int_mod(a[0], a[1]);
        return a[1].constant() > 0 ? mod : m_.neg(mod);
      }
      default:
        return std::nullopt;
    }
  }

  static bool nonzero(Term t) { return t.is_constant() && !t.constant().is_zero(); }

  std::optional<Term> binary(Kind kind, const Arguments& a) {
    return chain(a, [&](Term x, Term y) { return m_.bv_binary(kind, x, y); });
  }

  std::optional<Term> bit_vector(const z3::expr&, const z3::func_decl& decl, const Arguments& a) {
    if (a.empty() || !a[0].sort().is_bit_vector()) return std::nullopt;
    const auto negated = [&](Kind kind) { return m_.bv_unary(Kind::BvNot, *binary(kind, a)); };
    switch (decl.decl_kind()) {
      case Z3_OP_BNOT:
        return m_.bv_unary(Kind::BvNot, a[0]);
      case Z3_OP_BNEG:
        return m_.bv_unary(Kind::BvNeg, a[0]);
      case Z3_OP_BADD:
        return binary(Kind::BvAdd, a);
      case Z3_OP_BSUB:
        return chain(a, [this](Term x, Term y) { return m_.bv_binary(Kind::BvAdd, x, m_.bv_unary(Kind::BvNeg, y)); });
      case Z3_OP_BMUL:
        return binary(Kind::BvMul, a);
      case Z3_OP_BAND:
        return binary(Kind::BvAnd, a);
      case Z3_OP_BOR:
        return binary(Kind::BvOr, a);
      case Z3_OP_BXOR:
        return binary(Kind::BvXor, a);
      case Z3_OP_BNAND:
        return negated(Kind::BvAnd);
      case Z3_OP_BNOR:
        return negated(Kind::BvOr);
      case Z3_OP_BXNOR:
        return negated(Kind::BvXor);
      case Z3_OP_ULT:
        return m_.bv_binary(Kind::BvUlt, a[0], a[1]);
      case Z3_OP_ULEQ:
        return m_.bv_binary(Kind::BvUle, a[0], a[1]);
      case Z3_OP_UGT:
        return m_.bv_binary(Kind::BvUlt, a[1], a[0]);
      case Z3_OP_UGEQ:
        return m_.bv_binary(Kind::BvUle, a[1], a[0]);
      case Z3_OP_SLT:
        return m_.bv_binary(Kind::BvSlt, a[0], a[1]);
      case Z3_OP_SLEQ:
        return m_.bv_binary(Kind::BvSle, a[0], a[1]);
      case Z3_OP_SGT:
        return m_.bv_binary(Kind::BvSlt, a[1], a[0]);
      case Z3_OP_SGEQ:
        return m_.bv_binary(Kind::BvSle, a[1], a[0]);
      default:
        return std::nullopt;
    }
  }

  std::optional<Term> bit_vector_division(const z3::expr&, const z3::func_decl& decl, const Arguments& a) {
    if (a.size() != 2 || !a[0].sort().is_bit_vector()) return std::nullopt;
    switch (decl.decl_kind()) {  // the _I forms are used where the divisor is not zero
      case Z3_OP_BUDIV:
      case Z3_OP_BUDIV_I:
        return binary(Kind::BvUdiv, a);
      case Z3_OP_BUREM:
      case Z3_OP_BUREM_I:
        return binary(Kind::BvUrem, a);
      case Z3_OP_BSDIV:
      case Z3_OP_BSDIV_I:
        return binary(Kind::BvSdiv, a);
      case Z3_OP_BSREM:
      case Z3_OP_BSREM_I:
        return binary(Kind::BvSrem, a);
      case Z3_OP_BSHL:
        return binary(Kind::BvShl, a);
      case Z3_OP_BLSHR:
        return binary(Kind::BvLshr, a);
      case Z3_OP_BASHR:
        return binary(Kind::BvAshr, a);
      default:
        return std::nullopt;
    }
  }

  std::optional<Term> bit_vector_shape(const z3::expr& e, const z3::func_decl& decl, const Arguments& a) {
    if (a.empty() || !a[0].sort().is_bit_vector()) return std::nullopt;
    const auto parameter = [&](unsigned i) {
      return static_cast<unsigned>(Z3_get_decl_int_parameter(e.ctx(), decl, i));
    };
    const unsigned width = a[0].sort().width();
    switch (decl.decl_kind()) {
      case Z3_OP_CONCAT:
        return binary(Kind::Concat, a);
      case Z3_OP_EXTRACT:
        return m_.extract(a[0], parameter(0), parameter(1));
      case Z3_OP_ZERO_EXT:
        return m_.zero_extend(a[0], parameter(0));
      case Z3_OP_SIGN_EXT:
        return m_.sign_extend(a[0], parameter(0));
      case Z3_OP_BCOMP:
        return m_.ite(m_.equal(a[0], a[1]), m_.bit_vector(1, 1), m_.bit_vector(0, 1));
      case Z3_OP_BIT2BOOL: {
        const unsigned bit = parameter(0);
        return m_.equal(m_.extract(a[0], bit, bit), m_.bit_vector(1, 1));
      }
      case Z3_OP_REPEAT: {
        Term result = a[0];
        for (unsigned i = 1; i < parameter(0); ++i) result = m_.bv_binary(Kind::Concat, result, a[0]);
        return result;
      }
      case Z3_OP_ROTATE_LEFT:
      case Z3_OP_ROTATE_RIGHT: {
        const unsigned by = parameter(0) % width;
        if (by == 0) return a[0];
        const unsigned left = decl.decl_kind() == Z3_OP_ROTATE_LEFT ? by : width - by;
        return m_.bv_binary(Kind::Concat, m_.extract(a[0], width - left - 1, 0),
                            m_.extract(a[0], width - 1, width - left));
      }
      default:
        return std::nullopt;
    }
  }

  std::optional<Term> array(const z3::expr& e, const z3::func_decl& decl, const Arguments& a) {
    const auto sort = translator_.from_z3(e.get_sort());
    if (!sort) return std::nullopt;
    switch (decl.decl_kind()) {
      case Z3_OP_SELECT:
        return a.size() == 2 ? std::optional(m_.select(a[0], a[1])) : std::nullopt;
      case Z3_OP_STORE:
        return a.size() == 3 ? std::optional(m_.store(a[0], a[1], a[2])) : std::nullopt;
      case Z3_OP_CONST_ARRAY:
        return m_.const_array(*sort, a[0]);
      default:
        return std::nullopt;
    }
  }

  Z3Translator& translator_;
  TermManager& m_;
  std::span<const Term> bound_;
  std::unordered_map<unsigned, Term> done_;  // by Z3's id; the root keeps all alive
};

}  // namespace

std::optional<Sort> Z3Translator::from_z3(const z3::sort& sort) {
  switch (sort.sort_kind()) {
    case Z3_BOOL_SORT:
      return Sort::boolean();
    case Z3_INT_SORT:
      return Sort::integer();
    case Z3_BV_SORT:
      return Sort::bit_vector(sort.bv_size());
    case Z3_ARRAY_SORT: {
      const auto index = from_z3(sort.array_domain());
      const auto element = from_z3(sort.array_range());
      const auto scalar = [](const std::optional<Sort>& s) { return s && (s->is_int() || s->is_bit_vector()); };
      if (!scalar(index) || !scalar(element)) return std::nullopt;
      return Sort::array(*index, *element);
    }
    default:
      return std::nullopt;
  }
}

std::optional<Term> Z3Translator::from_z3(const z3::expr& expression, std::span<const Term> bound) {
  try {
    return BackTranslation(*this, bound).run(expression);
  } catch (const std::invalid_argument&) {  // a name with two sorts, an array of arrays
    return std::nullopt;
  }
}

std::optional<Value> Z3Translator::value_from_z3(const z3::expr& expression) {
  if (expression.is_true()) return Value{true};
  if (expression.is_false()) return Value{false};
  if (expression.is_numeral()) {
    if (!from_z3(expression.get_sort())) return std::nullopt;
    return Value{Integer{std::string(Z3_get_numeral_string(context_, expression))}};
  }
  std::vector<std::pair<Integer, Integer>> stores;
  z3::expr array = expression;
  const auto integer = [this](const z3::expr& e) -> std::optional<Integer> {
    if (!e.is_numeral()) return std::nullopt;
    return Integer{std::string(Z3_get_numeral_string(context_, e))};
  };
  while (array.is_app() && array.decl().decl_kind() == Z3_OP_STORE) {
    const auto index = integer(array.arg(1));
    const auto element = integer(array.arg(2));
    if (!index || !element) return std::nullopt;
    stores.emplace_back(*index, *element);
    array = array.arg(0);
  }
  if (!array.is_app() || array.decl().decl_kind() != Z3_OP_CONST_ARRAY) return std::nullopt;
  const auto otherwise = integer(array.arg(0));
  if (!otherwise) return std::nullopt;
  ArrayValue value;
  value.otherwise = *otherwise;
  for (auto it = stores.rbegin(); it != stores.rend(); ++it) value.set(it->first, it->second);
  return Value{std::move(value)};
}

}  // namespace bireach::logic
