// SPDX-License-Identifier: Apache-2.0
/// Predicates, their unification, and Hoare triples {pre} transition {post} with cheap checks first.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/hoare/transition_formula.h"
#include "logic/solvers/solver.h"

namespace bireach::logic {

/// A predicate: a set of states. Unified: equivalent formulas have one id.
using PredicateId = std::uint32_t;

enum class Validity { valid, invalid, unknown };

struct HoareStatistics {
  std::uint64_t asked = 0;             ///< triples and implications asked for
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
  /// The predicate of a conjunction; members that are implied by another one are left out of the formula.
  PredicateId conjunction(const std::vector<PredicateId>& members);
  [[nodiscard]] Term formula(PredicateId id) const { return predicates_[id]; }
  [[nodiscard]] std::size_t size() const { return predicates_.size(); }
  /// Does a imply b? Cached.
  Validity implies(PredicateId a, PredicateId b);
  /// What is known of `a implies b` without a solver: cache, remembered models, syntax; else `unknown`.
  Validity implies_cheaply(PredicateId a, PredicateId b);
  /// Conjunction of the ranges of all free variables of the formula.
  Term ranges(Term formula) const;
  /// Free variables of the predicate, sorted by id.
  [[nodiscard]] const std::vector<Term>& variables(PredicateId id) const { return facts_[id].variables; }
  [[nodiscard]] const HoareStatistics& statistics() const { return statistics_; }
  [[nodiscard]] TermManager& terms() { return terms_; }

 private:
  /// Bit i of `holds` and `in_range`: the predicate, and the ranges of its variables, under remembered model i.
  struct Facts {
    std::vector<Term> variables;
    std::vector<Term> conjuncts;  // sorted
    Term ranges;
    bool quantified = false;
    std::uint64_t holds = 0;
    std::uint64_t in_range = 0;
  };
  Facts facts_of(Term formula) const;
  void evaluate_under(Facts& facts, Term formula, std::size_t model) const;
  void remember(Model model);
  PredicateId insert(Term formula, Facts facts);

  TermManager& terms_;
  Solver& solver_;
  std::function<Term(Term)> range_of_;
  std::vector<Term> predicates_;
  std::vector<Facts> facts_;
  std::unordered_map<Term, PredicateId, TermHash> by_term_;
  std::map<std::pair<PredicateId, PredicateId>, Validity> implications_;
  std::map<std::vector<PredicateId>, PredicateId> conjunctions_;
  std::vector<Model> models_;
  std::size_t next_model_ = 0;
  HoareStatistics statistics_;
};

/// Decides {pre} t {post}: pre /\ ranges /\ guard /\ not post[updates] is unsatisfiable.
/// Order of checks: cache; pre = false; post = true; variables of post untouched and pre implies post; remembered
/// models that refute; triples with a weaker pre or a stronger post; the solver.
class HoareTripleChecker {
 public:
  /// transitions: looked up by index `letter`; must outlive this. It may grow, its elements must not change.
  HoareTripleChecker(PredicateUnifier& predicates, Solver& solver, const std::vector<TransitionFormula>& transitions);
  ~HoareTripleChecker();
  HoareTripleChecker(const HoareTripleChecker&) = delete;
  HoareTripleChecker& operator=(const HoareTripleChecker&) = delete;

  Validity check(PredicateId pre, std::uint32_t letter, PredicateId post);
  /// The same for many posts; pre and the transition are given to the solver once. One answer a post, in their order.
  std::vector<Validity> check_all(PredicateId pre, std::uint32_t letter, std::span<const PredicateId> posts);
  /// The conjunction of `pres` as precondition.
  Validity check_conjunction(const std::vector<PredicateId>& pres, std::uint32_t letter, PredicateId post);
  /// Triples asked for later than that are answered without a solver, or `unknown`, which is not remembered; nothing:
  /// there is no such time.
  void set_deadline(std::optional<std::chrono::steady_clock::time_point> deadline) { deadline_ = deadline; }
  /// What is known without a solver, else `unknown`.
  Validity check_cheaply(PredicateId pre, std::uint32_t letter, PredicateId post);
  [[nodiscard]] const HoareStatistics& statistics() const { return statistics_; }

 private:
  struct Key {
    PredicateId pre;
    PredicateId post;
    auto operator<=>(const Key&) const = default;
  };
  struct LetterState;

  LetterState& letter_state(std::uint32_t letter);
  Validity known(PredicateId pre, LetterState& letter, PredicateId post);
  bool refuted(PredicateId pre, LetterState& letter, PredicateId post);
  Validity known_by_order(PredicateId pre, LetterState& letter, PredicateId post);
  Validity ask(LetterState& letter, PredicateId post);
  [[nodiscard]] bool is_late() const { return deadline_ && std::chrono::steady_clock::now() >= *deadline_; }
  void assume(PredicateId pre, LetterState& letter);
  void remember(LetterState& letter, const Model& model);

  PredicateUnifier& predicates_;
  Solver& solver_;
  const std::vector<TransitionFormula>& transitions_;
  std::vector<std::unique_ptr<LetterState>> letters_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  HoareStatistics statistics_;
};

/// The same question about formulas, once, with a given solver; no caches (certification, tests).
[[nodiscard]] Validity check_hoare_triple(TermManager& terms, Solver& solver, Term pre,
                                          const TransitionFormula& transition, Term post,
                                          const std::function<Term(Term)>& range_of);

}  // namespace bireach::logic
