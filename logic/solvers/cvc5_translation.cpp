// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/cvc5_translation.h"

#include <stdexcept>
#include <string>

namespace bireach::logic {

namespace {

cvc5::Kind kind_of(Kind kind) {
  switch (kind) {
    case Kind::Not:
      return cvc5::NOT;
    case Kind::And:
      return cvc5::AND;
    case Kind::Or:
      return cvc5::OR;
    case Kind::Equal:
      return cvc5::EQUAL;
    case Kind::Ite:
      return cvc5::ITE;
    case Kind::Add:
      return cvc5::ADD;
    case Kind::Mul:
      return cvc5::MULT;
    case Kind::IntDiv:
      return cvc5::INTS_DIVISION;
    case Kind::IntMod:
      return cvc5::INTS_MODULUS;
    case Kind::LessEqual:
      return cvc5::LEQ;
    case Kind::Less:
      return cvc5::LT;
    case Kind::BvNot:
      return cvc5::BITVECTOR_NOT;
    case Kind::BvNeg:
      return cvc5::BITVECTOR_NEG;
    case Kind::BvAdd:
      return cvc5::BITVECTOR_ADD;
    case Kind::BvMul:
      return cvc5::BITVECTOR_MULT;
    case Kind::BvUdiv:
      return cvc5::BITVECTOR_UDIV;
    case Kind::BvUrem:
      return cvc5::BITVECTOR_UREM;
    case Kind::BvSdiv:
      return cvc5::BITVECTOR_SDIV;
    case Kind::BvSrem:
      return cvc5::BITVECTOR_SREM;
    case Kind::BvShl:
      return cvc5::BITVECTOR_SHL;
    case Kind::BvLshr:
      return cvc5::BITVECTOR_LSHR;
    case Kind::BvAshr:
      return cvc5::BITVECTOR_ASHR;
    case Kind::BvAnd:
      return cvc5::BITVECTOR_AND;
    case Kind::BvOr:
      return cvc5::BITVECTOR_OR;
    case Kind::BvXor:
      return cvc5::BITVECTOR_XOR;
    case Kind::BvUlt:
      return cvc5::BITVECTOR_ULT;
    case Kind::BvUle:
      return cvc5::BITVECTOR_ULE;
    case Kind::BvSlt:
      return cvc5::BITVECTOR_SLT;
    case Kind::BvSle:
      return cvc5::BITVECTOR_SLE;
    case Kind::Concat:
      return cvc5::BITVECTOR_CONCAT;
    case Kind::Extract:
      return cvc5::BITVECTOR_EXTRACT;
    case Kind::ZeroExtend:
      return cvc5::BITVECTOR_ZERO_EXTEND;
    case Kind::SignExtend:
      return cvc5::BITVECTOR_SIGN_EXTEND;
    case Kind::Select:
      return cvc5::SELECT;
    case Kind::Store:
      return cvc5::STORE;
    case Kind::ConstArray:
      return cvc5::CONST_ARRAY;
    case Kind::Forall:
      return cvc5::FORALL;
    case Kind::Exists:
      return cvc5::EXISTS;
    case Kind::Floating:
    case Kind::Constant:
    case Kind::Variable:
      break;
  }
  throw std::logic_error("no cvc5 operator for a leaf");
}

bool is_quantifier(Kind kind) {
  return kind == Kind::Forall || kind == Kind::Exists;
}

}  // namespace

bool mentions_bit_vectors(Term term) {
  std::unordered_map<Term, bool, TermHash> seen;
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term current = stack.back();
    stack.pop_back();
    if (!seen.emplace(current, true).second) continue;
    const Sort sort = current.sort();
    if (current.is_variable() && (sort.is_bit_vector() || (sort.is_array() && sort.index().is_bit_vector())))
      return true;
    stack.insert(stack.end(), current.children().begin(), current.children().end());
  }
  return false;
}

