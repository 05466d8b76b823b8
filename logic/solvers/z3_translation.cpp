// SPDX-License-Identifier: Apache-2.0
/// Terms to Z3 expressions. The way back is in z3_back_translation.cpp.
#include "logic/solvers/z3_translation.h"

#include <stdexcept>

namespace bireach::logic {

namespace {

z3::expr wrap(z3::context& context, Z3_ast ast) {
  context.check_error();
  return {context, ast};
}

/// x op y for a C function of the Z3 API.
using BinaryFunction = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

BinaryFunction binary_function(Kind kind) {
  switch (kind) {
    case Kind::Equal:
      return Z3_mk_eq;
    case Kind::IntDiv:
      return Z3_mk_div;
    case Kind::IntMod:
      return Z3_mk_mod;
    case Kind::LessEqual:
      return Z3_mk_le;
    case Kind::Less:
      return Z3_mk_lt;
    case Kind::BvAdd:
      return Z3_mk_bvadd;
    case Kind::BvMul:
      return Z3_mk_bvmul;
    case Kind::BvUdiv:
      return Z3_mk_bvudiv;
    case Kind::BvUrem:
      return Z3_mk_bvurem;
    case Kind::BvSdiv:
      return Z3_mk_bvsdiv;
    case Kind::BvSrem:
      return Z3_mk_bvsrem;
    case Kind::BvShl:
      return Z3_mk_bvshl;
    case Kind::BvLshr:
      return Z3_mk_bvlshr;
    case Kind::BvAshr:
      return Z3_mk_bvashr;
    case Kind::BvAnd:
      return Z3_mk_bvand;
    case Kind::BvOr:
      return Z3_mk_bvor;
    case Kind::BvXor:
      return Z3_mk_bvxor;
    case Kind::BvUlt:
      return Z3_mk_bvult;
    case Kind::BvUle:
      return Z3_mk_bvule;
    case Kind::BvSlt:
      return Z3_mk_bvslt;
    case Kind::BvSle:
      return Z3_mk_bvsle;
    case Kind::Concat:
      return Z3_mk_concat;
    case Kind::Select:
      return Z3_mk_select;
    default:
      throw std::logic_error("Z3Translator: not a binary operator");
  }
}

z3::expr numeral(z3::context& context, const Integer& value, const z3::sort& sort) {
  return wrap(context, Z3_mk_numeral(context, value.str().c_str(), sort));
}

/// div and mod with the evaluator's value for a divisor that may be zero.
z3::expr guarded_division(Term term, const z3::expr& a, const z3::expr& b) {
  z3::context& context = a.ctx();
  z3::expr plain = wrap(context, binary_function(term.kind())(context, a, b));
  if (term[1].is_constant() && !term[1].constant().is_zero()) return plain;
  const z3::expr zero = context.int_val(0);
  return z3::ite(b == zero, term.kind() == Kind::IntDiv ? zero : a, plain);
}

z3::expr quantifier(z3::context& context, Kind kind, const z3::expr_vector& arguments) {
  std::vector<Z3_app> bound;
  for (unsigned i = 0; i + 1 < arguments.size(); ++i)
    bound.push_back(Z3_to_app(context, arguments[static_cast<int>(i)]));
  const z3::expr body = arguments.back();
  const auto count = static_cast<unsigned>(bound.size());
  return wrap(context, kind == Kind::Forall ? Z3_mk_forall_const(context, 0, count, bound.data(), 0, nullptr, body)
                                            : Z3_mk_exists_const(context, 0, count, bound.data(), 0, nullptr, body));
}

}  // namespace

z3::sort Z3Translator::to_z3(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      return context_.bool_sort();
    case SortKind::Int:
      return context_.int_sort();
    case SortKind::BitVec:
      return context_.bv_sort(sort.width());
    case SortKind::Array:
      return context_.array_sort(to_z3(sort.index()), to_z3(sort.element()));
  }
  throw std::logic_error("Z3Translator: invalid sort");
}

z3::expr Z3Translator::to_z3(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (cache_.contains(term)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Term child : term.children())
      if (!cache_.contains(child)) stack.push_back(child);
    if (stack.size() != before) continue;
    z3::expr_vector arguments(context_);
    for (const Term child : term.children()) arguments.push_back(cache_.at(child));
    cache_.emplace(term, build(term, arguments));
    if (!floats_.empty()) keep_float(term, arguments);
    stack.pop_back();
  }
  return cache_.at(root);
}

z3::expr_vector Z3Translator::to_z3(std::span<const Term> terms) {
  z3::expr_vector result(context_);
  for (const Term t : terms) result.push_back(to_z3(t));
  return result;
}

z3::expr Z3Translator::build(Term term, const z3::expr_vector& arguments) {
  const auto argument = [&](int i) { return arguments[i]; };
  switch (term.kind()) {
    case Kind::Constant:
      if (term.sort().is_bool()) return context_.bool_val(term.is_true());
      return numeral(context_, term.constant(), to_z3(term.sort()));
    case Kind::Variable:
      return context_.constant(term.name().c_str(), to_z3(term.sort()));
    case Kind::Not:
      return !argument(0);
    case Kind::And:
      return z3::mk_and(arguments);
    case Kind::Or:
      return z3::mk_or(arguments);
    case Kind::Ite:
      return z3::ite(argument(0), argument(1), argument(2));
    case Kind::Add:
      return z3::sum(arguments);
    case Kind::Mul: {
      std::vector<Z3_ast> factors;
      for (unsigned i = 0; i < arguments.size(); ++i) factors.push_back(argument(static_cast<int>(i)));
      return wrap(context_, Z3_mk_mul(context_, static_cast<unsigned>(factors.size()), factors.data()));
    }
    case Kind::IntDiv:
    case Kind::IntMod:
      return guarded_division(term, argument(0), argument(1));
    case Kind::BvNot:
      return ~argument(0);
    case Kind::BvNeg:
      return -argument(0);
    case Kind::Extract:
      return argument(0).extract(term.first(), term.second());
    case Kind::ZeroExtend:
      return z3::zext(argument(0), term.first());
    case Kind::SignExtend:
      return z3::sext(argument(0), term.first());
    case Kind::Store:
      return z3::store(argument(0), argument(1), argument(2));
    case Kind::ConstArray:
      return z3::const_array(to_z3(term.sort().index()), argument(0));
    case Kind::Floating:
      return build_floating(term, arguments);
    case Kind::Forall:
    case Kind::Exists:
      return quantifier(context_, term.kind(), arguments);
    default:
      return wrap(context_, binary_function(term.kind())(context_, argument(0), argument(1)));
  }
}

}  // namespace bireach::logic
