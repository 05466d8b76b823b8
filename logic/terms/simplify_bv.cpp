// SPDX-License-Identifier: Apache-2.0
/// Builders of bit-vector operators, with folding and local simplification.
#include <algorithm>

#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

Integer ones(unsigned width) {
  return power_of_two(width) - 1;
}

Integer shift(Kind kind, const Integer& a, const Integer& amount, unsigned width) {
  const bool out = amount >= width;
  const unsigned bits = out ? 0U : amount.convert_to<unsigned>();
  switch (kind) {
    case Kind::BvShl:
      return out ? Integer{0} : wrap_unsigned(Integer{a << bits}, width);
    case Kind::BvLshr:
      return out ? Integer{0} : Integer{a >> bits};
    default: {
      const bool negative = a >= power_of_two(width - 1);
      if (out) return negative ? ones(width) : Integer{0};
      Integer result = a >> bits;
      if (negative) result += ones(width) - (ones(width) >> bits);
      return result;
    }
  }
}

/// Signed division truncates; the remainder has the sign of the dividend (SMT-LIB bvsdiv, bvsrem).
Integer signed_division(Kind kind, const Integer& a, const Integer& b, unsigned width) {
  const Integer x = wrap_signed(a, width);
  const Integer y = wrap_signed(b, width);
  if (kind == Kind::BvSrem) return y.is_zero() ? a : wrap_unsigned(Integer{x % y}, width);
  if (y.is_zero()) return x >= 0 ? ones(width) : Integer{1};
  return wrap_unsigned(Integer{x / y}, width);
}

bool is_bv_comparison(Kind kind) {
  return kind == Kind::BvUlt || kind == Kind::BvUle || kind == Kind::BvSlt || kind == Kind::BvSle;
}

bool is_commutative(Kind kind) {
  switch (kind) {
    case Kind::BvAdd:
    case Kind::BvMul:
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
      return true;
    default:
      return false;
  }
}

bool is_bv_binary(Kind kind) {
  return is_bv_comparison(kind) || (kind >= Kind::BvAdd && kind <= Kind::BvXor) || kind == Kind::Concat;
}

Term fold(TermManager& m, Kind kind, Term a, Term b) {
  const unsigned wa = a.sort().width();
  const unsigned wb = b.sort().width();
  const Integer value = fold_bv_binary(kind, a.constant(), b.constant(), wa, wb);
  if (is_bv_comparison(kind)) return m.boolean(!value.is_zero());
  return m.bit_vector(value, kind == Kind::Concat ? wa + wb : wa);
}

/// constant op x.
Term commutative_identity(TermManager& m, Kind kind, Term constant, Term x) {
  const unsigned width = x.sort().width();
  const Integer& k = constant.constant();
  const bool zero = k.is_zero();
  const bool full = k == ones(width);
  switch (kind) {
    case Kind::BvAdd:
      return zero ? x : Term{};
    case Kind::BvMul:
      if (zero) return constant;
      if (k == 1) return x;
      return full ? m.bv_unary(Kind::BvNeg, x) : Term{};
    case Kind::BvAnd:
      if (zero) return constant;
      return full ? x : Term{};
    case Kind::BvOr:
      if (full) return constant;
      return zero ? x : Term{};
    default:
      if (zero) return x;
      return full ? m.bv_unary(Kind::BvNot, x) : Term{};
  }
}

Term same_operands(TermManager& m, Kind kind, Term x) {
  switch (kind) {
    case Kind::BvAnd:
    case Kind::BvOr:
      return x;
    case Kind::BvXor:
      return m.bit_vector(0, x.sort().width());
    default:
      return {};
  }
}

bool are_opposite(Kind op, Term a, Term b) {
  return (a.kind() == op && a[0] == b) || (b.kind() == op && b[0] == a);
}

