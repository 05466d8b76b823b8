// SPDX-License-Identifier: Apache-2.0
/// The Solver on Z3. Every solver has its own context, so that different threads may use different solvers.
#include "logic/solvers/z3_solver.h"

#include <z3++.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "logic/solvers/assertion_stack.h"
#include "logic/solvers/division_bounds.h"
#include "logic/solvers/solver_statistics.h"
#include "logic/solvers/z3_translation.h"
#include "logic/terms/term_theory.h"

namespace bireach::logic {

namespace {

constexpr unsigned no_limit = 4294967295U;  // Z3's "no timeout"
/// So long the incremental solver for QF_BV tries: what it does not find then, simplification of all that is asserted
/// may (the remainder of a product: 2 s instead of 13 s).
constexpr std::chrono::milliseconds first_try{3000};

/// Z3 tells causes by its texts alone.
UnknownReason explained(std::string text) {
  constexpr auto of_time = std::to_array<std::string_view>({"canceled", "timeout", "interrupted", "max. resource"});
  constexpr auto of_rules =
      std::to_array<std::string_view>({"incomplete", "sat.giveup", "smt tactic failed", "unknown"});
  const auto says = [&text](std::string_view words) { return text.find(words) != std::string::npos; };
  UnknownCause cause = UnknownCause::other;
  if (std::any_of(of_time.begin(), of_time.end(), says))
    cause = UnknownCause::time;
  else if (std::any_of(of_rules.begin(), of_rules.end(), says))
    cause = UnknownCause::incomplete;
  return {cause, std::move(text)};
}

class Z3Solver final : public Solver {
 public:
  Z3Solver(TermManager& terms, const SolverConfig& config)
      : config_(config), translator_(context_, terms), bounds_(terms), solver_(make(config.theory)) {
    bit_vectors_only_ = is_without_arrays(config.theory);
  }

  void push() override {
    end_assumptions();
    stack_.push();
    ++depth_;
    guarded([&] { solver_.push(); });
  }

  void pop() override {
    end_assumptions();
    stack_.pop();
    --depth_;
    std::erase_if(proxies_, [this](const auto& entry) { return entry.second.second > depth_; });
    if (broken_.empty())
      guarded([&] { solver_.pop(); });
    else
      rebuild();
  }

  void add(Term formula) override {
    end_assumptions();
    stack_.add(formula);
    guarded([&] { assert_term(formula); });
  }

  SatResult check() override { return check({}); }

  SatResult check(const std::vector<Term>& assumptions) override {
    end_assumptions();
    assumptions_ = assumptions;
    core_.clear();
    alone_.reset();
    result_ = SatResult::unknown;
    reason_ = {};
    for (const Term a : assumptions)
      if (!a.sort().is_bool()) throw std::invalid_argument("Solver::check: not a Bool term");
    if (config_.stop.stop_requested()) {
      reason_ = {UnknownCause::stopped, "stopped"};
    } else if (!broken_.empty()) {
      reason_ = broken_;
    } else {
      try {
        result_ = run();
      } catch (const z3::exception& e) {
        reason_ = explained(e.msg());
      } catch (const std::bad_alloc&) {
        reason_ = "out of memory";
      }
    }
    if (result_ == SatResult::unknown && config_.statistics != nullptr) ++config_.statistics->unknown_answers;
    return result_;
  }

  Model model() override {
    if (result_ != SatResult::sat) throw std::logic_error("Z3: model() without a satisfiable check");
    Model model;
    try {
      const z3::model source = (alone_ ? *alone_ : solver_).get_model();
      for (const Term v : stack_.variables(assumptions_)) model.set(v, value(source, v));
    } catch (const z3::exception& e) {
      throw std::logic_error(std::string("Z3: no model: ") + e.msg());
    }
    stack_.check_model(model, assumptions_, "Z3");
    return model;
  }

  std::vector<Term> unsat_core() override {
    if (result_ != SatResult::unsat) throw std::logic_error("Z3: unsat_core() without an unsatisfiable check");
    return core_;
  }

  void set_time_limit(std::chrono::milliseconds limit) override { config_.time_limit = limit; }
  [[nodiscard]] UnknownReason reason_unknown() const override { return reason_; }
  [[nodiscard]] SolverKind kind() const override { return SolverKind::z3; }

 private:
  /// Z3's solver for QF_BV bit-blasts once and goes on with an incremental SAT solver. There is none like it for Int:
  /// with QF_LIA Z3 would leave the theories of other operators out. Its simple solver has all of them and goes without
  /// the tactics, which costs a tenth of the time until the first answer.
  static bool is_without_arrays(SolverTheory theory) {
    return theory == SolverTheory::bit_vectors || theory == SolverTheory::large_bit_vectors;
  }

