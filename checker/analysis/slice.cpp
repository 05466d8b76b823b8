// SPDX-License-Identifier: Apache-2.0
/// Which statements of the whole program the error needs.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "abstraction/slicing/error_invariants.h"
#include "checker/analysis/context.h"
#include "checker/analysis/program_invariants.h"
#include "checker/analysis/statement_units.h"
#include "checker/answer/stop_timer.h"
#include "checker/slicing/slice_source.h"
#include "frontend/clang/parse.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::Program;

/// Of the paper's mode: may the statement go, as far as error invariants tell? An `if` or a statement may if what is
/// needed behind it holds before it, a loop only if both are the same.
class InvariantCriterion {
 public:
  InvariantCriterion(const Program& program, const abstraction::ErrorInvariants& invariants,
                     const abstraction::ErrorInvariantOptions& options, std::stop_token stop)
      : program_(program), invariants_(invariants), checker_(program, options, std::move(stop)) {}

  /// Nothing: not known.
  std::optional<bool> operator()(const SliceUnit& unit) {
    if (!invariants_.complete) return std::nullopt;
    std::optional<bool> all = true;
    // One that does not follow is enough, whatever is not known of others.
    const auto ask = [&](frontend::LocationId from, frontend::LocationId to) {
      if (all == false) return;
      const std::optional<bool> follows = checker_.implies(invariants_.at[from], invariants_.at[to]);
      if (follows != true) all = follows;
    };
    for (const SliceBlock& block : unit.blocks) {
      ask(block.entry, block.join);
      if (is_loop(program_, block)) ask(block.join, block.entry);
    }
    if (!unit.is_branch)
      for (const EdgeId edge : unit.edges) ask(program_.source(edge), program_.target(edge));
    return all;
  }

 private:
  const Program& program_;
  const abstraction::ErrorInvariants& invariants_;
  abstraction::ImplicationChecker checker_;
};

class SliceReporter {
 public:
  SliceReporter(const StatementUnits& units, SliceMode mode) : units_(units), mode_(mode) {}

  [[nodiscard]] ReportSlice report(const SliceResult& result) const {
    ReportSlice slice;
    slice.mode = mode_;
    slice.complete = result.complete;
    for (const std::size_t unit : units_.order()) slice.statements.push_back(statement(result.decisions[unit], unit));
    return slice;
  }

 private:
  [[nodiscard]] ReportSliceStatement statement(const SliceDecision& decision, std::size_t unit) const {
    ReportSliceStatement entry;
    entry.statement = units_.key(unit);
    entry.kind = units_.kind(unit);
    entry.text = units_.text(unit);
    entry.place = units_.place(unit);
    entry.depth = units_.depth(unit);
    entry.status = decision.status;
    entry.evidence = decision.evidence;
    entry.kept = decision.kept;
    if (decision.block) entry.block = units_.position(*decision.block);
    if (decision.value) entry.value = decision.value->str();
    entry.reason = decision.reason;
    return entry;
  }

  const StatementUnits& units_;
  const SliceMode mode_;
};

/// The text, and what verifying it says.
ReportSliceFile slice_file(AnalysisContext& context, const SliceResult& result) {
  ReportSliceFile file;
  try {
    if (!context.sources) throw std::invalid_argument("the program's text is not known");
    SliceSource source = slice_source(*context.program, context.sources->files, context.sources->options, result);
    frontend::ParseOptions options = context.sources->options;
    options.texts[source.file] = source.text;
    const Program sliced = frontend::parse_c_files(context.sources->files, options);
    file = {*context.question.slice->output, std::move(source.text), source.not_removed, false, {}};
    const Verdict verdict = context.verify(sliced, context.question.verify, context.budget.stop);
    file.fails = std::holds_alternative<Unsafe>(verdict);
    if (std::holds_alternative<Safe>(verdict)) file.problem = "it is proved that there is none";
    if (const auto* unknown = std::get_if<Unknown>(&verdict)) file.problem = unknown->reason;
  } catch (const frontend::ParseError& problem) {
    file.problem = fmt::format("it cannot be read: {}", problem.what());
  } catch (const std::invalid_argument& problem) {
    file.problem = problem.what();
  }
  return file;
}

