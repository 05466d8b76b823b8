// SPDX-License-Identifier: Apache-2.0
/// Fields: runs of bits that are taken out of a term, moved, and put together again, as memory of bytes does with
/// words.
#include <cstdint>
#include <optional>

#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

/// So many terms are looked at for the bits of one.
constexpr unsigned max_terms = 64;
/// So many sums are followed to the part that has the bits.
constexpr unsigned max_sums = 32;

Integer all_ones(unsigned width) {
  return power_of_two(width) - 1;
}

/// log2 of `factor`; nothing: it is no power of two.
std::optional<unsigned> exponent_of_two(const Integer& factor) {
  if (factor <= 0) return std::nullopt;
  const unsigned lowest = lsb(factor);
  return power_of_two(lowest) == factor ? std::optional(lowest) : std::nullopt;
}

/// A term that is moved by so many bits, fewer than it has.
struct Move {
  Term term;
  unsigned by = 0;
};

std::optional<unsigned> shift_amount(Term amount) {
  if (!amount.is_constant() || amount.constant() >= amount.sort().width()) return std::nullopt;
  return amount.constant().convert_to<unsigned>();
}

/// The term as another one moved towards higher bits, which fill with 0 from below.
std::optional<Move> moved_up(Term t) {
  std::optional<unsigned> by;
  if (t.kind() == Kind::BvMul && t[0].is_constant()) {
    by = exponent_of_two(t[0].constant());
    return by ? std::optional(Move{t[1], *by}) : std::nullopt;
  }
  if (t.kind() == Kind::BvShl) by = shift_amount(t[1]);
  return by ? std::optional(Move{t[0], *by}) : std::nullopt;
}

/// Towards lower bits.
std::optional<Move> moved_down(Term t) {
  std::optional<unsigned> by;
  if (t.kind() == Kind::BvUdiv && t[1].is_constant()) by = exponent_of_two(t[1].constant());
  if (t.kind() == Kind::BvLshr) by = shift_amount(t[1]);
  return by ? std::optional(Move{t[0], *by}) : std::nullopt;
}