Term commutative(TermManager& m, Kind kind, Term a, Term b) {
  const unsigned width = a.sort().width();
  if (b.is_constant()) std::swap(a, b);
  if (a.is_constant()) {
    if (const Term r = commutative_identity(m, kind, a, b); !r.is_null()) return r;
    if (b.kind() == kind && b[0].is_constant()) return m.bv_binary(kind, fold(m, kind, a, b[0]), b[1]);
  } else {
    if (a == b) {
      if (const Term r = same_operands(m, kind, a); !r.is_null()) return r;
    }
    if (kind == Kind::BvAdd && are_opposite(Kind::BvNeg, a, b)) return m.bit_vector(0, width);
    if (are_opposite(Kind::BvNot, a, b)) {
      if (kind == Kind::BvAnd) return m.bit_vector(0, width);
      if (kind == Kind::BvOr || kind == Kind::BvXor || kind == Kind::BvAdd) return m.bit_vector(-1, width);
    }
    // Constants go outwards: (k op x) op y = k op (x op y).
    if (a.kind() == kind && a[0].is_constant()) return m.bv_binary(kind, a[0], m.bv_binary(kind, a[1], b));
    if (b.kind() == kind && b[0].is_constant()) return m.bv_binary(kind, b[0], m.bv_binary(kind, a, b[1]));
    if (const Term joined = join_fields(m, kind, a, b); !joined.is_null()) return joined;
    if (b < a) std::swap(a, b);
  }
  return TermAccess::make(m, kind, a.sort(), {a, b});
}

/// Division, remainder, shifts, with a constant on the right.
Term right_constant(TermManager& m, Kind kind, Term a, Term b) {
  const Integer& k = b.constant();
  const unsigned width = a.sort().width();
  const Term zero = m.bit_vector(0, width);
  switch (kind) {
    case Kind::BvUdiv:
    case Kind::BvSdiv:
      return k == 1 && width > 1 ? a : Term{};
    case Kind::BvUrem:
      if (k == 1) return zero;
      return k.is_zero() ? a : Term{};
    case Kind::BvSrem:
      if (k == 1 && width > 1) return zero;
      return k.is_zero() ? a : Term{};
    case Kind::BvShl:
    case Kind::BvLshr:
      if (k.is_zero()) return a;
      return k >= width ? zero : Term{};
    case Kind::BvAshr:
      return k.is_zero() ? a : Term{};
    default:
      return {};
  }
}

Term concat(TermManager& m, Term a, Term b) {
  if (a.is_constant() && a.constant().is_zero()) return m.zero_extend(b, a.sort().width());
  if (a.kind() == Kind::Extract && b.kind() == Kind::Extract && a[0] == b[0] && a.second() == b.first() + 1)
    return m.extract(a[0], a.first(), b.second());
  return TermAccess::make(m, Kind::Concat, Sort::bit_vector(a.sort().width() + b.sort().width()), {a, b});
}

Term non_commutative(TermManager& m, Kind kind, Term a, Term b) {
  if (b.is_constant()) {
    if (const Term r = right_constant(m, kind, a, b); !r.is_null()) return r;
  }
  const bool is_shift = kind == Kind::BvShl || kind == Kind::BvLshr || kind == Kind::BvAshr;
  if (is_shift && a.is_constant() && a.constant().is_zero()) return a;
  return TermAccess::make(m, kind, a.sort(), {a, b});
}

bool is_strict(Kind kind) {
  return kind == Kind::BvUlt || kind == Kind::BvSlt;
}
bool is_signed(Kind kind) {
  return kind == Kind::BvSlt || kind == Kind::BvSle;
}

/// x against the least or greatest value; null if no bound is met. The comparison is kind(a, b).
Term trivial_bounds(TermManager& m, Kind kind, Term a, Term b) {
  const unsigned width = a.sort().width();
  const Integer least = is_signed(kind) ? power_of_two(width - 1) : Integer{0};
  const Integer greatest = is_signed(kind) ? power_of_two(width - 1) - 1 : ones(width);
  const bool strict = is_strict(kind);
  if (b.is_constant()) {
    const Integer& k = b.constant();
    if (k == least) return strict ? m.false_term() : m.equal(a, b);
    if (k == greatest) return strict ? m.distinct(a, b) : m.true_term();
    if (strict && k == wrap_unsigned(least + 1, width)) return m.equal(a, m.bit_vector(least, width));
  }
  if (a.is_constant()) {
    const Integer& k = a.constant();
    if (k == least) return strict ? m.distinct(a, b) : m.true_term();
    if (k == greatest) return strict ? m.false_term() : m.equal(a, b);
    if (strict && k == wrap_unsigned(greatest - 1, width)) return m.equal(b, m.bit_vector(greatest, width));
  }
  return {};
}

