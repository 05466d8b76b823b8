// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "logic/interpolation/interpolation_engines.h"
#include "relevance/explanation/error_core.h"
#include "relevance/explanation/error_formula.h"
#include "relevance/explanation/error_invariants.h"
#include "relevance/explanation/error_program.h"
#include "relevance/explanation/error_trace.h"
#include "relevance/explanation/localize.h"
#include "relevance/explanation/trace_classes.h"

namespace bireach::relevance {

using Clock = std::chrono::steady_clock;
using frontend::Arithmetic;
using frontend::Execution;
using logic::InterpolationEngineKind;
using logic::Term;
using std::chrono::milliseconds;

namespace {

/// Of one arithmetic. A variable's term has another sort in each, so the terms are separate too.
struct Meanings {
  Meanings(const frontend::Program& program, Arithmetic arithmetic)
      : semantics(terms, program, arithmetic), edges(program, semantics) {}
  logic::TermManager terms;
  frontend::Semantics semantics;
  EdgeMeanings edges;
};

/// The explanation of one trace.
class Explanation {
 public:
  Explanation(const ErrorTrace& trace, const ExplanationConfig& config)
      : trace_(trace), config_(config), terms_(trace.terms()), formula_(trace, config.kind, config.hazards) {
    const auto now = Clock::now();
    const auto share = [&](int percent) { return now + config.time_limit * percent / 100; };
    limits_ = {share(80), share(10), share(20), config.stop, config.statistics};
    end_ = share(100);
  }

  ErrorExplanation make() {
    result_.kind = config_.kind;
    result_.arithmetic = trace_.semantics().arithmetic();
    result_.assertion = trace_.length();
    result_.holds = trace_.holds();
    auto core = find_error_core(trace_, formula_, limits_);
    if (auto* failure = std::get_if<logic::UnknownReason>(&core)) {
      result_.reason = *failure;
      return std::move(result_);
    }
    core_ = std::move(std::get<ErrorCore>(core));
    const std::vector<InterpolationEngineKind> all = engines();
    const std::vector<InterpolationEngineKind> rest(all.begin() + 1, all.end());
    failure_ = logic::no_time_left(config_.stop);
    const bool found = interpolate(all.front()) || (explain_indices() && interpolate(all.front())) ||
                       std::any_of(rest.begin(), rest.end(), [this](auto engine) { return interpolate(engine); });
    if (!found && !take_values()) return std::move(result_);
    result_.precondition = core_.precondition;
    result_.needed_branches = core_.branches;
    result_.hazards = core_.hazards;
    keep_statements();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::vector<InterpolationEngineKind> engines() const {
    if (config_.interpolation) return {*config_.interpolation};
    return {InterpolationEngineKind::core_wp, InterpolationEngineKind::spacer, InterpolationEngineKind::core_sp};
  }

  /// Are there invariants by this engine that the other solver confirms?
  bool interpolate(InterpolationEngineKind kind) {
    logic::InterpolationConfig config;
    config.time_limit = std::chrono::duration_cast<milliseconds>(limits_.deadline - Clock::now()) / 2;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    if (config.time_limit.count() <= 0 || config_.stop.stop_requested()) return false;
    const ErrorProgram program(trace_, formula_, core_);
    const auto engine = logic::make_interpolation_engine(kind, terms_, config);
    const logic::InterpolationResult found = engine->interpolate(program.problem());
    if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found)) {
      // An engine that was interrupted says so in its solver's words.
      const bool late = Clock::now() >= limits_.deadline - config.time_limit;
      if (late || config_.stop.stop_requested())
        failure_ = logic::no_time_left(config_.stop);
      else
        failure_ = {failure->refused ? logic::UnknownCause::other : logic::UnknownCause::incomplete, failure->reason};
      return false;
    }
    const auto& predicates = std::get<logic::TracePredicates>(found);
    invariants_ = program.invariants(predicates.predicates);
    result_.engine = predicates.engine;
    return confirmed();
  }

  /// Makes the core, also for what is tried later, one with what says which elements of arrays are accessed; false: it
  /// is the same already, or none was found in time.
  bool explain_indices() {
    const auto now = Clock::now();
    ErrorCoreConfig limits = limits_;
    limits.minimise_until = now + config_.time_limit / 10;
    limits.generalise_until = now + config_.time_limit / 5;
    limits.keep_indices = true;
    auto core = find_error_core(trace_, formula_, limits);
    auto* larger = std::get_if<ErrorCore>(&core);
    if (!larger || larger->items == core_.items) return false;
    core_ = std::move(*larger);
    return true;
  }