cvc5::Sort Cvc5Translator::to_cvc5(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      return solver_.getBooleanSort();
    case SortKind::Int:
      return solver_.getIntegerSort();
    case SortKind::BitVec:
      return solver_.mkBitVectorSort(sort.width());
    case SortKind::Array:
      break;
  }
  return solver_.mkArraySort(to_cvc5(sort.index()), to_cvc5(sort.element()));
}

cvc5::Term Cvc5Translator::to_cvc5(Term term) {
  const cvc5::Term translated = translate(term, cache_);
  return floats_.empty() || !term.sort().is_bool() ? translated : with_definitions(term, translated);
}

cvc5::Term Cvc5Translator::translate(Term root, Cache& cache) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (cache.contains(term)) {
      stack.pop_back();
      continue;
    }
    if (is_quantifier(term.kind())) {
      cache.emplace(term, translate_quantifier(term, cache));
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const Term child : term.children())
      if (!cache.contains(child)) {
        stack.push_back(child);
        ready = false;
      }
    if (!ready) continue;
    std::vector<cvc5::Term> arguments;
    for (const Term child : term.children()) arguments.push_back(cache.at(child));
    cache.emplace(term, build(term, arguments));
    stack.pop_back();
  }
  return cache.at(root);
}

/// The body gets a cache of its own, since its bound variables stand for something else outside.
cvc5::Term Cvc5Translator::translate_quantifier(Term term, const Cache& scope) {
  if (mentions_floating(term)) throw std::invalid_argument("cvc5: quantified floating-point operations");
  const std::span<const Term> children = term.children();
  Cache inner;
  for (const Term variable : free_variables(term))
    if (const auto it = scope.find(variable); it != scope.end()) inner.emplace(variable, it->second);
  for (const Term variable : free_variables(term))
    if (!inner.contains(variable)) inner.emplace(variable, to_cvc5(variable));
  std::vector<cvc5::Term> bound;
  for (const Term variable : children.first(children.size() - 1)) {
    bound.push_back(solver_.mkVar(to_cvc5(variable.sort()), variable.name()));
    inner.insert_or_assign(variable, bound.back());
  }
  const cvc5::Term body = translate(children.back(), inner);
  return solver_.mkTerm(kind_of(term.kind()), {solver_.mkTerm(cvc5::VARIABLE_LIST, bound), body});
}

cvc5::Term Cvc5Translator::build(Term term, const std::vector<cvc5::Term>& arguments) {
  switch (term.kind()) {
    case Kind::Constant:
      if (term.sort().is_bool()) return solver_.mkBoolean(term.is_true());
      if (term.sort().is_int()) return solver_.mkInteger(term.constant().str());
      return solver_.mkBitVector(term.sort().width(), term.constant().str(), 10);
    case Kind::Variable:
      return solver_.mkConst(to_cvc5(term.sort()), term.name());
    case Kind::Extract:
      return solver_.mkTerm(solver_.mkOp(cvc5::BITVECTOR_EXTRACT, {term.first(), term.second()}), arguments);
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      return solver_.mkTerm(solver_.mkOp(kind_of(term.kind()), {term.first()}), arguments);
    case Kind::Floating:
      return build_floating(term, arguments);
    case Kind::ConstArray:
      if (!term[0].is_constant()) break;
      return solver_.mkConstArray(to_cvc5(term.sort()), arguments[0]);
    case Kind::IntDiv:
    case Kind::IntMod: {
      const cvc5::Term plain = solver_.mkTerm(kind_of(term.kind()), arguments);
      if (term[1].is_constant() && !term[1].constant().is_zero()) return plain;
      const cvc5::Term zero = solver_.mkInteger(0);
      const cvc5::Term at_zero = term.kind() == Kind::IntDiv ? zero : arguments[0];
      return solver_.mkTerm(cvc5::ITE, {solver_.mkTerm(cvc5::EQUAL, {arguments[1], zero}), at_zero, plain});
    }
    default:
      break;
  }
  if (term.kind() == Kind::ConstArray)
    throw std::invalid_argument("cvc5: constant array of a term that is no constant");
  if (arguments.size() == 1 && (term.kind() == Kind::And || term.kind() == Kind::Or)) return arguments[0];
  return solver_.mkTerm(kind_of(term.kind()), arguments);
}

