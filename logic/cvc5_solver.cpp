// SPDX-License-Identifier: Apache-2.0
#include <cvc5/cvc5.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>

#include "logic/cvc5_solver.h"
#include "logic/cvc5_translation.h"
#include "logic/solver_statistics.h"

namespace bireach::logic {

namespace {

/// Adapter of cvc5. Version 1.0.3 cannot be interrupted from another thread: a stop request takes effect between
/// checks, and each check ends at its time limit (one is always set, see longest_check).
class Cvc5Solver final : public Solver {
 public:
  Cvc5Solver(TermManager& terms, const SolverConfig& config) : terms_(terms), config_(config) {
    solver_.setLogic("ALL");
    solver_.setOption("incremental", "true");
    solver_.setOption("produce-models", "true");
    if (config.unsat_cores) solver_.setOption("produce-unsat-assumptions", "true");
    set_time_limit(config.time_limit);
    levels_.emplace_back();
  }

  void push() override {
    levels_.emplace_back();
    attempt([&] { solver_.push(); });
  }

  void pop() override {
    if (levels_.size() < 2) throw std::logic_error("pop without push");
    levels_.pop_back();
    attempt([&] { solver_.pop(); });
  }

  void add(Term formula) override {
    levels_.back().push_back(formula);
    attempt([&] { solver_.assertFormula(translator_.to_cvc5(formula)); });
  }

  SatResult check() override { return check(std::vector<Term>{}); }

  SatResult check(const std::vector<Term>& assumptions) override {
    assumed_ = assumptions;
    core_.clear();
    reason_.clear();
    if (config_.stop.stop_requested()) return unknown("stopped");
    if (!failure_.empty()) return unknown(failure_);
    const auto begin = std::chrono::steady_clock::now();
    const SatResult answer = ask();
    if (config_.statistics != nullptr) {
      ++config_.statistics->cvc5_queries;
      const auto elapsed = std::chrono::steady_clock::now() - begin;
      config_.statistics->microseconds +=
          static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
      if (answer == SatResult::unknown) ++config_.statistics->unknown_answers;
    }
    return answer;
  }

  Model model() override {
    Model result;
    std::set<Term> variables;
    const auto collect = [&](Term formula) {
      for (const Term v : free_variables(formula)) variables.insert(v);
    };
    for (const auto& level : levels_) std::for_each(level.begin(), level.end(), collect);
    std::for_each(assumed_.begin(), assumed_.end(), collect);
    for (const Term variable : variables) {
      const auto value = translator_.value_from_cvc5(solver_.getValue(translator_.to_cvc5(variable)));
      if (!value) throw std::logic_error("cvc5: a model value of a form that is not known");
      result.set(variable, *value);
    }
    verify(result);
    return result;
  }

  std::vector<Term> unsat_core() override { return core_; }

  void set_time_limit(std::chrono::milliseconds limit) override {
    const auto effective = limit.count() > 0 ? std::min(limit, longest_check) : longest_check;
    // Options cannot always be changed once the solver has started: then the first limit stays.
    try {
      solver_.setOption("tlimit-per", std::to_string(effective.count()));
    } catch (const cvc5::CVC5ApiException&) {
    }
  }

  [[nodiscard]] std::string reason_unknown() const override { return reason_; }
  [[nodiscard]] SolverKind kind() const override { return SolverKind::cvc5; }

 private:
  /// So that a stop request is noticed at all.
  static constexpr std::chrono::milliseconds longest_check{30000};

  SatResult unknown(std::string reason) {
    reason_ = std::move(reason);
    return SatResult::unknown;
  }

  /// After a failure the solver's assertions are no longer known: every later answer is `unknown`.
  template <class F>
  void attempt(const F& action) {
    if (!failure_.empty()) return;
    try {
      action();
    } catch (const std::exception& e) {
      failure_ = std::string("cvc5: ") + e.what();
    }
  }

  SatResult ask() {
    try {
      std::vector<cvc5::Term> literals;
      for (const Term t : assumed_) literals.push_back(translator_.to_cvc5(t));
      const cvc5::Result result = literals.empty() ? solver_.checkSat() : solver_.checkSatAssuming(literals);
      if (result.isSat()) return SatResult::sat;
      if (!result.isUnsat()) {
        const bool timeout = result.getUnknownExplanation() == cvc5::TIMEOUT;
        return unknown(timeout ? "timeout" : "cvc5: incomplete");
      }
      if (config_.unsat_cores && !assumed_.empty()) keep_core(literals);
      return SatResult::unsat;
    } catch (const std::bad_alloc&) {
      return unknown("out of memory");
    } catch (const std::exception& e) {
      return unknown(std::string("cvc5: ") + e.what());
    }
  }

  void keep_core(const std::vector<cvc5::Term>& literals) {
    const std::vector<cvc5::Term> core = solver_.getUnsatAssumptions();
    for (std::size_t i = 0; i < literals.size(); ++i)
      if (std::find(core.begin(), core.end(), literals[i]) != core.end()) core_.push_back(assumed_[i]);
  }

  void verify(const Model& result) const {
    const auto check_one = [&](Term formula) {
      if (!formula.has_quantifier() && !evaluate_bool(formula, result))
        throw std::logic_error("cvc5: a model does not satisfy what was asserted");
    };
    for (const auto& level : levels_) std::for_each(level.begin(), level.end(), check_one);
    std::for_each(assumed_.begin(), assumed_.end(), check_one);
  }

  TermManager& terms_;
  SolverConfig config_;
  cvc5::Solver solver_;
  Cvc5Translator translator_{solver_, terms_};
  std::vector<std::vector<Term>> levels_;
  std::vector<Term> assumed_;
  std::vector<Term> core_;
  std::string reason_;
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
