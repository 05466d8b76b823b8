// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "relevance/error_core.h"
#include "relevance/error_formula.h"
#include "relevance/error_invariants.h"
#include "relevance/error_program.h"
#include "relevance/error_trace.h"
#include "relevance/localize.h"
#include "relevance/trace_classes.h"

namespace bireach::relevance {

using Clock = std::chrono::steady_clock;
using frontend::Arithmetic;
using frontend::Execution;
using logic::InterpolationEngineKind;
using logic::Term;
using std::chrono::milliseconds;

namespace {

/// Of one arithmetic.
struct Meanings {
  Meanings(logic::TermManager& terms, const frontend::Program& program, Arithmetic arithmetic)
      : semantics(terms, program, arithmetic), edges(program, semantics) {}
  frontend::Semantics semantics;
  EdgeMeanings edges;
};

/// The explanation of one trace.
class Explanation {
 public:
  Explanation(const ErrorTrace& trace, const ExplanationConfig& config)
      : trace_(trace), config_(config), terms_(trace.terms()), formula_(trace, config.kind) {
    const auto now = Clock::now();
    const auto share = [&](int percent) { return now + config.time_limit * percent / 100; };
    limits_ = {share(80), share(15), share(30), config.stop, config.statistics};
    end_ = share(100);
  }