std::optional<Sort> Cvc5Translator::from_cvc5(const cvc5::Sort& sort) {
  if (sort.isBoolean()) return Sort::boolean();
  if (sort.isInteger()) return Sort::integer();
  if (sort.isBitVector()) return Sort::bit_vector(sort.getBitVectorSize());
  if (!sort.isArray()) return std::nullopt;
  const auto index = from_cvc5(sort.getArrayIndexSort());
  const auto element = from_cvc5(sort.getArrayElementSort());
  if (!index || !element || index->is_array() || element->is_array() || index->is_bool() || element->is_bool())
    return std::nullopt;
  return Sort::array(*index, *element);
}

std::optional<Value> Cvc5Translator::value_from_cvc5(const cvc5::Term& term) {
  if (term.isBooleanValue()) return Value{term.getBooleanValue()};
  if (term.isIntegerValue()) return Value{Integer{term.getIntegerValue()}};
  if (term.isBitVectorValue()) return Value{Integer{term.getBitVectorValue(10)}};
  ArrayValue array;
  std::vector<std::pair<Integer, Integer>> stores;
  cvc5::Term rest = term;
  while (rest.getKind() == cvc5::STORE) {
    const auto index = value_from_cvc5(rest[1]);
    const auto element = value_from_cvc5(rest[2]);
    if (!index || !element) return std::nullopt;
    stores.emplace_back(std::get<Integer>(*index), std::get<Integer>(*element));
    rest = cvc5::Term(rest[0]);
  }
  if (!rest.isConstArray()) return std::nullopt;
  const auto base = value_from_cvc5(rest.getConstArrayBase());
  if (!base) return std::nullopt;
  array.otherwise = std::get<Integer>(*base);
  for (auto it = stores.rbegin(); it != stores.rend(); ++it) array.set(it->first, it->second);
  return Value{std::move(array)};
}

namespace {

/// Builds our term from a cvc5 operator over translated arguments; nothing for an operator that we do not have.
class TermBuilder {
 public:
  TermBuilder(TermManager& terms, const cvc5::Term& original, std::vector<Term> arguments)
      : m_(terms), original_(original), a_(std::move(arguments)) {}

  std::optional<Term> build() {
    if (auto core = build_core()) return core;
    if (auto arithmetic = build_arithmetic()) return arithmetic;
    return build_bit_vector();
  }

 private:
  std::optional<Term> build_core() {
    switch (original_.getKind()) {
      case cvc5::NOT:
        return m_.not_(a_[0]);
      case cvc5::AND:
        return m_.and_(a_);
      case cvc5::OR:
        return m_.or_(a_);
      case cvc5::IMPLIES:
        return m_.implies(a_[0], a_[1]);
      case cvc5::XOR:
        return m_.not_(m_.equal(a_[0], a_[1]));
      case cvc5::EQUAL:
        return chain([this](Term x, Term y) { return m_.equal(x, y); });
      case cvc5::DISTINCT:
        return pairwise_distinct();
      case cvc5::ITE:
        return m_.ite(a_[0], a_[1], a_[2]);
      case cvc5::SELECT:
        return m_.select(a_[0], a_[1]);
      case cvc5::STORE:
        return m_.store(a_[0], a_[1], a_[2]);
      default:
        return std::nullopt;
    }
  }

