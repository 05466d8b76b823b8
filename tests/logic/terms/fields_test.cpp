// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

using namespace bireach::logic;

namespace {

/// The little-endian (or big-endian) word of bytes.
Term word(TermManager& m, const std::vector<Term>& bytes, bool big = false) {
  const unsigned width = 8 * static_cast<unsigned>(bytes.size());
  Term sum;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = 8 * (big ? bytes.size() - 1 - i : i);
    const Term moved = m.bv_binary(Kind::BvMul, m.bit_vector(power_of_two(static_cast<unsigned>(at)), width),
                                   m.zero_extend(bytes[i], width - 8));
    sum = sum.is_null() ? moved : m.bv_binary(Kind::BvAdd, moved, sum);
  }
  return sum;
}

Term byte(TermManager& m, Term word, unsigned i, bool shifts) {
  const unsigned width = word.sort().width();
  const Term moved = shifts ? m.bv_binary(Kind::BvLshr, word, m.bit_vector(8 * i, width))
                            : m.bv_binary(Kind::BvUdiv, word, m.bit_vector(power_of_two(8 * i), width));
  return m.extract(moved, 7, 0);
}

/// A term of 16 bits made of moved, masked and added parts, with its value.
struct Built {
  Term term;
  std::uint16_t value = 0;
};

class Builder {
 public:
  explicit Builder(unsigned seed) : random_(seed) {
    for (int i = 0; i < 2; ++i) {
      const auto value = static_cast<std::uint16_t>(random_());
      const Term variable = m.variable("x" + std::to_string(i), Sort::bit_vector(16));
      model.set(variable, Integer{value});
      pool_.push_back({variable, value});
    }
  }

  void step() {
    const Built a = any();
    const Built b = any();
    const unsigned k = below(16);
    const auto constant = [&](unsigned value) { return m.bit_vector(value, 16); };
    switch (below(8)) {
      case 0:
        return add(m.bv_binary(Kind::BvLshr, a.term, constant(k)), a.value >> k);
      case 1:
        return add(m.bv_binary(Kind::BvUdiv, a.term, constant(1U << k)), a.value >> k);
      case 2:
        return add(m.bv_binary(Kind::BvMul, constant(1U << k), a.term), unsigned{a.value} << k);
      case 3:
        return add(m.bv_binary(Kind::BvShl, a.term, constant(k)), unsigned{a.value} << k);
      case 4: {
        const unsigned mask = below(2) == 0 ? below(65536) : ((1U << below(17)) - 1) << k;
        return add(m.bv_binary(Kind::BvAnd, constant(mask), a.term), a.value & mask);
      }
      case 5: {
        const unsigned low = below(16);
        const unsigned high = low + below(16 - low);
        return add(m.zero_extend(m.extract(a.term, high, low), 15 - (high - low)),
                   (a.value >> low) & ((1U << (high - low + 1)) - 1));
      }
      case 6:
        return add(m.bv_binary(Kind::BvAdd, a.term, b.term), unsigned{a.value} + b.value);
      default:
        return below(2) == 0 ? add(m.bv_binary(Kind::BvOr, a.term, b.term), a.value | b.value)
                             : add(m.bv_binary(Kind::BvXor, a.term, b.term), a.value ^ b.value);
    }
  }

  TermManager m;
  Model model;

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  /// Mostly one of the last, so that parts are put together.
  const Built& any() {
    return pool_[pool_.size() - 1 - below(static_cast<unsigned>(std::min<std::size_t>(pool_.size(), 6)))];
  }
  void add(Term term, unsigned value) {
    const Integer expected{value & 0xffffU};
    CAPTURE(to_smtlib(term));
    REQUIRE(evaluate(term, model) == Value{expected});
    pool_.push_back({term, static_cast<std::uint16_t>(value)});
  }

  std::mt19937 random_;
  std::vector<Built> pool_;
};

}  // namespace

TEST_CASE("the bytes of a word make the word") {
  TermManager m;
  for (const unsigned width : {16U, 32U, 64U}) {
    const Term x = m.variable("x" + std::to_string(width), Sort::bit_vector(width));
    for (const bool shifts : {false, true}) {
      std::vector<Term> bytes;
      for (unsigned i = 0; i < width / 8; ++i) bytes.push_back(byte(m, x, i, shifts));
      CHECK(word(m, bytes) == x);
      CHECK(word(m, {bytes.rbegin(), bytes.rend()}, true) == x);
      if (width == 16) continue;
      const std::vector<Term> upper(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), bytes.end());
      CHECK(word(m, upper) == m.extract(x, width - 1, width / 2));
    }
  }
}

TEST_CASE("a word gives back the bytes that it was made of") {
  TermManager m;
  std::vector<Term> bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(m.variable("b" + std::to_string(i), Sort::bit_vector(8)));
  const Term whole = word(m, bytes);
  for (unsigned i = 0; i < 8; ++i)
    for (const bool shifts : {false, true}) CHECK(byte(m, whole, i, shifts) == bytes[i]);
}

TEST_CASE("parts that overlap are added, not put together") {
  TermManager m;
  const Term x = m.variable("x", Sort::bit_vector(16));
  const Term low = m.zero_extend(m.extract(x, 7, 0), 8);
  const Term again = m.bv_binary(Kind::BvAdd, low, m.bv_binary(Kind::BvMul, m.bit_vector(128, 16), low));
  CHECK(again.kind() == Kind::BvAdd);
  CHECK(m.extract(again, 15, 8).kind() == Kind::Extract);  // there may be a carry
}

TEST_CASE("fields mean what was built") {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Builder builder(seed);
    for (int i = 0; i < 20; ++i) builder.step();
  }
}
