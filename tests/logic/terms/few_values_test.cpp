// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/few_values.h"

#include <doctest/doctest.h>

#include "logic/terms/term_manager.h"

namespace bireach::logic {
namespace {

struct Terms {
  TermManager terms;
  Term memory = terms.variable("memory", Sort::array(Sort::bit_vector(32), Sort::bit_vector(32)));
  Term x = terms.variable("x", Sort::bit_vector(32));
  Term y = terms.variable("y", Sort::bit_vector(32));

  Term number(unsigned value) { return terms.bit_vector(value, 32); }
  Term masked(Term term, unsigned mask) { return terms.bv_binary(Kind::BvAnd, term, number(mask)); }
  Term hash(Term term) {
    const Term mixed = terms.bv_binary(Kind::BvXor, terms.bv_binary(Kind::BvMul, term, number(0x9e3779b1)), term);
    return terms.bv_binary(Kind::BvAdd, terms.bv_binary(Kind::BvLshr, mixed, number(3)), mixed);
  }
};

}  // namespace

TEST_CASE("what few values decide is found below what is computed of it") {
  Terms t;
  const Term key = t.masked(t.x, 6);
  const Term bucket = t.terms.select(t.memory, t.masked(t.hash(key), 0xff));
  CHECK(FewValues().deciding(t.terms.bv_binary(Kind::BvAdd, bucket, t.number(8))) == key);
  CHECK(FewValues().deciding(t.terms.select(t.memory, t.masked(t.hash(t.x), 0xf))) == t.masked(t.hash(t.x), 0xf));
}

TEST_CASE("what is stored does not matter, where it is stored does") {
  Terms t;
  const Term key = t.masked(t.x, 1);
  const Term changed = t.terms.store(t.memory, t.hash(key), t.y);
  CHECK(FewValues().deciding(t.terms.select(changed, t.number(4))) == key);
}

TEST_CASE("nothing decides what depends on many values, was not read, or is a number") {
  Terms t;
  CHECK(FewValues().deciding(t.number(4)).is_null());
  CHECK(FewValues().deciding(t.hash(t.masked(t.x, 1))).is_null());
  CHECK(FewValues().deciding(t.terms.select(t.memory, t.x)).is_null());
  CHECK(FewValues().deciding(t.terms.select(t.memory, t.masked(t.x, 0xff))).is_null());
  const Term both = t.terms.bv_binary(Kind::BvMul, t.masked(t.x, 0xf), t.masked(t.y, 0xf));  // 16 of each
  CHECK(FewValues().deciding(t.terms.select(t.memory, both)).is_null());
}

}  // namespace bireach::logic