  std::optional<Term> build_arithmetic() {
    switch (original_.getKind()) {
      case cvc5::ADD:
        return m_.add(a_);
      case cvc5::SUB:
        return fold([this](Term x, Term y) { return m_.sub(x, y); });
      case cvc5::NEG:
        return m_.neg(a_[0]);
      case cvc5::MULT:
        return fold([this](Term x, Term y) { return m_.mul(x, y); });
      case cvc5::ABS:
        return m_.ite(m_.less(a_[0], m_.integer(0)), m_.neg(a_[0]), a_[0]);
      // With a zero divisor these may have any value in cvc5: only safe where the divisor is a constant.
      case cvc5::INTS_DIVISION:
        return divisor_is_safe() ? std::optional{m_.int_div(a_[0], a_[1])} : std::nullopt;
      case cvc5::INTS_MODULUS:
        return divisor_is_safe() ? std::optional{m_.int_mod(a_[0], a_[1])} : std::nullopt;
      case cvc5::LEQ:
        return chain([this](Term x, Term y) { return m_.less_equal(x, y); });
      case cvc5::LT:
        return chain([this](Term x, Term y) { return m_.less(x, y); });
      case cvc5::GEQ:
        return chain([this](Term x, Term y) { return m_.less_equal(y, x); });
      case cvc5::GT:
        return chain([this](Term x, Term y) { return m_.less(y, x); });
      default:
        return std::nullopt;
    }
  }