/// Comparisons of extended values, in the smaller width; null if no rule applies.
Term narrow_comparison(TermManager& m, Kind kind, Term a, Term b) {
  const bool zero_a = a.kind() == Kind::ZeroExtend;
  const bool zero_b = b.kind() == Kind::ZeroExtend;
  const Kind unsigned_kind = is_strict(kind) ? Kind::BvUlt : Kind::BvUle;
  if (zero_a && zero_b) {
    if (a[0].sort() == b[0].sort()) return m.bv_binary(unsigned_kind, a[0], b[0]);
    return is_signed(kind) ? m.bv_binary(unsigned_kind, a, b) : Term{};
  }
  if (a.kind() == Kind::SignExtend && b.kind() == Kind::SignExtend && a[0].sort() == b[0].sort())
    return m.bv_binary(kind, a[0], b[0]);  // sign extension keeps the unsigned order too
  if (!(zero_a && b.is_constant()) && !(zero_b && a.is_constant())) return {};
  const Term inner = zero_a ? a[0] : b[0];
  const Integer& k = (zero_a ? b : a).constant();
  const unsigned width = inner.sort().width();
  if (is_signed(kind) && k >= power_of_two(a.sort().width() - 1)) return m.boolean(!zero_a);  // k < 0 <= inner
  if (k >= power_of_two(width)) return m.boolean(zero_a);
  const Term narrow = m.bit_vector(k, width);
  return zero_a ? m.bv_binary(unsigned_kind, inner, narrow) : m.bv_binary(unsigned_kind, narrow, inner);
}

Term comparison(TermManager& m, Kind kind, Term a, Term b) {
  if (a == b) return m.boolean(!is_strict(kind));
  if (const Term r = trivial_bounds(m, kind, a, b); !r.is_null()) return r;
  if (const Term r = narrow_comparison(m, kind, a, b); !r.is_null()) return r;
  if (b.is_constant()) {
    const Term r = push_comparison(m, kind, a, b, a, [&](Term leaf) { return m.bv_binary(kind, leaf, b); });
    if (!r.is_null()) return r;
  }
  if (a.is_constant()) {
    const Term r = push_comparison(m, kind, a, b, b, [&](Term leaf) { return m.bv_binary(kind, a, leaf); });
    if (!r.is_null()) return r;
  }
  return TermAccess::make(m, kind, Sort::boolean(), {a, b});
}

bool small_tree(Term a) {
  return is_constant_tree(a) && a.constant_leaves() <= max_pushed_leaves;
}

}  // namespace

Integer fold_bv_unary(Kind kind, const Integer& a, unsigned width) {
  if (kind == Kind::BvNot) return ones(width) - a;
  if (kind == Kind::BvNeg) return a.is_zero() ? a : Integer{power_of_two(width) - a};
  throw std::logic_error("fold_bv_unary: not a unary operator");
}

Integer fold_bv_binary(Kind kind, const Integer& a, const Integer& b, unsigned width_a, unsigned width_b) {
  switch (kind) {
    case Kind::BvAdd:
      return wrap_unsigned(a + b, width_a);
    case Kind::BvMul:
      return wrap_unsigned(a * b, width_a);
    case Kind::BvUdiv:
      return b.is_zero() ? ones(width_a) : Integer{a / b};
    case Kind::BvUrem:
      return b.is_zero() ? a : Integer{a % b};
    case Kind::BvSdiv:
    case Kind::BvSrem:
      return signed_division(kind, a, b, width_a);
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
      return shift(kind, a, b, width_a);
    case Kind::BvAnd:
      return a & b;
    case Kind::BvOr:
      return a | b;
    case Kind::BvXor:
      return a ^ b;
    case Kind::BvUlt:
      return a < b ? 1 : 0;
    case Kind::BvUle:
      return a <= b ? 1 : 0;
    case Kind::BvSlt:
      return wrap_signed(a, width_a) < wrap_signed(b, width_a) ? 1 : 0;
    case Kind::BvSle:
      return wrap_signed(a, width_a) <= wrap_signed(b, width_a) ? 1 : 0;
    case Kind::Concat:
      return (a << width_b) | b;
    default:
      throw std::logic_error("fold_bv_binary: not a binary bit-vector operator");
  }
}