  /// Without interpolants, what the variables of the core hold in the execution: always right, never general.
  bool take_values() {
    for (std::size_t i = 0; i < core_.precondition.size(); ++i) {
      InputConstraint& constraint = core_.precondition[i];
      if (!constraint.lower && !constraint.upper) continue;
      constraint = trace_.inputs()[i].constraint;
    }
    result_.engine = "execution";
    result_.engine_failure = failure_;
    invariants_ = ErrorProgram(trace_, formula_, core_).values();
    if (confirmed()) return true;
    take_all();
    invariants_ = ErrorProgram(trace_, formula_, core_).values();
    if (confirmed()) return true;
    result_.reason = {failure_.cause, "no error invariants: " + failure_.text};
    return false;
  }

  /// The whole formula instead of its core. A core may speak of variables whose values it does not need, and does not
  /// say where they come from.
  void take_all() {
    for (std::size_t i = 0; i < formula_.items().size(); ++i)
      if (formula_.items()[i].role != ErrorFormula::Role::hazard) core_.items.insert(i);
    close_scopes(trace_, formula_, core_);
    for (std::size_t i = 0; i < core_.precondition.size(); ++i)
      if (!formula_.chosen()[i].is_null()) core_.precondition[i] = trace_.inputs()[i].constraint;
  }

  [[nodiscard]] std::unique_ptr<logic::Solver> small_solver(logic::SolverKind kind) const {
    logic::SolverConfig config;
    config.time_limit = milliseconds(2000);
    if (result_.arithmetic == Arithmetic::integer) config.theory = logic::SolverTheory::linear_integers;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    return logic::make_solver(kind, terms_, config);
  }

  /// Questions about single statements go to this solver, which is kept in `source`.
  [[nodiscard]] InvariantSteps steps(logic::SolverKind kind, std::unique_ptr<logic::Solver>& source) const {
    const auto solver = [this, kind, &source]() -> logic::Solver& {
      if (!source) source = small_solver(kind);
      return *source;
    };
    return {trace_, core_.branches, core_.precondition, config_.kind, solver};
  }

  bool confirmed() {
    ErrorCoreConfig limits = limits_;
    limits.deadline = end_;
    InvariantSteps by_other = steps(logic::SolverKind::cvc5, cvc5_);
    const logic::UnknownReason failure = check_error_invariants(trace_, by_other, invariants_, limits);
    if (failure.empty()) return true;
    const bool are_values = result_.engine == "execution";
    const bool stopped = failure.cause == logic::UnknownCause::stopped;
    failure_ = {stopped ? failure.cause : logic::UnknownCause::other,
                (are_values ? std::string("the values of the execution") : "the invariants of " + result_.engine) +
                    " are not confirmed by the second solver: " + failure.text};
    return false;
  }

  /// Whole-trace queries by this solver, which is kept in `source`.
  [[nodiscard]] std::function<CoreFormula&()> whole_trace(logic::SolverKind kind, Deadline deadline,
                                                          std::unique_ptr<CoreFormula>& source) const {
    return [this, kind, deadline, &source]() -> CoreFormula& {
      ErrorCoreConfig limits = limits_;
      limits.deadline = deadline;
      if (!source) source = make_core_formula(trace_, formula_, core_, kind, limits);
      return *source;
    };
  }

  void keep_statements() {
    std::unique_ptr<logic::Solver> z3;
    std::unique_ptr<CoreFormula> by_z3;
    std::unique_ptr<CoreFormula> by_cvc5;
    const bool weakest = result_.engine == logic::engine_name(InterpolationEngineKind::core_wp);
    const Deadline soon = std::min(limits_.deadline, Clock::now() + config_.time_limit / (weakest ? 20 : 4));
    InvariantSteps z3_steps = steps(logic::SolverKind::z3, z3);
    InvariantSteps cvc5_steps = steps(logic::SolverKind::cvc5, cvc5_);
    const LocalizationChecks checks{z3_steps, whole_trace(logic::SolverKind::z3, soon, by_z3), weakest};
    const LocalizationChecks other_checks{cvc5_steps, whole_trace(logic::SolverKind::cvc5, end_, by_cvc5), weakest};
    std::vector<InvariantInterval> intervals = localize(trace_, core_, invariants_, checks);
    if (!check_intervals(trace_, core_, invariants_, intervals, other_checks))
      intervals = equal_neighbours(core_, invariants_);
    for (const InvariantInterval& interval : intervals) {
      for (std::size_t i = interval.first; i <= interval.last; ++i) result_.invariants.push_back(interval.invariant);
      if (interval.last < trace_.length()) result_.kept.push_back(kept_at(interval.last));
    }
  }

