// SPDX-License-Identifier: Apache-2.0
/// Arrays written at constant indices, and merges of them, against arrays of values.
#include <doctest/doctest.h>

#include <random>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {
namespace {

constexpr unsigned conditions = 3;
constexpr unsigned worlds = 1U << conditions;
const Sort element = Sort::bit_vector(8);
const Sort index = Sort::bit_vector(8);

/// A term and what it is for each choice of the conditions.
struct Array {
  Term term;
  std::vector<ArrayValue> values;
};

TEST_CASE("stores, selects and merges of random arrays") {
  std::mt19937_64 rng(71);
  const auto below = [&](std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng); };
  int folded = 0;
  for (int round = 0; round < 60; ++round) {
    TermManager terms;
    std::vector<Term> condition;
    for (unsigned c = 0; c < conditions; ++c)
      condition.push_back(terms.variable("c" + std::to_string(c), Sort::boolean()));
    const Term base = terms.variable("base", Sort::array(index, element));
    const Term symbolic = terms.variable("i", index);
    ArrayValue initial;
    for (int k = 0; k < 20; ++k) initial.set(k, Integer(below(200)));
    const Integer index_value = below(20);
    std::vector<Model> models(worlds);
    for (unsigned w = 0; w < worlds; ++w) {
      models[w].set(base, initial);
      models[w].set(symbolic, index_value);
      for (unsigned c = 0; c < conditions; ++c) models[w].set(condition[c], (w >> c & 1U) != 0);
    }
    ArrayValue constant;
    constant.otherwise = 7;
    std::vector<Array> arrays{
        {base, std::vector<ArrayValue>(worlds, initial)},
        {terms.const_array(base.sort(), terms.bit_vector(7, 8)), std::vector<ArrayValue>(worlds, constant)}};
    for (int step = 0; step < 80; ++step) {
      const Array& chosen = arrays[below(std::min<std::size_t>(arrays.size(), 2) + arrays.size()) % arrays.size()];
      Array next = chosen;
      if (below(4) == 0) {
        const std::size_t c = below(conditions);
        const Array& other = arrays[below(arrays.size())];
        next.term = terms.ite(condition[c], chosen.term, other.term);
        for (unsigned w = 0; w < worlds; ++w)
          if ((w >> c & 1U) == 0) next.values[w] = other.values[w];
      } else {
        const bool at_symbolic = below(20) == 0;
        const Integer at = at_symbolic ? index_value : Integer(below(20));
        const Integer value = below(4);
        next.term =
            terms.store(chosen.term, at_symbolic ? symbolic : terms.bit_vector(at, 8), terms.bit_vector(value, 8));
        for (ArrayValue& array : next.values) array.set(at, value);
      }
      arrays.push_back(std::move(next));
    }
    for (const Array& array : arrays)
      for (int k = 0; k < 20; ++k) {
        const Term read = terms.select(array.term, terms.bit_vector(k, 8));
        folded += read.is_constant() ? 1 : 0;
        for (unsigned w = 0; w < worlds; ++w)
          CHECK(std::get<Integer>(evaluate(read, models[w])) == array.values[w].at(k));
      }
  }
  CHECK(folded > 5000);
}

TEST_CASE("merges at constant indices leave no choice between arrays") {
  TermManager terms;
  const Term base = terms.variable("base", Sort::array(index, element));
  const Term c = terms.variable("c", Sort::boolean());
  const auto number = [&](int value) { return terms.bit_vector(value, 8); };
  const Term common = terms.store(base, number(1), number(5));
  const Term merged = terms.ite(c, terms.store(common, number(2), number(6)), common);
  CHECK(merged.kind() == Kind::Store);
  CHECK(terms.select(merged, number(1)) == number(5));
  CHECK(terms.select(merged, number(2)) == terms.ite(c, number(6), terms.select(base, number(2))));
  CHECK(terms.select(merged, number(3)) == terms.select(base, number(3)));
}

TEST_CASE("a long chain of stores is read at once") {
  TermManager terms;
  const Sort wide = Sort::bit_vector(32);
  Term array = terms.variable("a", Sort::array(wide, wide));
  constexpr int length = 20000;
  for (int k = 0; k < length; ++k) array = terms.store(array, terms.bit_vector(k, 32), terms.bit_vector(3 * k, 32));
  for (int k = 0; k < length; k += 7)
    CHECK(terms.select(array, terms.bit_vector(k, 32)) == terms.bit_vector(3 * k, 32));
  CHECK(terms.store(array, terms.bit_vector(9, 32), terms.bit_vector(27, 32)) == array);
}

}  // namespace
}  // namespace bireach::logic