Term TermManager::bv_unary(Kind kind, Term a) {
  require(kind == Kind::BvNot || kind == Kind::BvNeg, "bv_unary: not a unary bit-vector operator");
  require(a.sort().is_bit_vector(), "bv_unary: operand must be a bit-vector");
  const unsigned width = a.sort().width();
  if (a.is_constant()) return bit_vector(fold_bv_unary(kind, a.constant(), width), width);
  if (a.kind() == kind) return a[0];
  if (small_tree(a)) return map_leaves(*this, a, [&](Term leaf) { return bv_unary(kind, leaf); });
  return TermAccess::make(*this, kind, a.sort(), {a});
}

Term TermManager::bv_binary(Kind kind, Term a, Term b) {
  require(is_bv_binary(kind), "bv_binary: not a binary bit-vector operator");
  require(a.sort().is_bit_vector() && b.sort().is_bit_vector(), "bv_binary: operands must be bit-vectors");
  require(kind == Kind::Concat || a.sort() == b.sort(), "bv_binary: operands of different widths");
  if (a.is_constant() && b.is_constant()) return fold(*this, kind, a, b);
  // A comparison with a constant has its own, deeper rule.
  if (!is_bv_comparison(kind) || (!a.is_constant() && !b.is_constant())) {
    const Term pushed = push_binary(*this, a, b, [&](Term x, Term y) { return bv_binary(kind, x, y); });
    if (!pushed.is_null()) return pushed;
  }
  if (is_bv_comparison(kind)) return comparison(*this, kind, a, b);
  if (is_commutative(kind)) return commutative(*this, kind, a, b);
  if (kind == Kind::Concat) return concat(*this, a, b);
  return non_commutative(*this, kind, a, b);
}

