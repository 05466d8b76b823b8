// SPDX-License-Identifier: Apache-2.0
#include <cvc5/cvc5.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "logic/solvers/assertion_stack.h"
#include "logic/solvers/cvc5_solver.h"
#include "logic/solvers/cvc5_translation.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::logic {

namespace {

/// Adapter of cvc5. Version 1.0.3 cannot be interrupted from another thread: a stop request takes effect between
/// checks, and each check ends at its time limit (one is always set, see longest_check).
class Cvc5Solver final : public Solver {
 public:
  Cvc5Solver(TermManager& terms, const SolverConfig& config) : terms_(terms), config_(config) { start(); }

  void push() override {
    stack_.push();
    change([&] { backend_->solver.push(); });
  }

  void pop() override {
    stack_.pop();
    if (failure_.empty())
      change([&] { backend_->solver.pop(); });
    else
      restart();  // what cvc5 could not take may be gone now
  }

  void add(Term formula) override {
    stack_.add(formula);
    change([&] { assert_term(formula); });
  }

  SatResult check() override { return check(std::vector<Term>{}); }

  SatResult check(const std::vector<Term>& assumptions) override {
    for (const Term a : assumptions)
      if (!a.sort().is_bool()) throw std::invalid_argument("Solver::check: not a Bool term");
    assumed_ = assumptions;
    core_.clear();
    reason_ = {};
    result_ = ask_unless_stopped();
    if (result_ == SatResult::unknown && config_.statistics != nullptr) ++config_.statistics->unknown_answers;
    return result_;
  }

  Model model() override {
    if (result_ != SatResult::sat) throw std::logic_error("cvc5: model() without a satisfiable check");
    Model result;
    try {
      for (const Term variable : stack_.variables(assumed_)) {
        const auto value =
            backend_->translator.value_from_cvc5(backend_->solver.getValue(backend_->translator.to_cvc5(variable)));
        if (!value) throw std::logic_error("cvc5: a model value of a form that is not known");
        result.set(variable, *value);
      }
    } catch (const cvc5::CVC5ApiException& e) {
      throw std::logic_error(std::string("cvc5: no model: ") + e.what());
    }
    stack_.check_model(result, assumed_, "cvc5");
    return result;
  }

  std::vector<Term> unsat_core() override {
    if (result_ != SatResult::unsat) throw std::logic_error("cvc5: unsat_core() without an unsatisfiable check");
    return core_;
  }

  void set_time_limit(std::chrono::milliseconds limit) override {
    config_.time_limit = limit;
    change([&] { backend_->solver.setOption("tlimit-per", time_limit_text()); });
  }

  [[nodiscard]] UnknownReason reason_unknown() const override { return reason_; }
  [[nodiscard]] SolverKind kind() const override { return SolverKind::cvc5; }

 private:
  /// So that a stop request is noticed at all.
  static constexpr std::chrono::milliseconds longest_check{30000};

  struct Backend {
    cvc5::Solver solver;
    Cvc5Translator translator;
    explicit Backend(TermManager& terms) : translator(solver, terms) {}
  };

  [[nodiscard]] std::string time_limit_text() const {
    const auto limit = config_.time_limit;
    return std::to_string((limit.count() > 0 ? std::min(limit, longest_check) : longest_check).count());
  }

  void start() {
    backend_ = std::make_unique<Backend>(terms_);
    cvc5::Solver& solver = backend_->solver;
    solver.setLogic("ALL");
    solver.setOption("incremental", "true");
    solver.setOption("produce-models", "true");
    if (config_.unsat_cores) solver.setOption("produce-unsat-assumptions", "true");
    solver.setOption("seed", "0");
    solver.setOption("tlimit-per", time_limit_text());
  }

  void restart() {
    failure_.clear();
    change([&] {
      start();
      replay(
          stack_, [&](Term t) { assert_term(t); }, [&] { backend_->solver.push(); });
    });
  }