  z3::solver make(SolverTheory theory) {
    if (is_without_arrays(theory)) return {context_, "QF_BV"};
    if (theory == SolverTheory::linear_integers) return {context_, z3::solver::simple()};
    return z3::solver(context_);
  }

  /// An operation on the solver outside check(); a failure is reported by the next check.
  template <class F>
  void guarded(const F& operation) {
    result_ = SatResult::unknown;
    if (!broken_.empty()) return;
    try {
      operation();
    } catch (const z3::exception& e) {
      broken_ = e.msg();
    } catch (const std::bad_alloc&) {
      broken_ = "out of memory";
    }
  }

  void assert_term(Term formula) {
    if (choose_solver(formula)) return;  // which has the formula by now
    solver_.add(translated(formula));
  }

  /// Floating point becomes bit-vectors, so its formulas are for the solver for QF_BV, as long as nothing else is among
  /// them. True: there is a new solver, with all that was asserted.
  bool choose_solver(Term formula) {
    const bool settled = floating_ || config_.theory != SolverTheory::automatic;
    if (!bit_vectors_only_ && (settled || !has_floats(formula))) return false;
    const bool pure = is_of_bit_vectors(formula, pure_);
    if (bit_vectors_only_ && pure) return false;
    const auto is_pure = [this](Term t) { return is_of_bit_vectors(t, pure_); };
    if (!bit_vectors_only_) floating_ = true;
    const bool wanted =
        pure && !bit_vectors_only_ && std::all_of(stack_.terms().begin(), stack_.terms().end(), is_pure);
    if (wanted == bit_vectors_only_) return false;
    bit_vectors_only_ = wanted;  // else the solver for QF_BV would fail: go on with the general one
    rebuild();
    return true;
  }

  /// mentions_floating with results kept for all subterms.
  bool has_floats(Term formula) {
    for_each_post_order(
        formula, [&](Term t) { return has_floats_.find(t) == nullptr; },
        [&](Term t) {
          const auto children = t.children();
          const bool below =
              std::any_of(children.begin(), children.end(), [&](Term child) { return *has_floats_.find(child) != 0; });
          has_floats_.set(t, below || t.kind() == Kind::Floating ? 1 : 0);
        });
    return *has_floats_.find(formula) != 0;
  }

  /// Without floating point where that is possible: the solver for QF_BV takes the result, and Z3's own theory of
  /// floating point is much slower.
  z3::expr translated(Term formula) {
    z3::expr result = translator_.to_z3(bounds_.with_bounds(formula));
    if (formula.has_quantifier() || !has_floats(formula)) return result;
    auto found = without_floats_.find(formula);
    if (found == without_floats_.end()) found = without_floats_.emplace(formula, without_floats(result)).first;
    return found->second;
  }

  void rebuild() {
    broken_.clear();
    proxies_.clear();
    guarded([&] {
      limit_set_.reset();
      solver_ = make(bit_vectors_only_ ? SolverTheory::bit_vectors : SolverTheory::automatic);
      replay(
          stack_, [&](Term t) { solver_.add(translated(t)); }, [&] { solver_.push(); });
    });
  }

  /// Assumptions live in a scope of their own, which stays until the next operation, so that the model does too.
  void end_assumptions() {
    if (!assumption_scope_) return;
    assumption_scope_ = false;
    guarded([&] { solver_.pop(); });
  }

  static bool is_literal(Term t) { return t.is_variable() || (t.kind() == Kind::Not && t[0].is_variable()); }

  /// Translates the assumptions; those that are not literals are named by proxies.
  z3::expr_vector assume() {
    for (const Term a : assumptions_) choose_solver(a);
    for (const Term a : assumptions_)
      if (!is_literal(a) && has_floats(a)) keep_proxy(a);
    z3::expr_vector literals(context_);
    for (std::size_t i = 0; i < assumptions_.size(); ++i) {
      const z3::expr formula = translated(assumptions_[i]);
      if (is_literal(assumptions_[i])) {
        literals.push_back(formula);
        continue;
      }
      if (const auto kept = proxies_.find(assumptions_[i]); kept != proxies_.end()) {
        literals.push_back(kept->second.first);
        continue;
      }
      if (!assumption_scope_) {
        solver_.push();
        assumption_scope_ = true;
      }
      const z3::expr proxy = context_.bool_const(("assumption!!" + std::to_string(i)).c_str());
      solver_.add(z3::implies(proxy, formula));
      literals.push_back(proxy);
    }
    return literals;
  }

  /// Floating-point operations are large as bits: their proxies stay, so that the next check finds them done.
  void keep_proxy(Term assumption) {
    if (proxies_.contains(assumption)) return;
    const std::string name = "assumption!!kept" + std::to_string(assumption.id());
    const z3::expr proxy = context_.bool_const(name.c_str());
    solver_.add(z3::implies(proxy, translated(assumption)));
    proxies_.emplace(assumption, std::pair{proxy, depth_});
  }