Term TermManager::extract(Term a, unsigned high, unsigned low) {
  require(a.sort().is_bit_vector(), "extract: operand must be a bit-vector");
  require(low <= high && high < a.sort().width(), "extract: bits out of range");
  const unsigned width = high - low + 1;
  if (width == a.sort().width()) return a;
  if (a.is_constant()) return bit_vector(Integer{a.constant() >> low}, width);
  if (small_tree(a)) return map_leaves(*this, a, [&](Term leaf) { return extract(leaf, high, low); });
  switch (a.kind()) {
    case Kind::Extract:
      return extract(a[0], high + a.second(), low + a.second());
    case Kind::Concat: {
      const unsigned split = a[1].sort().width();
      if (high < split) return extract(a[1], high, low);
      if (low >= split) return extract(a[0], high - split, low - split);
      break;
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: {
      const unsigned inner = a[0].sort().width();
      if (high < inner) return extract(a[0], high, low);
      const unsigned added = high - inner + 1;
      if (low == 0) return a.kind() == Kind::ZeroExtend ? zero_extend(a[0], added) : sign_extend(a[0], added);
      if (a.kind() == Kind::ZeroExtend && low >= inner) return bit_vector(0, width);
      if (a.kind() == Kind::ZeroExtend) return zero_extend(extract(a[0], inner - 1, low), added);
      break;
    }
    default:
      if (const Term part = extract_field(*this, a, high, low); !part.is_null()) return part;
      break;
  }
  return TermAccess::make(*this, Kind::Extract, Sort::bit_vector(width), {a}, high, low);
}

Term TermManager::zero_extend(Term a, unsigned bits) {
  require(a.sort().is_bit_vector(), "zero_extend: operand must be a bit-vector");
  if (bits == 0) return a;
  const unsigned width = a.sort().width() + bits;
  if (a.is_constant()) return bit_vector(a.constant(), width);
  if (small_tree(a)) return map_leaves(*this, a, [&](Term leaf) { return zero_extend(leaf, bits); });
  if (a.kind() == Kind::ZeroExtend) return zero_extend(a[0], a.first() + bits);
  return TermAccess::make(*this, Kind::ZeroExtend, Sort::bit_vector(width), {a}, bits);
}

Term TermManager::sign_extend(Term a, unsigned bits) {
  require(a.sort().is_bit_vector(), "sign_extend: operand must be a bit-vector");
  if (bits == 0) return a;
  const unsigned width = a.sort().width() + bits;
  if (a.is_constant()) return bit_vector(wrap_signed(a.constant(), a.sort().width()), width);
  if (small_tree(a)) return map_leaves(*this, a, [&](Term leaf) { return sign_extend(leaf, bits); });
  if (a.kind() == Kind::SignExtend) return sign_extend(a[0], a.first() + bits);
  if (a.kind() == Kind::ZeroExtend) return zero_extend(a[0], a.first() + bits);  // the sign bit is 0
  return TermAccess::make(*this, Kind::SignExtend, Sort::bit_vector(width), {a}, bits);
}

namespace {

/// x = constant.
Term equal_to_constant(TermManager& m, Term x, Term constant) {
  const unsigned width = x.sort().width();
  const Integer& k = constant.constant();
  switch (x.kind()) {
    case Kind::BvAdd:
      if (!x[0].is_constant()) return {};
      return m.equal(x[1], m.bit_vector(k - x[0].constant(), width));
    case Kind::BvXor:
      if (!x[0].is_constant()) return {};
      return m.equal(x[1], m.bit_vector(Integer{k ^ x[0].constant()}, width));
    case Kind::BvNot:
    case Kind::BvNeg:
      return m.equal(x[0], m.bv_unary(x.kind(), constant));
    case Kind::Concat: {
      const unsigned split = x[1].sort().width();
      return m.and_(m.equal(x[0], m.extract(constant, width - 1, split)),
                    m.equal(x[1], m.extract(constant, split - 1, 0)));
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: {
      const unsigned inner = x[0].sort().width();
      const Term narrow = m.bit_vector(k, inner);
      const Term wide =
          x.kind() == Kind::ZeroExtend ? m.zero_extend(narrow, x.first()) : m.sign_extend(narrow, x.first());
      return wide == constant ? m.equal(x[0], narrow) : m.false_term();
    }
    case Kind::BvAnd:  // mask & y = k needs k within the mask
      return x[0].is_constant() && (k & x[0].constant()) != k ? m.false_term() : Term{};
    case Kind::BvOr:
      return x[0].is_constant() && (k | x[0].constant()) != k ? m.false_term() : Term{};
    default:
      return {};
  }
}

}  // namespace

Term simplify_bv_equal(TermManager& m, Term a, Term b) {
  if (b.is_constant()) return equal_to_constant(m, a, b);
  if (differ_by_constant(a, b)) return m.false_term();
  const bool same_kind = a.kind() == b.kind();
  const bool invertible = a.kind() == Kind::BvNot || a.kind() == Kind::BvNeg;
  const bool extended = a.kind() == Kind::ZeroExtend || a.kind() == Kind::SignExtend;
  if (same_kind && (invertible || extended) && a[0].sort() == b[0].sort()) return m.equal(a[0], b[0]);
  const auto offset = [](Term t) { return (t.kind() == Kind::BvAdd || t.kind() == Kind::BvXor) && t[0].is_constant(); };
  if (same_kind && offset(a) && offset(b)) {  // k + x = l + y: one constant is enough
    if (a[0] == b[0]) return m.equal(a[1], b[1]);
    const Integer difference = a.kind() == Kind::BvAdd ? Integer{b[0].constant() - a[0].constant()}
                                                       : Integer{b[0].constant() ^ a[0].constant()};
    return m.equal(a[1], m.bv_binary(a.kind(), m.bit_vector(difference, a.sort().width()), b[1]));
  }
  return {};
}

}  // namespace bireach::logic
