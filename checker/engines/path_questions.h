// SPDX-License-Identifier: Apache-2.0
/// What path search asks solvers: can a path go on so, and with which values?
///
/// One solver answers, the other one confirms that nothing goes on where the first one says so. Most questions need
/// neither: numbers that the path has settled are put in, the values that led here are tried, and what some of the
/// conjuncts contradict is remembered (their unsatisfiable core).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "checker/engines/engine_setting.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

/// What the conjuncts say of the values of single variables.
[[nodiscard]] logic::Substitution equalities_of(std::span<const logic::Term> conjuncts, logic::TermManager& terms);

class PathQuestions {
 public:
  using Values = std::shared_ptr<const logic::Model>;

  PathQuestions(const EngineSetting& setting, logic::TermManager& terms);

  /// Values of a path (a conjunction) on which the guard holds; null: there are none. Precondition: `before` are values
  /// of the path. Nothing: nobody knows, and reason() tells why.
  [[nodiscard]] std::optional<Values> values_for(logic::Term guard, const std::vector<logic::Term>& path,
                                                 const Values& before);
  /// Has the other solver still to agree that there were none, where null was given?
  [[nodiscard]] bool has_unconfirmed() const { return !refuted_.empty() || is_confirming(); }
  /// Are these so many that it has to be asked now?
  [[nodiscard]] bool has_to_confirm() const { return is_confirming() || refuted_.size() >= most_refuted_; }
  /// Has it been asked already, and needs longer?
  [[nodiscard]] bool is_confirming() const { return !open_.empty(); }
  /// One question to the other solver, short at first: it cannot be interrupted. False: it does not agree, or takes too
  /// long, and reason() tells which.
  [[nodiscard]] bool confirm_some();
  /// Nothing is confirmed from now on: there will be no proof.
  void expect_no_proof();

  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] std::size_t asked() const { return asked_; }  ///< questions that the first solver answered

 private:
  /// A question, with what its equalities say put in.
  struct Question {
    std::vector<logic::Term> conjuncts;  ///< `false` alone where there is no answer
    logic::Substitution equal;           ///< values of variables that are not in them
  };

  /// What is confirmed as one question.
  struct Batch {
    std::vector<logic::Term> refuted;
    std::chrono::milliseconds limit;
  };

  const std::vector<logic::Term>& variables_of(logic::Term term);
  [[nodiscard]] std::vector<logic::Term> relevant_to(logic::Term guard, const std::vector<logic::Term>& path);
  [[nodiscard]] Question question_about(logic::Term guard, const std::vector<logic::Term>& path);
  bool fails_in_all_cases(logic::Term condition);
  [[nodiscard]] bool is_refuted(const std::vector<logic::Term>& conjuncts) const;
  void note_refuted(const std::vector<logic::Term>& conjuncts);
  void begin_confirmation();
  void end_confirmation();
  bool ask_longer();

  const EngineSetting& setting_;
  logic::TermManager& terms_;
  std::unique_ptr<logic::Solver> solver_;
  std::unique_ptr<logic::Solver> core_solver_;
  std::unique_ptr<logic::Solver> quick_confirmer_;
  std::unique_ptr<logic::Solver> confirmer_;
  std::unordered_map<logic::Term, std::vector<logic::Term>, logic::TermHash> variables_of_;
  std::unordered_map<logic::Term, Values, logic::TermHash> answers_;  ///< by question; null: none
  std::unordered_map<logic::Term, bool, logic::TermHash> fails_;      ///< in all cases
  /// Conjuncts that cannot be true together, by the first of them.
  std::unordered_map<logic::Term, std::vector<std::vector<logic::Term>>, logic::TermHash> cores_;
  std::vector<logic::Term> refuted_;                  ///< of which the other solver was not asked yet
  std::vector<Batch> open_;                           ///< which it is being asked about; the last one is next
  std::chrono::steady_clock::duration confirming_{};  ///< how long, since nothing was open
  std::size_t in_confirmation_ = 0;                   ///< how many were
  std::size_t most_refuted_ = 64;                     ///< at once
  std::size_t asked_ = 0;
  bool is_without_proof_ = false;
  std::string reason_;
};

}  // namespace bireach::checker