  /// All that is asserted and assumed, in a solver of its own: at once simplified, bit-blasted and given to Z3's SAT
  /// solver. Measured on queries of 5,000 to 15,000 operators about arrays of bytes: 0.1 s each, where the incremental
  /// solver for QF_BV takes more than 1 s, as it forgets with each scope what it has bit-blasted.
  z3::check_result check_alone() {
    z3::tactic tactic(context_, "simplify");
    for (const char* const next : {"propagate-values", "solve-eqs", "simplify", "max-bv-sharing", "bit-blast", "sat"})
      tactic = tactic & z3::tactic(context_, next);
    alone_ = tactic.mk_solver();
    alone_->set(parameters(time_limit()));
    for (const Term t : stack_.terms()) alone_->add(translated(t));
    for (const Term t : assumptions_) alone_->add(translated(t));
    z3::expr_vector none(context_);
    return interruptible_check(*alone_, none);
  }

  SatResult run() {
    if (config_.theory == SolverTheory::large_bit_vectors) {
      for (const Term a : assumptions_) choose_solver(a);
      if (bit_vectors_only_ && !asks_about_floats()) return run_alone();
    }
    z3::expr_vector literals = assume();
    const auto start = std::chrono::steady_clock::now();
    const bool has_second_try = bit_vectors_only_ && !asks_about_floats() &&
                                (config_.time_limit.count() <= 0 || config_.time_limit > 2 * first_try);
    set_parameters(has_second_try ? static_cast<unsigned>(first_try.count()) : time_limit());
    z3::check_result answer = interruptible_check(solver_, literals);
    if (answer == z3::unknown && has_second_try && !config_.stop.stop_requested() &&
        explained(solver_.reason_unknown()).cause == UnknownCause::time) {
      count(start);
      return run_alone();
    }
    // After some scopes Z3 4.8.12's solver for QF_BV meets functions of its own making. A new one goes on, or else the
    // general solver.
    for (const bool general : {false, true}) {
      if (answer != z3::unknown || !bit_vectors_only_) break;
      if (solver_.reason_unknown().find("sat.giveup") == std::string::npos) break;
      bit_vectors_only_ = !general;
      floating_ = true;
      rebuild();
      assumption_scope_ = false;
      literals = assume();
      set_parameters(time_limit());
      answer = interruptible_check(solver_, literals);
    }
    count(start);
    switch (answer) {
      case z3::sat:
        // An interrupt that came just after the answer may have taken the model away.
        if (config_.stop.stop_requested()) break;
        return SatResult::sat;
      case z3::unsat:
        read_core(literals);
        return SatResult::unsat;
      case z3::unknown:
        break;
    }
    reason_ = config_.stop.stop_requested() ? UnknownReason(UnknownCause::stopped, "stopped")
                                            : explained(solver_.reason_unknown());
    return SatResult::unknown;
  }

  /// Their bits are better kept from check to check (keep_proxy).
  bool asks_about_floats() {
    const auto has = [this](Term t) { return has_floats(t); };
    return std::any_of(stack_.terms().begin(), stack_.terms().end(), has) ||
           std::any_of(assumptions_.begin(), assumptions_.end(), has);
  }

  SatResult run_alone() {
    const auto start = std::chrono::steady_clock::now();
    const z3::check_result answer = check_alone();
    count(start);
    if (answer == z3::sat && !config_.stop.stop_requested()) return SatResult::sat;
    if (answer == z3::unsat) {
      core_ = assumptions_;
      return SatResult::unsat;
    }
    reason_ = config_.stop.stop_requested() ? UnknownReason(UnknownCause::stopped, "stopped")
                                            : explained(alone_->reason_unknown());
    return SatResult::unknown;
  }

  void count(std::chrono::steady_clock::time_point start) {
    if (config_.statistics == nullptr) return;
    ++config_.statistics->z3_queries;
    config_.statistics->microseconds += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count());
  }

  [[nodiscard]] unsigned time_limit() const {
    const auto milliseconds = config_.time_limit.count();
    return milliseconds <= 0 ? no_limit : static_cast<unsigned>(std::min<std::int64_t>(milliseconds, no_limit - 1));
  }

  z3::params parameters(unsigned limit) {
    z3::params result(context_);
    result.set("timeout", limit);
    result.set("random_seed", 0U);
    return result;
  }

  /// Only when they changed: Z3 collects the descriptions of all its parameters each time, which takes longer than a
  /// small check.
  void set_parameters(unsigned limit) {
    if (limit_set_ == limit) return;
    solver_.set(parameters(limit));
    limit_set_ = limit;
  }

