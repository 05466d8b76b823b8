// SPDX-License-Identifier: Apache-2.0
/// Predicates of danger automata: numbered, with cached preconditions, and the two questions that the construction asks
/// (is a predicate covered by others, does it meet another one), answered from remembered models where possible.
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automata/nfa.h"
#include "logic/solvers/solver.h"
#include "logic/terms/model.h"
#include "relevance/danger/alphabet.h"
#include "relevance/danger/generalizer_config.h"

namespace bireach::relevance {

/// The number of a formula in its pool; equal terms have one.
using FormulaId = std::uint32_t;

/// All formulas are quantifier-free and read within the ranges of the variables' types. Not thread-safe.
class FormulaPool {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr FormulaId true_id = 0;
  static constexpr FormulaId false_id = 1;

  FormulaPool(logic::TermManager& terms, const Alphabet& alphabet, const GeneralizerConfig& config);

  /// Throws std::invalid_argument on a quantifier.
  FormulaId intern(logic::Term formula);
  [[nodiscard]] logic::Term term(FormulaId formula) const { return records_[formula].formula; }
  /// Conjuncts, sorted.
  [[nodiscard]] const std::vector<logic::Term>& conjuncts(FormulaId formula) const {
    return records_[formula].conjuncts;
  }
  [[nodiscard]] logic::TermManager& terms() { return terms_; }
  [[nodiscard]] logic::Solver& solver() { return *solver_; }
  [[nodiscard]] const Alphabet& alphabet() const { return alphabet_; }
  /// The ranges of the formula's variables.
  [[nodiscard]] logic::Term ranges(FormulaId formula) const { return records_[formula].ranges; }

  /// pre(post, letter), or a stronger formula where the letter's auxiliaries can't be eliminated: then with values
  /// that they had in a trace. `false` for an inexact letter. Cached.
  FormulaId precondition(FormulaId post, automata::Letter letter);
  /// Values of the letter's auxiliaries in an execution. They stand in every later precondition along it.
  void learn_choices(automata::Letter letter, const logic::Model& values);

  /// Does the formula imply the disjunction? Only a proof says so.
  bool covered(FormulaId formula, const std::vector<FormulaId>& disjuncts);
  /// Does a remembered model refute that? Counts as a coverage query if it does.
  bool known_uncovered(FormulaId formula, const std::vector<FormulaId>& disjuncts);
  /// Calls `put` for each candidate that implies the disjunction and that is not `known`, which is asked again after
  /// each. Returns if there was one.
  template <typename Known, typename Put>
  bool offer(const std::vector<FormulaId>& candidates, const std::vector<FormulaId>& disjuncts, Known known, Put put) {
    bool some = false;
    for (const FormulaId candidate : candidates) {
      // Most candidates are refuted by a model at once, so this goes first.
      if (candidate == false_id || known_uncovered(candidate, disjuncts) || known(candidate)) continue;
      if (!covered(candidate, disjuncts)) continue;
      put(candidate);
      some = true;
    }
    return some;
  }
  bool implies(FormulaId stronger, FormulaId weaker) { return covered(stronger, {weaker}); }
  /// Is the conjunction satisfiable? Only a proof says no.
  bool may_intersect(FormulaId a, FormulaId b);
  /// Does the formula meet the whole pre(post, letter), even where `precondition` is only a part of it? That part need
  /// not grow with `post`, so a predicate may be covered by it and yet not meet that of a weaker `post`.
  bool may_step(FormulaId formula, automata::Letter letter, FormulaId post);
  /// As may_intersect with `true`.
  bool may_hold(FormulaId formula) { return may_intersect(formula, true_id); }
  /// Is there a model for sure? Only one that was found says so.
  bool is_satisfiable(FormulaId formula);
  /// Is that proved, within the ranges of its variables? Not cached, no model remembered.
  bool unsatisfiable(logic::Term formula);
  /// The disjunction, simplified; nothing if it is large. Cached. Precondition: no member is `false`.
  std::optional<FormulaId> disjunction(const std::vector<FormulaId>& disjuncts);
  /// Up to `at_most` remembered models of the formula.
  [[nodiscard]] std::vector<const logic::Model*> models_of(FormulaId formula, std::size_t at_most);