/// By variable: do only statements assign it that are left out?
std::vector<bool> assigned_by_hidden(const Program& program, const SliceResult& result) {
  std::vector<bool> by_hidden(program.variables.size(), false);
  for (const bool kept : {false, true})
    for (std::size_t unit = 0; unit < result.units.size(); ++unit)
      if (result.decisions[unit].kept == kept)
        for (const EdgeId edge : result.units[unit].edges)
          if (const auto target = frontend::assigned_variable(program.edge(edge).statement)) by_hidden[*target] = !kept;
  return by_hidden;
}

bool speak_of(const abstraction::ErrorInvariants& invariants, const std::vector<bool>& variables) {
  const auto is_one = [&](const frontend::Expr& read) { return bool{variables[read.variable]}; };
  return std::any_of(invariants.at.begin(), invariants.at.end(), [&](const abstraction::ErrorInvariant& invariant) {
    return std::any_of(invariant.conjuncts.begin(), invariant.conjuncts.end(),
                       [&](const frontend::ExprPtr& conjunct) { return frontend::any_read(*conjunct, is_one); });
  });
}

void find_and_report(AnalysisContext& context, const frontend::Execution& execution) {
  const SliceMode mode = context.question.slice->mode;
  context.observer.enter("looking for error invariants");
  abstraction::ErrorInvariantOptions options;
  options.preference =
      mode == SliceMode::paper ? abstraction::SupportPreference::relations : abstraction::SupportPreference::bounds;
  options.statistics = &context.budget.statistics->solver;
  options.domain = context.question.slice->domain;
  options.max_predicates = context.question.slice->max_predicates;
  // The paper's mode decides nothing without them.
  const Clock::duration limit = mode == SliceMode::paper ? share_of_time_left(context, 2, std::chrono::seconds(60))
                                                         : share_of_time_left(context, 5, std::chrono::seconds(20));
  const StopTimer timer(context.budget.stop, limit);
  const StopTimer refinement(timer.token(), limit / 3);  // the rest is for choosing conjuncts
  options.refinement_stop = refinement.token();
  const abstraction::FailingStates known = abstraction::failing_states(*context.program, options, timer.token());
  const abstraction::ErrorInvariants invariants =
      abstraction::error_invariants(*context.program, known, options, timer.token());
  const StatementUnits units(*context.program);
  context.findings->set_invariants(report_invariants(*context.program, units, invariants));
  const SliceReporter reporter(units, mode);
  InvariantCriterion criterion(*context.program, invariants, options, context.budget.stop);
  context.observer.enter("slicing");
  SliceSetting setting;
  setting.mode = mode;
  if (mode == SliceMode::paper) setting.invariant_follows = std::ref(criterion);
  setting.verify = context.question.verify;
  if (invariants.complete)
    setting.condition_at = [&invariants](frontend::LocationId location) { return invariants.at[location].conjuncts; };
  setting.deadline = context.budget.deadline;
  setting.stop = context.budget.stop;
  setting.known = [&](const SliceResult& result) { context.findings->set_slice(reporter.report(result)); };
  const SliceResult result =
      find_slice(*context.program, execution, units.units(), setting, *context.budget.statistics);
  ReportSlice report = reporter.report(result);
  context.findings->set_slice(report);
  options.avoided = assigned_by_hidden(*context.program, result);
  // Labels of the paper's mode stand on those that were chosen.
  if (mode == SliceMode::exact && speak_of(invariants, options.avoided)) {
    const StopTimer again(context.budget.stop, share_of_time_left(context, 5, std::chrono::seconds(5)));
    context.findings->set_invariants(report_invariants(
        *context.program, units, abstraction::error_invariants(*context.program, known, options, again.token())));
  }
  if (!context.question.slice->output) return;
  context.observer.enter("checking the slice");
  report.output = slice_file(context, result);
  context.findings->set_slice(std::move(report));
}

}  // namespace

void search_slice(AnalysisContext& context, const frontend::Execution& execution) {
  if (!context.question.slice) return;
  if (!context.program->threads.empty())
    return context.observer.remark(Severity::warning, "no slice: not for programs with threads yet");
  const auto before = Clock::now();
  try {
    find_and_report(context, execution);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    context.observer.remark(Severity::error,
                            fmt::format("internal error while slicing: {}; please report it", problem.what()));
  }
  context.budget.statistics->time.slicing += seconds_since(before);
  context.findings->take_stock();
}

}  // namespace bireach::checker