  z3::check_result interruptible_check(z3::solver& solver, z3::expr_vector& literals) {
    std::atomic<bool> done{false};
    // An interrupt that comes before Z3 has started is lost, so the one who stops repeats it until the check ends.
    const std::stop_callback on_stop(config_.stop, [this, &done] {
      for (int i = 0; i < 200 && !done; ++i) {
        Z3_interrupt(context_);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
    struct Finish {
      std::atomic<bool>& done;
      ~Finish() { done = true; }
    } finish{done};
    if (config_.stop.stop_requested()) return z3::unknown;
    return literals.empty() ? solver.check() : solver.check(literals);
  }

  void read_core(const z3::expr_vector& literals) {
    if (literals.empty()) return;
    const z3::expr_vector core = solver_.unsat_core();
    std::vector<unsigned> ids;
    for (unsigned i = 0; i < core.size(); ++i) ids.push_back(core[static_cast<int>(i)].id());
    for (std::size_t i = 0; i < assumptions_.size(); ++i) {
      const unsigned id = literals[static_cast<int>(i)].id();
      const auto found = std::find(ids.begin(), ids.end(), id);
      if (found == ids.end()) continue;
      core_.push_back(assumptions_[i]);
      ids.erase(found);  // an assumption given twice is in the core once
    }
  }

  Value value(const z3::model& source, Term variable) {
    const z3::expr result = source.eval(translator_.to_z3(variable), true);
    if (auto known = translator_.value_from_z3(result)) return *std::move(known);
    if (variable.sort().is_array()) {
      if (auto known = function_value(source, result)) return *std::move(known);
      return sampled_array(source, variable);
    }
    throw std::logic_error("Z3: a value of unexpected form in a model");
  }

  /// An array given as a function table: (_ as-array f).
  std::optional<Value> function_value(const z3::model& source, const z3::expr& array) {
    if (!array.is_app() || array.decl().decl_kind() != Z3_OP_AS_ARRAY) return std::nullopt;
    const z3::func_decl function(context_, Z3_get_as_array_func_decl(context_, array));
    if (!source.has_interp(function)) return std::nullopt;
    const z3::func_interp table = source.get_func_interp(function);
    const auto otherwise = translator_.value_from_z3(table.else_value());
    if (!otherwise) return std::nullopt;
    ArrayValue result;
    result.otherwise = std::get<Integer>(*otherwise);
    for (unsigned i = 0; i < table.num_entries(); ++i) {
      const z3::func_entry entry = table.entry(i);
      const auto index = translator_.value_from_z3(entry.arg(0));
      const auto element = translator_.value_from_z3(entry.value());
      if (!index || !element) return std::nullopt;
      result.set(std::get<Integer>(*index), std::get<Integer>(*element));
    }
    return Value{std::move(result)};
  }

  /// An array in another form (a lambda): its values at all indices that the formulas use. The check of the model
  /// tells whether that was enough.
  Value sampled_array(const z3::model& source, Term variable) {
    const z3::expr array = translator_.to_z3(variable);
    ArrayValue result;
    TermMap<char> visited;
    const auto sample = [&](Term t) {
      if ((t.kind() != Kind::Select && t.kind() != Kind::Store) || t[1].sort() != variable.sort().index()) return;
      const z3::expr index = source.eval(translator_.to_z3(t[1]), true);
      const auto key = translator_.value_from_z3(index);
      const auto element = translator_.value_from_z3(source.eval(z3::select(array, index), true));
      if (key && element) result.set(std::get<Integer>(*key), std::get<Integer>(*element));
    };
    for (const auto* terms : {&stack_.terms(), &std::as_const(assumptions_)}) {
      for (const Term t : *terms) {
        if (!t.has_quantifier())
          for_each_post_order(
              t, [&](Term s) { return visited.set(s, 1); }, sample);
      }
    }
    return result;
  }

  SolverConfig config_;
  z3::context context_;
  Z3Translator translator_;
  DivisionBounds bounds_;
  z3::solver solver_;
  std::optional<z3::solver> alone_;  ///< what answered the last check, if that was not `solver_`
  AssertionStack stack_;
  std::vector<Term> assumptions_;
  std::vector<Term> core_;
  TermMap<char> pure_;
  TermMap<char> has_floats_;
  std::unordered_map<Term, z3::expr, TermHash> without_floats_;
  /// Of assumptions, with the number of scopes they were made in.
  std::unordered_map<Term, std::pair<z3::expr, std::size_t>, TermHash> proxies_;
  std::size_t depth_ = 0;
  SatResult result_ = SatResult::unknown;
  UnknownReason reason_;
  std::string broken_;  // why the solver no longer holds what was asserted
  bool assumption_scope_ = false;
  bool bit_vectors_only_ = false;
  bool floating_ = false;              // the solver was chosen for floating point
  std::optional<unsigned> limit_set_;  // the time limit Z3 was told
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