  void assert_term(Term formula) { backend_->solver.assertFormula(backend_->translator.to_cvc5(formula)); }

  SatResult unknown(UnknownReason reason) {
    reason_ = std::move(reason);
    return SatResult::unknown;
  }

  /// A change of what is asserted. After a failure the solver's assertions are no longer known: every answer is
  /// `unknown` until a pop() rebuilds it.
  template <class F>
  void change(const F& action) {
    result_ = SatResult::unknown;
    if (!failure_.empty()) return;
    try {
      action();
    } catch (const std::exception& e) {
      failure_ = std::string("cvc5: ") + e.what();
    }
  }

  SatResult ask_unless_stopped() {
    if (config_.stop.stop_requested()) return unknown({UnknownCause::stopped, "stopped"});
    if (!failure_.empty()) return unknown(failure_);
    const auto begin = std::chrono::steady_clock::now();
    const SatResult answer = ask();
    if (answer == SatResult::unknown)
      restart();  // its SAT solver may abort the process when asked again after a timeout
    if (config_.statistics != nullptr) {
      ++config_.statistics->cvc5_queries;
      const auto elapsed = std::chrono::steady_clock::now() - begin;
      config_.statistics->microseconds +=
          static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
    }
    return answer;
  }

  [[nodiscard]] bool is_dangerous() const {
    const auto dangerous = [](Term t) { return t.has_quantifier() && mentions_bit_vectors(t); };
    return std::any_of(stack_.terms().begin(), stack_.terms().end(), dangerous) ||
           std::any_of(assumed_.begin(), assumed_.end(), dangerous);
  }

  SatResult ask() {
    if (is_dangerous()) return unknown("cvc5: quantified bit-vectors are not asked");
    try {
      std::vector<cvc5::Term> literals;
      for (const Term t : assumed_) literals.push_back(backend_->translator.to_cvc5(t));
      cvc5::Solver& solver = backend_->solver;
      const cvc5::Result result = literals.empty() ? solver.checkSat() : solver.checkSatAssuming(literals);
      if (result.isSat()) return SatResult::sat;
      if (!result.isUnsat()) {
        if (config_.stop.stop_requested()) return unknown({UnknownCause::stopped, "stopped"});
        if (result.getUnknownExplanation() == cvc5::TIMEOUT) return unknown({UnknownCause::time, "timeout"});
        return unknown({UnknownCause::incomplete, "cvc5: incomplete"});
      }
      if (!assumed_.empty()) keep_core(literals);
      return SatResult::unsat;
    } catch (const std::bad_alloc&) {
      return unknown("out of memory");
    } catch (const std::exception& e) {
      return unknown(std::string("cvc5: ") + e.what());
    }
  }

  void keep_core(const std::vector<cvc5::Term>& literals) {
    if (!config_.unsat_cores) {  // not asked of cvc5, and all of them do suffice
      core_ = assumed_;
      return;
    }
    std::vector<cvc5::Term> core = backend_->solver.getUnsatAssumptions();
    for (std::size_t i = 0; i < literals.size(); ++i) {
      const auto found = std::find(core.begin(), core.end(), literals[i]);
      if (found == core.end()) continue;
      core_.push_back(assumed_[i]);
      core.erase(found);  // an assumption given twice is in the core once
    }
  }

  TermManager& terms_;
  SolverConfig config_;
  std::unique_ptr<Backend> backend_;
  AssertionStack stack_;
  std::vector<Term> assumed_;
  std::vector<Term> core_;
  SatResult result_ = SatResult::unknown;
  UnknownReason reason_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Solver> make_cvc5_solver(TermManager& terms, const SolverConfig& config) {
  return std::make_unique<Cvc5Solver>(terms, config);
}

std::string cvc5_version() {
  return "cvc5 " + cvc5::Solver().getVersion();
}

}  // namespace bireach::logic
