// SPDX-License-Identifier: Apache-2.0
/// Formulas seen through cells follow from the originals: random formulas over arrays, in random models.
#include "logic/interpolation/cell_abstraction.h"

#include <doctest/doctest.h>

#include <random>

#include "logic/terms/model.h"

namespace bireach::logic {
namespace {

const Sort number = Sort::integer();
const Sort array_sort = Sort::array(number, number);

class RandomReads {
 public:
  RandomReads(TermManager& terms, std::mt19937_64& rng) : terms_(terms), rng_(rng) {
    for (const char* name : {"a", "b"}) arrays_.push_back(terms.variable(name, array_sort));
    for (const char* name : {"i", "j", "k"}) numbers_.push_back(terms.variable(name, number));
  }

  Term array(int depth) {
    if (depth == 0 || below(4) == 0)
      return below(8) == 0 ? terms_.const_array(array_sort, terms_.integer(Integer(below(3)))) : arrays_[below(2)];
    if (below(3) == 0) return terms_.ite(condition(depth - 1), array(depth - 1), array(depth - 1));
    return terms_.store(array(depth - 1), value(depth - 1), value(depth - 1));
  }
  Term value(int depth) {
    if (depth == 0 || below(4) == 0) return below(3) == 0 ? terms_.integer(Integer(below(4))) : numbers_[below(3)];
    switch (below(4)) {
      case 0:
        return terms_.add(value(depth - 1), value(depth - 1));
      case 1:
        return terms_.ite(condition(depth - 1), value(depth - 1), value(depth - 1));
      default:
        return terms_.select(array(depth - 1), value(depth - 1));
    }
  }
  Term condition(int depth) {
    const Term left = value(depth);
    return below(2) == 0 ? terms_.equal(left, value(depth)) : terms_.less(left, value(depth));
  }
  Model model() {
    Model result;
    for (const Term variable : numbers_) result.set(variable, Integer(below(4)));
    for (const Term variable : arrays_) {
      ArrayValue value;
      for (int at = 0; at < 4; ++at) value.set(at, Integer(below(4)));
      result.set(variable, value);
    }
    return result;
  }
  [[nodiscard]] Term some_array() { return arrays_[below(2)]; }
  [[nodiscard]] Term some_number() { return numbers_[below(3)]; }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }

  TermManager& terms_;
  std::mt19937_64& rng_;
  std::vector<Term> arrays_, numbers_;
};

bool mentions_arrays(Term term) {
  if (term.sort().is_array()) return true;
  for (const Term child : term.children())
    if (mentions_arrays(child)) return true;
  return false;
}

/// The model with the cells that were read.
Model with_cells(Model model, TermManager& terms, const CellReads& reads) {
  for (const auto& read : reads.reads())  // an index may have cells in it that were read before
    model.set(read.value, evaluate(terms.select(read.array, read.index), model));
  return model;
}

}  // namespace

TEST_CASE("what is read through stores, choices and constant arrays is what evaluation says") {
  std::mt19937_64 rng(101);
  for (int round = 0; round < 300; ++round) {
    TermManager terms;
    RandomReads random(terms, rng);
    const Term formula = random.condition(4);
    CellReads reads(terms);
    if (round % 2 == 0) reads.name(random.some_array(), random.some_number(), terms.variable("cell", number));
    const Term seen = reads.rewrite(formula);
    CHECK_FALSE(mentions_arrays(seen));
    for (int i = 0; i < 20; ++i) {
      const Model model = with_cells(random.model(), terms, reads);
      CHECK(evaluate_bool(seen, model) == evaluate_bool(formula, model));
      CHECK(evaluate_bool(reads.consistency(reads.reads()), model));
    }
  }
}

TEST_CASE("what merged states share is looked at once") {
  TermManager terms;
  const Term i = terms.variable("i", number);
  Term array = terms.variable("a", array_sort);
  for (int round = 0; round < 60; ++round) {
    const std::string suffix = std::to_string(round);
    const Term written = terms.store(array, terms.variable("at" + suffix, number), terms.integer(round));
    array = terms.ite(terms.variable("c" + suffix, Sort::boolean()), written, array);
  }
  CellReads reads(terms);
  CHECK(dag_size(reads.read(array, i)) < 2000);
  CHECK(reads.reads().size() == 1);
}

TEST_CASE("cells of one array at one index are one variable, and equal arrays are arbitrary") {
  TermManager terms;
  const Term a = terms.variable("a", array_sort);
  const Term b = terms.variable("b", array_sort);
  const Term i = terms.variable("i", number);
  CellReads reads(terms);
  CHECK(reads.read(a, i) == reads.read(a, i));
  CHECK(reads.read(a, i) != reads.read(b, i));
  CHECK(reads.read(terms.store(a, i, terms.integer(7)), i) == terms.integer(7));
  const Term equality = reads.rewrite(terms.equal(a, b));
  CHECK(equality.is_variable());
}

TEST_CASE("reads of which nothing is said do not matter, those in indices that matter do") {
  TermManager terms;
  const Term a = terms.variable("a", array_sort);
  const Term i = terms.variable("i", number);
  const Term c = terms.variable("c", Sort::boolean());
  CellReads reads(terms);
  const Term inner = reads.read(a, i);
  const Term outer = reads.read(a, inner);
  const Term other = reads.read(a, terms.ite(c, i, terms.integer(-1)));
  CHECK(reads.reads().size() == 3);
  CHECK(reads.reads_in({terms.equal(inner, i)}).size() == 1);
  CHECK(reads.reads_in({terms.equal(outer, i)}).size() == 2);
  CHECK(reads.reads_in({terms.substitute(other, {{c, terms.true_term()}})}).size() == 1);
  CHECK(reads.consistency(reads.reads_in({inner})).is_true());
}

}  // namespace bireach::logic
