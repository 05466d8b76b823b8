// SPDX-License-Identifier: Apache-2.0
/// By models: as long as the body has one, project it onto the free variables and leave out what the projection covers
/// (Komuravelli, Gurfinkel, Chaki, "SMT-based model checking for recursive programs", CAV 2014, section 5).
///
/// Z3's own tactic `qe` is not used: version 4.8.12 reads a model that is not there if the time limit comes right after
/// a check in it, and crashes. Here the limit only interrupts checks.
#include <algorithm>

#include "logic/solver_elimination.h"
#include "logic/solver_statistics.h"
#include "logic/z3_translation.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;

/// More parts than this make no formula that anybody wants to work with.
constexpr std::size_t most_parts = 64;

class ModelElimination {
 public:
  ModelElimination(TermManager& terms, const std::vector<Term>& variables, Term body, const EliminationConfig& config)
      : terms_(terms),
        config_(config),
        deadline_(Clock::now() + config.time_limit),
        translator_(context_, terms),
        body_(translator_.to_z3(body)),
        solver_(context_),
        allowed_(free_variables(body)) {
    for (const Term variable : variables) {
      bound_.push_back(translator_.to_z3(variable));
      const auto place = std::lower_bound(allowed_.begin(), allowed_.end(), variable);
      if (place != allowed_.end() && *place == variable) allowed_.erase(place);
    }
  }

  std::optional<Term> run() {
    solver_.add(body_);
    std::vector<Term> parts;
    for (;;) {
      const z3::check_result answer = check();
      if (answer == z3::unsat) return terms_.or_(std::move(parts));
      if (answer != z3::sat || parts.size() == most_parts) return std::nullopt;
      const z3::expr part = project(solver_.get_model());
      const std::optional<Term> known = translator_.from_z3(part);
      if (!known || !is_over_free_variables(*known)) return std::nullopt;
      parts.push_back(*known);
      solver_.add(!part);
    }
  }

 private:
  z3::check_result check() {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    if (left <= 0 || config_.stop.stop_requested()) return z3::unknown;
    solver_.set("timeout", static_cast<unsigned>(std::min<long long>(left, 3600000)));
    if (config_.statistics != nullptr) ++config_.statistics->z3_queries;
    const std::stop_callback interrupt(config_.stop, [this] { context_.interrupt(); });
    return solver_.check();
  }

  /// A conjunction over the free variables that the model satisfies and that implies `exists variables. body`.
  z3::expr project(const z3::model& model) {
    const z3::expr cube = checked(Z3_model_extrapolate(context_, model, body_));
    std::vector<Z3_app> bound;
    for (const z3::expr& variable : bound_) bound.push_back(Z3_to_app(context_, variable));
    return checked(Z3_qe_model_project(context_, model, static_cast<unsigned>(bound.size()), bound.data(), cube));
  }

  z3::expr checked(Z3_ast result) {
    context_.check_error();
    return {context_, result};
  }

  /// Else a variable stayed, or there are constants of Z3's making: that is not equivalent.
  [[nodiscard]] bool is_over_free_variables(Term part) const {
    const std::vector<Term> found = free_variables(part);
    return std::includes(allowed_.begin(), allowed_.end(), found.begin(), found.end());
  }

  TermManager& terms_;
  const EliminationConfig& config_;
  Clock::time_point deadline_;
  z3::context context_;
  Z3Translator translator_;
  z3::expr body_;
  z3::solver solver_;
  std::vector<Term> allowed_;  ///< sorted
  std::vector<z3::expr> bound_;
};

}  // namespace

std::optional<Term> eliminate_with_z3(TermManager& terms, const std::vector<Term>& variables, Term body,
                                      const EliminationConfig& config) {
  if (mentions_floating(body)) return std::nullopt;  // no elimination is known
  try {
    return ModelElimination(terms, variables, body, config).run();
  } catch (const z3::exception&) {  // interruption, or a theory without elimination
    return std::nullopt;
  }
}

}  // namespace bireach::logic