  /// After this point, or when stop is requested, no solver is asked any more.
  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  [[nodiscard]] bool out_of_time() const;
  /// Sets the solver's time limit to what the configuration and the deadline leave.
  void limit_next_query();
  [[nodiscard]] GeneralizationStatistics& statistics() { return statistics_; }
  [[nodiscard]] const GeneralizationStatistics& statistics() const { return statistics_; }

 private:
  static constexpr std::size_t model_count = 64;

  /// Bits: by remembered model.
  struct Record {
    logic::Term formula;
    logic::Term ranges;
    std::vector<logic::Term> conjuncts;
    bool total_models = true;  ///< 0 is in the range of each variable, so models hold that do not list it
    std::uint64_t known = 0;
    std::uint64_t holds = 0;
  };
  struct Slot {
    std::unique_ptr<logic::Model> model;
    std::unique_ptr<logic::Evaluator> evaluator;
    std::size_t evaluated = 0;
  };
  struct LetterData {
    bool prepared = false;
    logic::Substitution updates;
    logic::Substitution cache;
    std::vector<logic::Model> choices;
    unsigned failed_eliminations = 0;
    std::vector<FormulaId> inexact;  ///< posts whose cached precondition depends on the choices
  };

  LetterData& letter_data(automata::Letter letter);
  logic::Term body_of_precondition(FormulaId post, automata::Letter letter);
  logic::Term compute_precondition(FormulaId post, automata::Letter letter);
  logic::Term with_choices(LetterData& data, const std::vector<logic::Term>& variables, logic::Term body);
  bool holds(FormulaId formula, std::size_t slot);
  std::uint64_t models(FormulaId formula);
  std::optional<FormulaId> compute_disjunction(const std::vector<FormulaId>& disjuncts);
  bool syntactically_covered(FormulaId formula, const std::vector<FormulaId>& disjuncts) const;
  bool refuted_by_model(FormulaId formula, const std::vector<FormulaId>& disjuncts);
  bool meet_in_model(FormulaId a, FormulaId b);
  bool ask_covered(FormulaId formula, const std::vector<FormulaId>& disjuncts);
  bool ask_intersection(FormulaId a, FormulaId b);
  logic::SatResult check();
  void remember(logic::Model model);

  logic::TermManager& terms_;
  const Alphabet& alphabet_;
  GeneralizerConfig config_;
  std::unique_ptr<logic::Solver> solver_;
  std::vector<Record> records_;
  std::unordered_map<logic::Term, FormulaId, logic::TermHash> by_term_;
  std::map<std::pair<FormulaId, automata::Letter>, FormulaId> preconditions_;
  std::unordered_map<automata::Letter, LetterData> letters_;
  std::map<std::pair<FormulaId, std::vector<FormulaId>>, bool> coverage_;
  std::map<std::pair<FormulaId, FormulaId>, bool> intersections_;
  std::map<std::vector<FormulaId>, std::optional<FormulaId>> disjunctions_;
  std::set<std::pair<FormulaId, FormulaId>> contained_;  ///< in a disjunction that it is a member of
  std::array<Slot, model_count> slots_;
  std::size_t next_slot_ = 0;
  std::uint64_t filled_ = 0;  ///< bits of the slots in use
  Clock::time_point deadline_ = Clock::time_point::max();
  GeneralizationStatistics statistics_;
};

/// Adds the time from its construction to its end.
class TimeSpent {
 public:
  explicit TimeSpent(double& seconds) : seconds_(seconds) {}
  ~TimeSpent() { seconds_ += std::chrono::duration<double>(FormulaPool::Clock::now() - start_).count(); }
  TimeSpent(const TimeSpent&) = delete;
  TimeSpent& operator=(const TimeSpent&) = delete;

 private:
  double& seconds_;
  FormulaPool::Clock::time_point start_ = FormulaPool::Clock::now();
};

}  // namespace bireach::relevance
