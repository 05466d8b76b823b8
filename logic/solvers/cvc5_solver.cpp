// SPDX-License-Identifier: Apache-2.0
#include <cvc5/cvc5.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "logic/solvers/assertion_stack.h"
#include "logic/solvers/cvc5_solver.h"
#include "logic/solvers/cvc5_translation.h"
#include "logic/solvers/division_bounds.h"
#include "logic/solvers/solver_statistics.h"
#include "logic/terms/term_theory.h"

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
      Backend& backend = alone_ ? *alone_ : *backend_;
      for (const Term variable : stack_.variables(assumed_)) {
        const auto value =
            backend.translator.value_from_cvc5(backend.solver.getValue(backend.translator.to_cvc5(variable)));
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

  void assert_term(Term formula) { backend_->solver.assertFormula(translated(*backend_, formula)); }

  cvc5::Term translated(Backend& backend, Term formula) {
    return backend.translator.to_cvc5(bounds_.with_bounds(formula));
  }

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

  SatResult read(const cvc5::Result& result) {
    if (result.isSat()) return SatResult::sat;
    if (result.isUnsat()) return SatResult::unsat;
    if (config_.stop.stop_requested()) return unknown({UnknownCause::stopped, "stopped"});
    if (result.getUnknownExplanation() == cvc5::TIMEOUT) return unknown({UnknownCause::time, "timeout"});
    return unknown({UnknownCause::incomplete, "cvc5: incomplete"});
  }

  /// With `large_bit_vectors`: is all that is asked about of that kind, without floating point?
  [[nodiscard]] bool is_blasted() {
    if (config_.theory != SolverTheory::large_bit_vectors) return false;
    const auto fits = [this](Term t) { return is_of_bit_vectors(t, pure_) && !mentions_floating(t); };
    return std::all_of(stack_.terms().begin(), stack_.terms().end(), fits) &&
           std::all_of(assumed_.begin(), assumed_.end(), fits);
  }

  /// All that is asserted and assumed, in a solver of its own that bit-blasts it at once. Measured on queries of 5,000
  /// to 15,000 operators: a second each, where the incremental solver takes up to 40 s. Not with CryptoMiniSat, which
  /// is as fast at best, and has assertions that some unsatisfiable formulas violate.
  SatResult ask_alone() {
    try {
      alone_ = std::make_unique<Backend>(terms_);
      cvc5::Solver& solver = alone_->solver;
      solver.setLogic("QF_BV");
      solver.setOption("bitblast", "eager");
      solver.setOption("bv-sat-solver", "cadical");
      solver.setOption("ite-simp", "true");
      solver.setOption("produce-models", "true");
      solver.setOption("seed", "0");
      solver.setOption("tlimit-per", time_limit_text());
      for (const Term t : stack_.terms()) solver.assertFormula(translated(*alone_, t));
      for (const Term t : assumed_) solver.assertFormula(translated(*alone_, t));
      const SatResult answer = read(solver.checkSat());
      if (answer == SatResult::unsat) core_ = assumed_;
      return answer;
    } catch (const std::bad_alloc&) {
      return unknown("out of memory");
    } catch (const std::exception& e) {
      return unknown(std::string("cvc5: ") + e.what());
    }
  }

  SatResult ask() {
    alone_.reset();
    if (is_blasted()) return ask_alone();
    if (is_dangerous()) return unknown("cvc5: quantified bit-vectors are not asked");
    try {
      std::vector<cvc5::Term> literals;
      for (const Term t : assumed_) literals.push_back(translated(*backend_, t));
      cvc5::Solver& solver = backend_->solver;
      const SatResult answer = read(literals.empty() ? solver.checkSat() : solver.checkSatAssuming(literals));
      if (answer == SatResult::unsat && !assumed_.empty()) keep_core(literals);
      return answer;
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
  DivisionBounds bounds_{terms_};
  SolverConfig config_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Backend> alone_;  ///< what answered the last check, if that was not `backend_`
  TermMap<char> pure_;
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
