// SPDX-License-Identifier: Apache-2.0
/// Predicates, their unification, and Hoare triples {pre} transition {post} with cheap checks first.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "logic/solver.h"
#include "logic/transition_formula.h"

namespace bireach::logic {

/// A predicate: a set of states. Unified: equivalent formulas have one id.
using PredicateId = std::uint32_t;

enum class Validity { valid, invalid, unknown };

struct HoareStatistics {
  std::uint64_t asked = 0;            ///< triples and implications asked for
  std::uint64_t answered_cheaply = 0;  ///< without a solver: cache, untouched variables, remembered models
  std::uint64_t solver = 0;
  std::uint64_t unknown = 0;
};

/// Holds predicates so that logically equivalent ones share an id, and the implication order between them.
/// Predicate 0 is `true`, predicate 1 is `false`. `background` (type ranges of all program variables) is assumed in
/// every query. An `unknown` equivalence keeps two predicates apart; an unknown implication does not hold.
class PredicateUnifier {
 public:
  PredicateUnifier(TermManager& terms, Solver& solver, std::function<Term(Term variable)> range_of);
  static constexpr PredicateId true_id = 0;
  static constexpr PredicateId false_id = 1;

  PredicateId unify(Term formula);
  [[nodiscard]] Term formula(PredicateId id) const { return predicates_[id]; }
  [[nodiscard]] std::size_t size() const { return predicates_.size(); }
  /// Does a imply b? Cached.
  Validity implies(PredicateId a, PredicateId b);
  /// Conjunction of the ranges of all free variables of the formula.
  Term ranges(Term formula) const;
  [[nodiscard]] const HoareStatistics& statistics() const { return statistics_; }
  [[nodiscard]] TermManager& terms() { return terms_; }

 private:
  TermManager& terms_;
  Solver& solver_;
  std::function<Term(Term)> range_of_;
  std::vector<Term> predicates_;
  std::unordered_map<Term, PredicateId, TermHash> by_term_;
  std::map<std::pair<PredicateId, PredicateId>, Validity> implications_;
  std::vector<Model> models_;
  HoareStatistics statistics_;
};

/// Decides {pre} t {post}: pre /\ ranges /\ guard /\ not post[updates] is unsatisfiable.
/// Order of checks: cache; pre = false; post = true; variables of post untouched and pre implies post; remembered
/// models that refute; the solver.
class HoareTripleChecker {
 public:
  /// transitions: looked up by index `letter`; must outlive this.
  HoareTripleChecker(PredicateUnifier& predicates, Solver& solver, const std::vector<TransitionFormula>& transitions);
  Validity check(PredicateId pre, std::uint32_t letter, PredicateId post);
  [[nodiscard]] const HoareStatistics& statistics() const { return statistics_; }

 private:
  struct Key {
    PredicateId pre;
    std::uint32_t letter;
    PredicateId post;
    auto operator<=>(const Key&) const = default;
  };
  PredicateUnifier& predicates_;
  Solver& solver_;
  const std::vector<TransitionFormula>& transitions_;
  std::map<Key, Validity> cache_;
  std::vector<std::vector<Model>> models_;  // per letter: models of pre-states and auxiliaries seen
  HoareStatistics statistics_;
};

/// The same question about formulas, once, with a given solver; no caches (certification, tests).
[[nodiscard]] Validity check_hoare_triple(TermManager& terms, Solver& solver, Term pre, const TransitionFormula& transition,
                                          Term post, const std::function<Term(Term)>& range_of);

}  // namespace bireach::logic
