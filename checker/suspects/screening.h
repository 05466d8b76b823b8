// SPDX-License-Identifier: Apache-2.0
/// Which small changes of a program let failing executions end well, and what becomes of passing ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "checker/trials/input_search.h"
#include "checker/trials/trial_program.h"
#include "frontend/clang/edits/edits.h"

namespace bireach::checker {

/// An edit with its holes filled, and what it did to the executions that it was tried with.
struct ScreenedEdit {
  std::size_t edit = 0;  ///< index into the space's edits
  frontend::Choice choice;
  unsigned size = 1;        ///< of the edit, more with a guard or an unlikely value
  std::size_t failing = 0;  ///< failing executions tried
  std::size_t fixed = 0;    ///< … that end well
  std::size_t passing = 0;  ///< passing executions tried
  std::size_t broken = 0;   ///< … that no longer end well
  bool evades = false;      ///< some failing execution ends well without evaluating the assertion that it violated
  bool overwrites = false;  ///< replaces an input, whatever it is: that silences an error, and repairs none
  bool reaches = false;     ///< some execution ends well with the assertions evaluated: it is not vacuous

  [[nodiscard]] bool is_plausible() const {
    return failing != 0 && fixed == failing && broken == 0 && reaches && !overwrites;
  }
  /// From 0, nothing is better, to 1, all is well.
  [[nodiscard]] double quality() const;
};

/// Better ones first: by what is well, then smaller ones, then by position.
[[nodiscard]] bool is_better(const ScreenedEdit& a, const ScreenedEdit& b);

/// How much is tried.
struct ScreeningEffort {
  std::size_t constants = 8;  ///< for a hole, beside operands
  bool guards = false;        ///< conditions under which a change applies
  std::size_t guarded = 40;   ///< changes for which guards are looked for
  std::size_t sample = 12;    ///< failing executions that a partial repair is measured with; passing ones: twice that
};

class Screening {
 public:
  /// `schema` is the space's schema, lowered, with its selectors. All references must outlive this.
  Screening(const frontend::EditSpace& space, const TrialProgram& schema, const InputSearch& tests,
            ScreeningEffort effort);

  /// Tries all changes, smaller ones first, until the budget is spent.
  void run(TrialBudget& budget);
  /// Then, if the effort allows for guards, the most promising ones that break something, where guards hold only.
  void run_guarded(TrialBudget& budget);
  /// Then, if the effort allows for guards and nothing is plausible yet, linear expressions with coefficients that are
  /// solved.
  void run_linear(TrialBudget& budget);
  /// Judges what is plausible by all executions that are known now.
  void judge_again(TrialBudget& budget);
  /// Those that let some failing execution end well.
  [[nodiscard]] const std::vector<ScreenedEdit>& found() const { return found_; }
  [[nodiscard]] std::uint64_t tried() const { return tried_; }
  [[nodiscard]] bool is_complete() const { return complete_; }

  /// Looks for executions that refute plausible changes, until the budget is spent; they join `tests`, which are those
  /// of the constructor.
  void attack(InputSearch& tests, TrialBudget& budget);

 private:
  enum class Effect : std::uint8_t { well, evades, fails, unknown };  ///< unknown: it was stopped
  /// How an execution goes in the schema without an edit: where errors of memory and arithmetic are looked for, what
  /// edits evaluate has checks of its own, so only the schema's can be compared.
  struct Baseline {
    TrialProgram::Prefix prefix;
    Trial unedited;
  };
  [[nodiscard]] Baseline baseline(const KnownTrial& known, std::size_t step_limit, TrialBudget& budget) const;
  /// Of one of the tests, which is kept.
  [[nodiscard]] const Baseline& baseline_of(const KnownTrial& known, TrialBudget& budget) const;
  [[nodiscard]] Effect effect(const std::vector<std::int64_t>& selected, const KnownTrial& trial,
                              TrialBudget& budget) const;
  [[nodiscard]] Effect effect(const std::vector<std::int64_t>& selected, const KnownTrial& trial,
                              const Baseline& baseline, TrialBudget& budget) const;
  void choose_samples();
  void solve_differences();
  [[nodiscard]] std::vector<frontend::Choice> choices(const frontend::Edit& edit) const;
  [[nodiscard]] std::vector<frontend::Guard> guards(const frontend::EditSite& site) const;
  /// False: the effect is unknown, and nothing was counted.
  static bool judge(ScreenedEdit& screened, const KnownTrial& known, Effect what);
  void try_edit(std::size_t edit, const frontend::Choice& choice, unsigned size, TrialBudget& budget);
  void try_guards(const ScreenedEdit& unguarded, TrialBudget& budget);
  /// By all executions; as it was if that is stopped.
  void confirm(ScreenedEdit& screened, TrialBudget& budget) const;

  const frontend::EditSpace& space_;
  const TrialProgram& schema_;
  const InputSearch& tests_;
  const ScreeningEffort effort_;
  std::vector<std::size_t> failing_, passing_;  ///< the samples, different ones first
  std::vector<std::int64_t> constants_;         ///< for holes and guards
  std::vector<std::int64_t> differences_;       ///< of constants from what they are
  mutable std::map<const KnownTrial*, Baseline> baselines_;
  std::vector<ScreenedEdit> found_;
  std::uint64_t tried_ = 0;
  bool complete_ = false;
};

}  // namespace bireach::checker
