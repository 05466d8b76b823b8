// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/disjunction.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace bireach::relevance {

using logic::Term;

namespace {

/// Sorted.
using Cube = std::vector<Term>;

class Disjunction {
 public:
  explicit Disjunction(logic::TermManager& terms) : terms_(terms) {}

  /// Adds a cube; it may absorb others, be absorbed, or be merged with another one.
  void add(Cube cube) {
    for (std::size_t i = 0; i < cubes_.size();) {
      if (std::includes(cube.begin(), cube.end(), cubes_[i].begin(), cubes_[i].end())) return;
      if (std::includes(cubes_[i].begin(), cubes_[i].end(), cube.begin(), cube.end())) {
        cubes_.erase(cubes_.begin() + static_cast<std::ptrdiff_t>(i));
      } else if (auto merged = merge(cubes_[i], cube)) {
        cubes_.erase(cubes_.begin() + static_cast<std::ptrdiff_t>(i));
        cube = std::move(*merged);
        i = 0;  // it may now meet those before
      } else {
        ++i;
      }
    }
    cubes_.push_back(std::move(cube));
  }

  Term term() {
    if (cubes_.empty()) return terms_.false_term();
    Cube common = cubes_.front();
    for (const Cube& cube : cubes_) common = intersection(common, cube);
    std::vector<Term> rests;
    for (const Cube& cube : cubes_) {
      Cube rest;
      std::set_difference(cube.begin(), cube.end(), common.begin(), common.end(), std::back_inserter(rest));
      rests.push_back(terms_.and_(std::move(rest)));
    }
    common.push_back(terms_.or_(std::move(rests)));
    return terms_.and_(std::move(common));
  }

 private:
  static Cube intersection(const Cube& a, const Cube& b) {
    Cube result;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
  }

  /// What both have in common, if they differ in the sign of one conjunct only.
  std::optional<Cube> merge(const Cube& a, const Cube& b) {
    if (a.size() != b.size()) return std::nullopt;
    Cube common = intersection(a, b);
    if (common.size() + 1 != a.size()) return std::nullopt;
    const Term first = odd_one(a, common);
    const Term second = odd_one(b, common);
    return terms_.not_(first) == second ? std::optional(std::move(common)) : std::nullopt;
  }

  static Term odd_one(const Cube& cube, const Cube& common) {
    const auto [position, other] = std::mismatch(cube.begin(), cube.end(), common.begin(), common.end());
    return *position;
  }

  logic::TermManager& terms_;
  std::vector<Cube> cubes_;
};

}  // namespace

Term disjoin(logic::TermManager& terms, const std::vector<Term>& disjuncts) {
  Disjunction result(terms);
  for (const Term disjunct : disjuncts) {
    if (disjunct.is_true()) return disjunct;
    if (disjunct.is_false()) continue;
    Cube cube = logic::conjuncts(disjunct);
    std::sort(cube.begin(), cube.end());
    result.add(std::move(cube));
  }
  return result.term();
}

}  // namespace bireach::relevance
