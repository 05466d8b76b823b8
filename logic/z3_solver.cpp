// SPDX-License-Identifier: Apache-2.0
#include "logic/z3_solver.h"

#include <z3++.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "logic/solver_statistics.h"
#include "logic/z3_translation.h"

namespace bireach::logic {

namespace {

/// Adapter of Z3; every solver has a context of its own, so solvers of different threads are independent.
class Z3Solver final : public Solver {
 public:
  Z3Solver(TermManager& terms, const SolverConfig& config)
      : config_(config), translator_(context_, terms), solver_(make(config)) {
    set_time_limit(config.time_limit);
    levels_.emplace_back();
  }

  void push() override {
    levels_.emplace_back();
    attempt([&] { solver_.push(); });
  }

  void pop() override {
    if (levels_.size() < 2) throw std::logic_error("pop without push");
    for (const Term t : levels_.back().proxied) proxies_.erase(t);
    levels_.pop_back();
    attempt([&] { solver_.pop(); });
  }

  void add(Term formula) override {
    levels_.back().formulas.push_back(formula);
    attempt([&] { solver_.add(translator_.to_z3(formula)); });
  }

  SatResult check() override { return check(std::vector<Term>{}); }

  SatResult check(const std::vector<Term>& assumptions) override {
    assumed_ = assumptions;
    core_.clear();
    reason_.clear();
    model_.reset();
    if (config_.stop.stop_requested()) return unknown("stopped");
    if (!failure_.empty()) return unknown(failure_);
    const auto begin = std::chrono::steady_clock::now();
    const SatResult answer = ask();
    if (config_.statistics != nullptr) {
      ++config_.statistics->z3_queries;
      const auto elapsed = std::chrono::steady_clock::now() - begin;
      config_.statistics->microseconds +=
          static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
      if (answer == SatResult::unknown) ++config_.statistics->unknown_answers;
    }
    return answer;
  }

  Model model() override {
    if (!model_) throw std::logic_error("no model: the last answer was not sat");
    Model result;
    std::set<Term> variables;
    const auto collect = [&](Term formula) {
      for (const Term v : free_variables(formula)) variables.insert(v);
    };
    for (const Level& level : levels_) std::for_each(level.formulas.begin(), level.formulas.end(), collect);
    std::for_each(assumed_.begin(), assumed_.end(), collect);
    for (const Term variable : variables) {
      const z3::expr value = model_->eval(translator_.to_z3(variable), true);
      auto known = translator_.value_from_z3(value);
      if (!known) throw std::logic_error("z3: a model value of a form that is not known: " + value.to_string());
      result.set(variable, std::move(*known));
    }
    verify(result);
    return result;
  }

  std::vector<Term> unsat_core() override { return core_; }

  void set_time_limit(std::chrono::milliseconds limit) override {
    constexpr auto none = std::numeric_limits<unsigned>::max();
    const auto wanted = limit.count();
    time_limit_ = wanted <= 0 || wanted >= none ? none : static_cast<unsigned>(wanted);
    attempt([&] { solver_.set("timeout", time_limit_); });
  }

  [[nodiscard]] std::string reason_unknown() const override { return reason_; }
  [[nodiscard]] SolverKind kind() const override { return SolverKind::z3; }

 private:
  struct Level {
    std::vector<Term> formulas;
    std::vector<Term> proxied;  ///< assumptions whose proxies were defined at this level
  };

  /// Z3's solver for QF_BV bit-blasts once and solves incrementally with a SAT solver, much faster than the general
  /// one.
  z3::solver make(const SolverConfig& config) {
    if (config.theory == SolverTheory::bit_vectors) return {context_, "QF_BV"};
    return z3::solver(context_);
  }

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
    } catch (const z3::exception& e) {
      failure_ = std::string("z3: ") + e.msg();
    } catch (const std::bad_alloc&) {
      failure_ = "out of memory";
    }
  }

  /// Assumptions must be literals in Z3: other formulas get a Boolean that implies them.
  z3::expr literal(Term assumption) {
    const bool negated = assumption.kind() == Kind::Not && assumption[0].is_variable();
    if (assumption.is_variable() || negated) return translator_.to_z3(assumption);
    if (const auto it = proxies_.find(assumption); it != proxies_.end()) return it->second;
    const z3::expr proxy = z3::expr(context_, Z3_mk_fresh_const(context_, "assume", context_.bool_sort()));
    solver_.add(z3::implies(proxy, translator_.to_z3(assumption)));
    proxies_.emplace(assumption, proxy);
    levels_.back().proxied.push_back(assumption);
    return proxy;
  }

  SatResult ask() {
    try {
      z3::expr_vector literals(context_);
      for (const Term t : assumed_) literals.push_back(literal(t));
      const std::stop_callback interrupt(config_.stop, [this] { Z3_interrupt(context_); });
      const z3::check_result result = literals.empty() ? solver_.check() : solver_.check(literals);
      switch (result) {
        case z3::sat:
          model_ = solver_.get_model();
          return SatResult::sat;
        case z3::unsat:
          keep_core(literals);
          return SatResult::unsat;
        case z3::unknown:
          break;
      }
      return unknown(config_.stop.stop_requested() ? "stopped" : solver_.reason_unknown());
    } catch (const z3::exception& e) {
      return unknown(std::string("z3: ") + e.msg());
    } catch (const std::bad_alloc&) {
      return unknown("out of memory");
    }
  }

  void keep_core(const z3::expr_vector& literals) {
    if (literals.empty()) return;
    std::set<unsigned> ids;
    for (const z3::expr& e : solver_.unsat_core()) ids.insert(e.id());
    for (unsigned i = 0; i < literals.size(); ++i)
      if (ids.contains(literals[static_cast<int>(i)].id())) core_.push_back(assumed_[i]);
  }

  void verify(const Model& result) const {
    const auto check_one = [&](Term formula) {
      if (!formula.has_quantifier() && !evaluate_bool(formula, result))
        throw std::logic_error("z3: a model does not satisfy what was asserted");
    };
    for (const Level& level : levels_) std::for_each(level.formulas.begin(), level.formulas.end(), check_one);
    std::for_each(assumed_.begin(), assumed_.end(), check_one);
  }

  SolverConfig config_;
  z3::context context_;
  Z3Translator translator_;
  z3::solver solver_;
  std::optional<z3::model> model_;
  std::vector<Level> levels_;
  std::unordered_map<Term, z3::expr, TermHash> proxies_;
  std::vector<Term> assumed_;
  std::vector<Term> core_;
  unsigned time_limit_ = 0;
  std::string reason_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Solver> make_z3_solver(TermManager& terms, const SolverConfig& config) {
  return std::make_unique<Z3Solver>(terms, config);
}

std::string z3_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace bireach::logic