  std::optional<Term> build_bit_vector() {
    switch (original_.getKind()) {
      case cvc5::BITVECTOR_NOT:
        return m_.bv_unary(Kind::BvNot, a_[0]);
      case cvc5::BITVECTOR_NEG:
        return m_.bv_unary(Kind::BvNeg, a_[0]);
      case cvc5::BITVECTOR_ADD:
        return fold_kind(Kind::BvAdd);
      case cvc5::BITVECTOR_MULT:
        return fold_kind(Kind::BvMul);
      case cvc5::BITVECTOR_AND:
        return fold_kind(Kind::BvAnd);
      case cvc5::BITVECTOR_OR:
        return fold_kind(Kind::BvOr);
      case cvc5::BITVECTOR_XOR:
        return fold_kind(Kind::BvXor);
      case cvc5::BITVECTOR_CONCAT:
        return fold_kind(Kind::Concat);
      case cvc5::BITVECTOR_SUB:
        return m_.bv_binary(Kind::BvAdd, a_[0], m_.bv_unary(Kind::BvNeg, a_[1]));
      case cvc5::BITVECTOR_UDIV:
        return fold_kind(Kind::BvUdiv);
      case cvc5::BITVECTOR_UREM:
        return fold_kind(Kind::BvUrem);
      case cvc5::BITVECTOR_SDIV:
        return fold_kind(Kind::BvSdiv);
      case cvc5::BITVECTOR_SREM:
        return fold_kind(Kind::BvSrem);
      case cvc5::BITVECTOR_SHL:
        return fold_kind(Kind::BvShl);
      case cvc5::BITVECTOR_LSHR:
        return fold_kind(Kind::BvLshr);
      case cvc5::BITVECTOR_ASHR:
        return fold_kind(Kind::BvAshr);
      case cvc5::BITVECTOR_ULT:
        return m_.bv_binary(Kind::BvUlt, a_[0], a_[1]);
      case cvc5::BITVECTOR_ULE:
        return m_.bv_binary(Kind::BvUle, a_[0], a_[1]);
      case cvc5::BITVECTOR_UGT:
        return m_.bv_binary(Kind::BvUlt, a_[1], a_[0]);
      case cvc5::BITVECTOR_UGE:
        return m_.bv_binary(Kind::BvUle, a_[1], a_[0]);
      case cvc5::BITVECTOR_SLT:
        return m_.bv_binary(Kind::BvSlt, a_[0], a_[1]);
      case cvc5::BITVECTOR_SLE:
        return m_.bv_binary(Kind::BvSle, a_[0], a_[1]);
      case cvc5::BITVECTOR_SGT:
        return m_.bv_binary(Kind::BvSlt, a_[1], a_[0]);
      case cvc5::BITVECTOR_SGE:
        return m_.bv_binary(Kind::BvSle, a_[1], a_[0]);
      case cvc5::BITVECTOR_COMP:
        return m_.ite(m_.equal(a_[0], a_[1]), m_.bit_vector(1, 1), m_.bit_vector(0, 1));
      case cvc5::BITVECTOR_EXTRACT:
        return m_.extract(a_[0], index(0), index(1));
      case cvc5::BITVECTOR_ZERO_EXTEND:
        return m_.zero_extend(a_[0], index(0));
      case cvc5::BITVECTOR_SIGN_EXTEND:
        return m_.sign_extend(a_[0], index(0));
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] bool divisor_is_safe() const {
    return a_.size() == 2 && a_[1].is_constant() && !a_[1].constant().is_zero();
  }
  [[nodiscard]] unsigned index(std::size_t i) const { return original_.getOp()[i].getUInt32Value(); }

  template <class F>
  Term fold(const F& f) {
    Term result = a_[0];
    for (std::size_t i = 1; i < a_.size(); ++i) result = f(result, a_[i]);
    return result;
  }
  Term fold_kind(Kind kind) {
    return fold([&](Term x, Term y) { return m_.bv_binary(kind, x, y); });
  }
  template <class F>
  Term chain(const F& f) {
    std::vector<Term> links;
    for (std::size_t i = 0; i + 1 < a_.size(); ++i) links.push_back(f(a_[i], a_[i + 1]));
    return m_.and_(links);
  }
  Term pairwise_distinct() {
    std::vector<Term> pairs;
    for (std::size_t i = 0; i < a_.size(); ++i)
      for (std::size_t j = i + 1; j < a_.size(); ++j) pairs.push_back(m_.distinct(a_[i], a_[j]));
    return m_.and_(pairs);
  }

  TermManager& m_;
  const cvc5::Term& original_;
  std::vector<Term> a_;
};

}  // namespace

std::optional<Term> Cvc5Translator::from_cvc5(const cvc5::Term& root) {
  std::unordered_map<cvc5::Term, Term> done;  // bound variables are distinct objects in cvc5, so one map does
  std::vector<cvc5::Term> stack{root};
  while (!stack.empty()) {
    const cvc5::Term term = stack.back();
    if (done.contains(term)) {
      stack.pop_back();
      continue;
    }
    const cvc5::Kind kind = term.getKind();
    const auto sort = kind == cvc5::VARIABLE_LIST ? std::optional{Sort::boolean()} : from_cvc5(term.getSort());
    if (!sort) return std::nullopt;
    if (kind == cvc5::CONSTANT || kind == cvc5::VARIABLE) {
      try {
        done.emplace(term, kind == cvc5::VARIABLE ? terms_.fresh_variable(term.getSymbol() + "!", *sort)
                                                  : terms_.variable(term.getSymbol(), *sort));
      } catch (const std::invalid_argument&) {  // the name has another sort
        return std::nullopt;
      }
      continue;
    }
    if (term.getNumChildren() == 0 || term.isConstArray()) {
      const auto value = value_from_cvc5(term);
      if (!value) return std::nullopt;
      done.emplace(term, terms_.from_value(*value, *sort));
      continue;
    }
    bool ready = true;
    for (const cvc5::Term& child : term)
      if (!done.contains(child)) {
        stack.push_back(child);
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    if (kind == cvc5::VARIABLE_LIST) {
      done.emplace(term, terms_.true_term());  // its variables are looked up by the quantifier
      continue;
    }
    if (kind == cvc5::FORALL || kind == cvc5::EXISTS) {
      std::vector<Term> bound;
      for (const cvc5::Term& variable : term[0]) bound.push_back(done.at(variable));
      const Term body = done.at(term[1]);
      done.emplace(term, kind == cvc5::FORALL ? terms_.forall(bound, body) : terms_.exists(bound, body));
      continue;
    }
    std::vector<Term> arguments;
    for (const cvc5::Term& child : term) arguments.push_back(done.at(child));
    const auto built = TermBuilder(terms_, term, std::move(arguments)).build();
    if (!built) return std::nullopt;
    done.emplace(term, *built);
  }
  return done.at(root);
}

}  // namespace bireach::logic