std::uint64_t low_bits(unsigned count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// Which bits of terms of up to 64 bits may be 1. All, where that is not seen at once.
class PossibleBits {
 public:
  [[nodiscard]] std::uint64_t of(Term t) {
    const unsigned width = t.sort().width();
    const std::uint64_t all = low_bits(width);
    if (t.is_constant()) return t.constant().convert_to<std::uint64_t>();
    if (looked_at_ >= max_terms) return all;
    ++looked_at_;
    if (const auto up = moved_up(t)) return of(up->term) << up->by & all;
    if (const auto down = moved_down(t)) return of(down->term) >> down->by;
    switch (t.kind()) {
      case Kind::ZeroExtend:
        return of(t[0]);
      case Kind::Extract:
        return t[0].sort().width() > 64 ? all : of(t[0]) >> t.second() & all;
      case Kind::Concat:
        return of(t[0]) << t[1].sort().width() | of(t[1]);
      case Kind::BvAnd:
        return of(t[0]) & of(t[1]);
      case Kind::BvOr:
      case Kind::BvXor: {
        const std::uint64_t left = of(t[0]);
        return left == all ? all : left | of(t[1]);
      }
      case Kind::BvAdd: {
        const std::uint64_t left = of(t[0]);
        if (left == all) return all;
        const std::uint64_t right = of(t[1]);
        return (left & right) == 0 ? left | right : all;
      }
      default:
        return all;
    }
  }

 private:
  unsigned looked_at_ = 0;
};

std::uint64_t possible_bits(Term t) {
  return PossibleBits().of(t);
}

/// Of the sum, which may be one without carries, the part that alone has these bits; null: there is none.
Term part_with(Term sum, unsigned high, unsigned low) {
  const std::uint64_t run = low_bits(high - low + 1) << low;
  const std::uint64_t left = possible_bits(sum[0]);
  const std::uint64_t right = possible_bits(sum[1]);
  if (sum.kind() == Kind::BvAdd && (left & right & low_bits(high + 1)) != 0) return {};  // there may be a carry
  if ((left & run) == 0) return sum[1];
  return (right & run) == 0 ? sum[0] : Term{};
}

/// `width` bits of a term, from bit `low` on, which stand at bit `at` of another one; the rest of that is 0.
struct Field {
  Term of;
  unsigned low = 0;
  unsigned width = 0;
  unsigned at = 0;
};

std::optional<Field> field_of(Term t, unsigned depth = 0) {
  const unsigned width = t.sort().width();
  if (depth > 2) return std::nullopt;
  if (const auto up = moved_up(t)) {
    auto inner = field_of(up->term, depth + 1);
    if (!inner) inner = Field{up->term, 0, width, 0};
    if (inner->at + up->by >= width) return std::nullopt;
    inner->at += up->by;
    inner->width = std::min(inner->width, width - inner->at);
    return inner;
  }
  if (const auto down = moved_down(t)) return Field{down->term, down->by, width - down->by, 0};
  switch (t.kind()) {
    case Kind::ZeroExtend:
      return t[0].kind() == Kind::Extract ? Field{t[0][0], t[0].second(), t[0].sort().width(), 0}
                                          : Field{t[0], 0, t[0].sort().width(), 0};
    case Kind::Extract:
      return Field{t[0], t.second(), width, 0};
    case Kind::BvAnd: {
      if (!t[0].is_constant()) return std::nullopt;
      const unsigned low = lsb(t[0].constant());  // not 0: that is simplified
      const auto end = exponent_of_two(Integer{(t[0].constant() >> low) + 1});
      return end ? std::optional(Field{t[1], low, *end, low}) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

/// The two as one field, if the higher bits of one begin where those of the other end; null if they do not.
Term join_neighbours(TermManager& m, Term a, Term b) {
  auto low = field_of(a);
  if (!low) return {};
  auto high = field_of(b);
  if (!high || low->of != high->of) return {};
  if (low->at > high->at) std::swap(low, high);
  if (low->at + low->width != high->at || low->low + low->width != high->low) return {};
  const unsigned width = a.sort().width();
  const Field whole{low->of, low->low, low->width + high->width, low->at};
  const Term bits = m.extract(whole.of, whole.low + whole.width - 1, whole.low);
  const Term wide = m.zero_extend(bits, width - whole.width);
  return whole.at == 0 ? wide : m.bv_binary(Kind::BvMul, m.bit_vector(power_of_two(whole.at), width), wide);
}

}  // namespace

Term join_fields(TermManager& m, Kind kind, Term a, Term b) {
  if (kind != Kind::BvAdd && kind != Kind::BvOr && kind != Kind::BvXor) return {};
  if (const Term joined = join_neighbours(m, a, b); !joined.is_null()) return joined;
  for (const auto& [sum, part] : {std::pair{a, b}, std::pair{b, a}}) {
    if (sum.kind() != kind) continue;
    for (const std::size_t i : {0U, 1U})
      if (const Term joined = join_neighbours(m, sum[i], part); !joined.is_null())
        return m.bv_binary(kind, sum[1 - i], joined);
  }
  return {};
}

Term extract_field(TermManager& m, Term a, unsigned high, unsigned low) {
  const unsigned width = a.sort().width();
  if (const auto up = moved_up(a)) {
    if (high < up->by) return m.bit_vector(0, high - low + 1);
    if (low >= up->by) return m.extract(up->term, high - up->by, low - up->by);
    return {};
  }
  if (const auto down = moved_down(a)) {
    if (low + down->by >= width) return m.bit_vector(0, high - low + 1);
    const unsigned last = std::min(high + down->by, width - 1);
    return m.zero_extend(m.extract(down->term, last, low + down->by), high + down->by - last);
  }
  switch (a.kind()) {
    case Kind::BvAnd: {
      if (!a[0].is_constant()) return {};
      const Integer run = all_ones(high - low + 1) << low;
      const Integer kept = a[0].constant() & run;
      if (kept.is_zero()) return m.bit_vector(0, high - low + 1);
      return kept == run ? m.extract(a[1], high, low) : Term{};
    }
    case Kind::BvAdd:
    case Kind::BvOr:
    case Kind::BvXor:
      break;
    default:
      return {};
  }
  if (width > 64) return {};
  Term part = a;
  for (unsigned i = 0; i < max_sums; ++i) {
    if (part.kind() != Kind::BvAdd && part.kind() != Kind::BvOr && part.kind() != Kind::BvXor)
      return m.extract(part, high, low);
    const Term next = part_with(part, high, low);
    if (next.is_null()) break;
    part = next;
  }
  if (part == a) return {};
  return TermAccess::make(m, Kind::Extract, Sort::bit_vector(high - low + 1), {part}, high, low);
}

}  // namespace bireach::logic