  ErrorExplanation make() {
    result_.kind = config_.kind;
    result_.arithmetic = trace_.semantics().arithmetic();
    result_.assertion = trace_.length();
    result_.holds = trace_.holds();
    auto core = find_error_core(trace_, formula_, limits_);
    if (auto* failure = std::get_if<std::string>(&core)) {
      result_.reason = *failure;
      return std::move(result_);
    }
    core_ = std::move(std::get<ErrorCore>(core));
    if (!interpolate() && !take_values()) return std::move(result_);
    result_.precondition = core_.precondition;
    result_.needed_branches = core_.branches;
    keep_statements();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::vector<InterpolationEngineKind> engines() const {
    if (config_.interpolation) return {*config_.interpolation};
    return {InterpolationEngineKind::core_wp, InterpolationEngineKind::spacer, InterpolationEngineKind::core_sp};
  }

  /// The first engine whose invariants the other solver confirms.
  bool interpolate() {
    const ErrorProgram program(trace_, formula_, core_);
    for (const InterpolationEngineKind kind : engines()) {
      logic::InterpolationConfig config;
      config.time_limit = std::chrono::duration_cast<milliseconds>(limits_.deadline - Clock::now()) / 2;
      config.stop = config_.stop;
      config.statistics = config_.statistics;
      if (config.time_limit.count() <= 0 || config_.stop.stop_requested()) break;
      const auto engine = logic::make_interpolation_engine(kind, terms_, config);
      const logic::InterpolationResult found = engine->interpolate(program.problem());
      if (const auto* predicates = std::get_if<logic::TracePredicates>(&found)) {
        invariants_ = program.invariants(predicates->predicates);
        result_.engine = predicates->engine;
        if (confirmed()) return true;
      } else {
        failure_ = std::get<logic::InterpolationFailure>(found).reason;
      }
    }
    return false;
  }

  /// Without interpolants, what the variables of the core hold in the execution: always right, never general.
  bool take_values() {
    for (std::size_t i = 0; i < core_.precondition.size(); ++i) {
      InputConstraint& constraint = core_.precondition[i];
      if (!constraint.lower && !constraint.upper) continue;
      constraint = trace_.inputs()[i].constraint;
    }
    invariants_ = ErrorProgram(trace_, formula_, core_).values();
    result_.engine = "execution";
    if (confirmed()) return true;
    result_.reason = "no error invariants: " + failure_;
    return false;
  }

  bool confirmed() {
    logic::SolverConfig config;
    config.time_limit = milliseconds(2000);
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    const auto solver = logic::make_solver(logic::SolverKind::cvc5, terms_, config);
    ErrorCoreConfig limits = limits_;
    limits.deadline = end_;
    const std::string failure = check_error_invariants(trace_, core_, config_.kind, invariants_, *solver, limits);
    if (failure.empty()) return true;
    failure_ = "those of " + result_.engine + " are not confirmed by the second solver: " + failure;
    return false;
  }

  void keep_statements() {
    CoreFormula formula(trace_, formula_, core_, logic::SolverKind::z3, limits_);
    std::vector<InvariantInterval> intervals = localize(trace_, core_, invariants_, formula);
    if (!confirmed_by_other(intervals)) {
      ErrorCoreConfig none = limits_;
      none.deadline = Clock::time_point::min();
      CoreFormula silent(trace_, formula_, core_, logic::SolverKind::z3, none);
      intervals = localize(trace_, core_, invariants_, silent);
    }
    for (const InvariantInterval& interval : intervals) {
      for (std::size_t i = interval.first; i <= interval.last; ++i) result_.invariants.push_back(interval.invariant);
      if (interval.last < trace_.length()) result_.kept.push_back(kept_at(interval.last));
    }
  }

  /// What localization made of the confirmed sequence, at the ends of its intervals.
  bool confirmed_by_other(const std::vector<InvariantInterval>& intervals) {
    std::unique_ptr<CoreFormula> other;
    ErrorCoreConfig limits = limits_;
    limits.deadline = end_;
    for (const InvariantInterval& interval : intervals) {
      for (const std::size_t end : {interval.first, interval.last}) {
        if (invariants_[end] == interval.invariant) continue;
        if (!other) other = std::make_unique<CoreFormula>(trace_, formula_, core_, logic::SolverKind::cvc5, limits);
        if (!is_error_invariant(*other, interval.invariant, end)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] KeptStatement kept_at(std::size_t position) const {
    KeptStatement kept{position, {}};
    for (const std::size_t i : core_.items) {
      const ErrorFormula::Item& item = formula_.items()[i];
      if (item.role != ErrorFormula::Role::frame || item.position != position) continue;
      for (const frontend::VariableId id : trace_.framed(position)) {
        if (trace_.semantics().variable(id) == item.target) kept.framed.push_back(id);
      }
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
  std::string failure_ = "no time was left";
  ErrorExplanation result_;
};

}  // namespace

struct ErrorExplainer::Impl {
  Impl(const frontend::Program& the_program, ExplanationConfig the_config)
      : program(the_program), config(std::move(the_config)), dependence(the_program) {}

  Meanings& meanings(Arithmetic arithmetic) {
    auto& entry = by_arithmetic[arithmetic];
    if (!entry) entry = std::make_unique<Meanings>(terms, program, arithmetic);
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
  logic::TermManager terms;
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

ErrorExplanation ErrorExplainer::explain(const Execution& execution) {
  const auto start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  if (execution.states.size() != execution.trace.size() + 1) {
    throw std::invalid_argument("an explanation needs the states along the whole execution");
  }
  ErrorExplanation result;
  if (!execution.undefined.empty()) {
    result.kind = impl_->config.kind;
    result.reason = "the execution has undefined behaviour on its way";
    return result;
  }
  Meanings& meanings = impl_->meanings(impl_->arithmetic_for(execution.trace));
  const ErrorTrace trace(meanings.edges, impl_->dependence, execution);
  result = Explanation(trace, impl_->config).make();
  result.seconds = seconds();
  return result;
}

std::size_t ErrorExplainer::classify(const Execution& execution, const ErrorExplanation& explanation) {
  if (!impl_->classes) impl_->classes = std::make_unique<TraceClasses>(impl_->config);
  Meanings& meanings = impl_->meanings(explanation.arithmetic);
  const ErrorTrace trace(meanings.edges, impl_->dependence, execution);
  return impl_->classes->add(trace, explanation);
}

const frontend::Semantics& ErrorExplainer::semantics(Arithmetic arithmetic) {
  return impl_->meanings(arithmetic).semantics;
}

logic::TermManager& ErrorExplainer::terms() {
  return impl_->terms;
}

}  // namespace bireach::relevance
