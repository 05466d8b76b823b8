// SPDX-License-Identifier: Apache-2.0
/// Random expression trees with an evaluator of their own, written straight from SMT-LIB's definitions and sharing no
/// code with the logic library: the reference for the simplifying term builders, the evaluator and the solvers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::test {

using logic::ArrayValue;
using logic::Integer;
using logic::Kind;
using logic::Model;
using logic::Sort;
using logic::Term;
using logic::TermManager;
using logic::Value;

struct Tree {
  Kind kind = Kind::Constant;
  Sort sort = Sort::boolean();
  std::vector<std::shared_ptr<Tree>> children;
  Integer constant = 0;
  std::string name;
  unsigned first = 0;
  unsigned second = 0;
};
using TreePtr = std::shared_ptr<Tree>;

using Assignment = std::map<std::string, Value>;

struct TreeConfig {
  unsigned variables = 2;  ///< of each sort
  std::vector<unsigned> widths{1, 3, 8, 32};
  bool ints = true;
  bool bit_vectors = true;
  bool arrays = true;
  bool divisions = true;     ///< Int and bit-vector div, mod; products of variables
  int constants_of_ten = 3;  ///< how many leaves of ten are constants
};

class TreeGenerator {
 public:
  TreeGenerator(std::uint64_t seed, TreeConfig config) : random_(seed), config_(std::move(config)) {}
  TreePtr tree(Sort sort, int depth);
  /// Values for all variables that trees of this generator may have.
  Assignment assignment();
  std::vector<std::pair<std::string, Sort>> variables() const;
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  unsigned width() { return config_.widths[below(static_cast<unsigned>(config_.widths.size()))]; }

 private:
  TreePtr leaf(Sort sort);
  TreePtr boolean(int depth);
  TreePtr integer(int depth);
  TreePtr bit_vector(unsigned width, int depth);
  TreePtr array(Sort sort, int depth);
  TreePtr comparison(int depth);
  Sort any_sort();
  Sort scalar();
  Integer number(Sort sort);
  TreePtr node(Kind kind, Sort sort, std::vector<TreePtr> children, unsigned first = 0, unsigned second = 0);

  std::mt19937_64 random_;
  TreeConfig config_;
  std::vector<TreePtr> pool_;  ///< earlier trees, to be used again
};

/// The tree as a term, by the simplifying builders.
Term build(TermManager& m, const Tree& tree);
/// The tree's value by definition.
Value direct(const Tree& tree, const Assignment& assignment);
Model to_model(TermManager& m, const TreeGenerator& generator, const Assignment& assignment);

}  // namespace bireach::test
