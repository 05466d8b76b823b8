// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/decision_table.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <stop_token>

#include "logic/terms/array_elimination.h"
#include "logic/terms/model.h"

namespace {

using namespace bireach::logic;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }

 private:
  std::mt19937_64 engine_;
};

Integer value_of(Term term, Term variable, const Integer& number) {
  Model model;
  model.set(variable, number);
  return std::get<Integer>(evaluate(term, model));
}

/// Keys below `range`, some of them next to each other; few different values.
std::map<Integer, Term> random_entries(TermManager& terms, Random& random, std::uint64_t range, Sort values) {
  std::map<Integer, Term> entries;
  const std::uint64_t runs = random.below(4);
  for (std::uint64_t run = 0; run < runs; ++run) {
    const std::uint64_t begin = random.below(range);
    const std::uint64_t length = random.below(range - begin) + 1;
    for (std::uint64_t i = 0; i < length; ++i)
      entries.insert_or_assign(Integer(begin + i), terms.constant(Integer(random.below(5)), values));
  }
  for (std::uint64_t single = random.below(5); single > 0; --single)
    entries.insert_or_assign(Integer(random.below(range)), terms.constant(Integer(random.below(5)), values));
  return entries;
}

TEST_CASE("a table read is the entry, or what was there before, at each index") {
  Random random(17);
  for (int round = 0; round < 300; ++round) {
    TermManager terms;
    const bool is_integer = round % 3 == 0;
    const Sort sort = is_integer ? Sort::integer() : Sort::bit_vector(5);
    const Term index = terms.variable("i", sort);
    const Term otherwise = terms.constant(7, sort);
    const auto entries = random_entries(terms, random, 32, sort);
    const Term read = table_read(terms, {entries.begin(), entries.end()}, index, otherwise);
    for (int number = is_integer ? -3 : 0; number < (is_integer ? 40 : 32); ++number) {
      const auto entry = entries.find(Integer(number));
      REQUIRE(value_of(read, index, Integer(number)) == (entry == entries.end() ? 7 : entry->second.constant()));
    }
  }
}

TEST_CASE("a full table asks for no equality, and equal neighbours for nothing at all") {
  TermManager terms;
  const Term index = terms.variable("i", Sort::bit_vector(3));
  const Term other = terms.bit_vector(9, 8);
  std::vector<TableEntry> entries;
  for (int i = 0; i < 8; ++i) entries.emplace_back(i, terms.bit_vector(4, 8));
  CHECK(table_read(terms, entries, index, other) == terms.bit_vector(4, 8));
  entries[5].second = terms.bit_vector(5, 8);
  const std::size_t before = terms.size();
  CHECK(table_read(terms, entries, index, other).kind() == Kind::Ite);
  CHECK(terms.size() - before <= 12);  // three bits, their tests and choices
}

TEST_CASE("what is read of an array with a table in it is what the array holds") {
  Random random(23);
  for (int round = 0; round < 300; ++round) {
    TermManager terms;
    const Sort sort = Sort::bit_vector(4);
    const Term index = terms.variable("i", sort);
    const Term symbolic = terms.variable("x", sort);
    Term array = terms.const_array(Sort::array(sort, sort), terms.bit_vector(3, 4));
    for (int write = 0; write < 24; ++write) {
      const Term place = random.below(12) == 0 ? symbolic : terms.bit_vector(random.below(16), 4);
      const Term value = random.below(4) == 0 ? symbolic : terms.bit_vector(random.below(16), 4);
      array = terms.store(array, place, value);
    }
    const Term formula = terms.equal(terms.select(array, index), terms.bit_vector(random.below(16), 4));
    ArrayElimination elimination(terms, 1000);
    const Term plain = elimination.eliminate(formula);
    REQUIRE(!plain.is_null());
    CHECK(elimination.lemmas().empty());
    for (int i = 0; i < 16; ++i) {
      for (int x = 0; x < 16; ++x) {
        Model model;
        model.set(index, Integer(i));
        model.set(symbolic, Integer(x));
        REQUIRE(evaluate_bool(plain, model) == evaluate_bool(formula, model));
      }
    }
  }
}

TEST_CASE("the entries of tables count towards the limit") {
  TermManager terms;
  const Sort sort = Sort::bit_vector(8);
  Term array = terms.const_array(Sort::array(sort, sort), terms.bit_vector(0, 8));
  for (int i = 0; i < 40; ++i) array = terms.store(array, terms.bit_vector(i, 8), terms.bit_vector(3 * i, 8));
  const auto is_eliminated = [&](std::size_t limit) {
    ArrayElimination elimination(terms, limit);
    const Term read = terms.select(array, terms.variable("i", sort));
    return !elimination.eliminate(terms.equal(read, terms.bit_vector(6, 8))).is_null();
  };
  CHECK(is_eliminated(60));
  CHECK_FALSE(is_eliminated(30));
}

TEST_CASE("a stop request ends an elimination") {
  TermManager terms;
  const Sort sort = Sort::bit_vector(8);
  const Term array = terms.variable("a", Sort::array(sort, sort));
  const auto reads_at = [&](int index) { return terms.select(array, terms.bit_vector(index, 8)); };
  std::stop_source source;
  ArrayElimination elimination(terms, 1000, source.get_token());
  CHECK_FALSE(elimination.eliminate(terms.equal(reads_at(1), reads_at(2))).is_null());
  source.request_stop();
  CHECK(elimination.eliminate(terms.equal(reads_at(3), reads_at(4))).is_null());
}

}  // namespace