  [[nodiscard]] KeptStatement kept_at(std::size_t position) const {
    KeptStatement kept{position, {}};
    for (const std::size_t i : core_.items) {
      const ErrorFormula::Item& item = formula_.items()[i];
      if (item.role != ErrorFormula::Role::frame || item.branch != position) continue;
      for (const frontend::VariableId id : trace_.framed(position))
        if (trace_.semantics().variable(id) == item.target) kept.framed.push_back(id);
    }
    return kept;
  }

  const ErrorTrace& trace_;
  const ExplanationConfig& config_;
  logic::TermManager& terms_;
  ErrorFormula formula_;
  ErrorCoreConfig limits_;
  Clock::time_point end_;
  ErrorCore core_;
  std::vector<Term> invariants_;
  std::unique_ptr<logic::Solver> cvc5_;  ///< that confirms
  logic::UnknownReason failure_;
  ErrorExplanation result_;
};

}  // namespace

struct ErrorExplainer::Impl {
  Impl(const frontend::Program& the_program, ExplanationConfig the_config)
      : program(the_program), config(std::move(the_config)), dependence(the_program) {}

  Meanings& meanings(Arithmetic arithmetic) {
    auto& entry = by_arithmetic[arithmetic];
    if (!entry) entry = std::make_unique<Meanings>(program, arithmetic);
    return *entry;
  }

  /// Integers unless a statement of the trace is not exact there.
  Arithmetic arithmetic_for(const frontend::Trace& trace) {
    if (config.arithmetic == Arithmetic::bitvector) return config.arithmetic;
    EdgeMeanings& edges = meanings(Arithmetic::integer).edges;
    const bool exact =
        std::all_of(trace.begin(), trace.end(), [&](frontend::EdgeId edge) { return edges.of(edge).transition.exact; });
    return exact ? Arithmetic::integer : Arithmetic::bitvector;
  }

  const frontend::Program& program;
  ExplanationConfig config;
  ControlDependence dependence;
  std::map<Arithmetic, std::unique_ptr<Meanings>> by_arithmetic;
  std::unique_ptr<TraceClasses> classes;
};

std::string_view to_string(ExplanationKind kind) {
  return kind == ExplanationKind::plain ? "plain" : "flow-sensitive";
}

ErrorExplainer::ErrorExplainer(const frontend::Program& program, ExplanationConfig config)
    : impl_(std::make_unique<Impl>(program, std::move(config))) {}
ErrorExplainer::~ErrorExplainer() = default;

ErrorExplanation ErrorExplainer::explain(const Execution& execution, std::optional<milliseconds> limit) {
  const auto start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  if (execution.states.size() != execution.trace.size() + 1)
    throw std::invalid_argument("an explanation needs the states along the whole execution");
  ErrorExplanation result;
  if (!execution.undefined.empty()) {
    result.kind = impl_->config.kind;
    result.reason = "the execution has undefined behaviour on its way";
    return result;
  }
  Meanings& meanings = impl_->meanings(impl_->arithmetic_for(execution.trace));
  const ErrorTrace trace(meanings.edges, impl_->dependence, execution);
  ExplanationConfig config = impl_->config;
  config.time_limit = limit.value_or(config.time_limit);
  result = Explanation(trace, config).make();
  // Of two threads that both check before they write, each read waits for a write in the other's scope.
  if (!result.found() && impl_->program.threads.size() > 1 && config.hazards.any() && config.hazards.in_scope) {
    config.hazards.in_scope = false;
    config.time_limit -= std::chrono::duration_cast<milliseconds>(Clock::now() - start);
    ErrorExplanation unguarded = Explanation(trace, config).make();
    if (unguarded.found()) result = std::move(unguarded);
  }
  result.seconds = seconds();
  return result;
}

std::size_t ErrorExplainer::classify(const Execution& execution, const ErrorExplanation& explanation) {
  if (!impl_->classes) impl_->classes = std::make_unique<TraceClasses>(impl_->config);
  if (!explanation.found()) return impl_->classes->add_alone();
  Meanings& meanings = impl_->meanings(explanation.arithmetic);
  const ErrorTrace trace(meanings.edges, impl_->dependence, execution);
  if (explanation.kind == ExplanationKind::plain) return impl_->classes->add(trace, explanation);
  ExplanationConfig config = impl_->config;
  config.kind = ExplanationKind::plain;
  const ErrorExplanation plain = Explanation(trace, config).make();
  return plain.found() ? impl_->classes->add(trace, plain) : impl_->classes->add_alone();
}

const frontend::Semantics& ErrorExplainer::semantics(Arithmetic arithmetic) {
  return impl_->meanings(arithmetic).semantics;
}

}  // namespace bireach::relevance
