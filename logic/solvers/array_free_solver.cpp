// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/array_free_solver.h"

#include <algorithm>
#include <vector>

#include "logic/solvers/assertion_stack.h"
#include "logic/terms/array_elimination.h"

namespace bireach::logic {
namespace {

/// Of reads: of about as many the formulas take as long to build as the theory of arrays takes to decide them.
constexpr std::size_t max_reads = 200'000;

class ArrayFreeSolver final : public Solver {
 public:
  ArrayFreeSolver(SolverKind kind, TermManager& terms, const SolverConfig& config)
      : kind_(kind), terms_(terms), config_(config), elimination_(terms, max_reads, config.stop), solver_(make()) {}

  void push() override {
    stack_.push();
    lemmas_at_push_.push_back(lemmas_added_);
    solver_->push();
  }
  void pop() override {
    stack_.pop();
    lemmas_added_ = lemmas_at_push_.back();
    lemmas_at_push_.pop_back();
    solver_->pop();
  }
  void add(Term formula) override {
    const Term plain = without_arrays(formula);
    stack_.add(formula);
    solver_->add(plain);
  }

  SatResult check() override { return check({}); }
  SatResult check(const std::vector<Term>& assumptions) override {
    assumptions_ = assumptions;
    asked_.clear();
    for (const Term assumption : assumptions) asked_.push_back(without_arrays(assumption));
    if (with_arrays_) asked_ = assumptions;
    return solver_->check(asked_);
  }

  Model model() override {
    Model result = solver_->model();
    if (with_arrays_) return result;
    elimination_.complete(result);
    stack_.check_model(result, assumptions_, "without arrays");
    return result;
  }

  std::vector<Term> unsat_core() override {
    std::vector<Term> result;
    const std::vector<Term> core = solver_->unsat_core();
    for (std::size_t i = 0; i < asked_.size(); ++i)
      if (std::find(core.begin(), core.end(), asked_[i]) != core.end()) result.push_back(assumptions_[i]);
    return result;
  }

  void set_time_limit(std::chrono::milliseconds limit) override {
    config_.time_limit = limit;
    solver_->set_time_limit(limit);
  }
  [[nodiscard]] UnknownReason reason_unknown() const override { return solver_->reason_unknown(); }
  [[nodiscard]] SolverKind kind() const override { return solver_->kind(); }

 private:
  [[nodiscard]] std::unique_ptr<Solver> make() const {
    SolverConfig config = config_;
    config.arrays = SolverConfig::Arrays::theory;
    config.theory = with_arrays_ ? SolverTheory::automatic : config_.theory;
    return make_solver(kind_, terms_, config);
  }

  /// The lemmas that it needs are added. With too many reads: the formula itself, from then on.
  Term without_arrays(Term formula) {
    if (with_arrays_) return formula;
    const Term plain = elimination_.eliminate(formula);
    if (plain.is_null()) {
      with_arrays_ = true;
      solver_ = make();
      replay(
          stack_, [&](Term t) { solver_->add(t); }, [&] { solver_->push(); });
      return formula;
    }
    for (; lemmas_added_ < elimination_.lemmas().size(); ++lemmas_added_)
      solver_->add(elimination_.lemmas()[lemmas_added_]);
    return plain;
  }

  SolverKind kind_;
  TermManager& terms_;
  SolverConfig config_;
  ArrayElimination elimination_;
  bool with_arrays_ = false;
  std::unique_ptr<Solver> solver_;
  AssertionStack stack_;  ///< formulas as they were given
  std::vector<Term> assumptions_;
  std::vector<Term> asked_;  ///< what they became
  std::size_t lemmas_added_ = 0;
  std::vector<std::size_t> lemmas_at_push_;
};

}  // namespace

std::unique_ptr<Solver> make_array_free_solver(SolverKind kind, TermManager& terms, const SolverConfig& config) {
  return std::make_unique<ArrayFreeSolver>(kind, terms, config);
}

}  // namespace bireach::logic
