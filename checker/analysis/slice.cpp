// SPDX-License-Identifier: Apache-2.0
/// Which statements of the whole program the error needs.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

#include "abstraction/slicing/error_invariants.h"
#include "checker/analysis/context.h"
#include "checker/answer/stop_timer.h"
#include "checker/report/program_report.h"
#include "checker/report/trace_names.h"
#include "checker/slicing/slice_source.h"
#include "frontend/clang/parse.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::EdgeId;
using frontend::Program;

/// The edge that says what the statement is: of a branch that on which the condition holds.
EdgeId speaking_edge(const Program& program, const SliceUnit& unit) {
  for (const EdgeId edge : unit.edges)
    if (program.edge(edge).role == frontend::EdgeRole::BranchTrue) return edge;
  return unit.edges.front();
}

std::string kind_of(const Program& program, const SliceUnit& unit) {
  return unit.is_branch ? "branch" : std::string(frontend::kind_name(program.edge(unit.edges.front()).statement));
}

unsigned depth_of(const Program& program, const std::vector<SliceUnit>& units, const SliceUnit& unit) {
  unsigned depth = call_depth(program, program.edge(unit.edges.front()).call_path);
  for (auto parent = unit.parent; parent; parent = units[*parent].parent) ++depth;
  return depth;
}

/// The units in the order of the source, and back.
struct Order {
  std::vector<std::size_t> units;
  std::vector<std::size_t> positions;
};

Order source_order(const Program& program, const std::vector<SliceUnit>& units) {
  Order order;
  for (std::size_t i = 0; i < units.size(); ++i) order.units.push_back(i);
  const auto place = [&](std::size_t unit) {
    const frontend::SourceRange& range = program.edge(speaking_edge(program, units[unit])).source;
    return std::tuple(range.file, range.line, range.column);
  };
  std::stable_sort(order.units.begin(), order.units.end(),
                   [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  order.positions.resize(units.size());
  for (std::size_t i = 0; i < order.units.size(); ++i) order.positions[order.units[i]] = i;
  return order;
}

/// Without conversions, which change no value in these conditions.
frontend::ExprPtr without_casts(const frontend::ExprPtr& expr) {
  if (expr->kind == frontend::Expr::Kind::Cast) return without_casts(expr->operands[0]);
  auto result = std::make_shared<frontend::Expr>(*expr);
  for (frontend::ExprPtr& operand : result->operands) operand = without_casts(operand);
  return result;
}

bool is_loop(const Program& program, const SliceBlock& block) {
  const auto& incoming = program.incoming(block.entry);
  return std::any_of(incoming.begin(), incoming.end(), [&](EdgeId edge) {
    return std::binary_search(block.inside.begin(), block.inside.end(), program.source(edge));
  });
}

/// What is said of the locations of the program, for reports.
class InvariantReporter {
 public:
  InvariantReporter(const Program& program, abstraction::ErrorInvariants invariants)
      : program_(program), invariants_(std::move(invariants)) {}

  void add(ReportSlice& slice, const std::vector<SliceUnit>& units, const Order& order) const {
    if (!invariants_.complete) {
      slice.note = invariants_.unmodelled ? "No error invariants: an execution may get to what is not supported yet: " +
                                                program_.location(*invariants_.unmodelled).note
                                          : std::string("No error invariants: the time for them was up.");
      return;
    }
    for (std::size_t i = 0; i < order.units.size(); ++i) add_statement(slice, units[order.units[i]], i);
    for (frontend::LocationId location = 0; location < program_.location_count(); ++location)
      if (const auto edge = violating_edge(program_, location)) add_error(slice, location, *edge);
    std::sort(slice.variables.begin(), slice.variables.end());
    slice.variables.erase(std::unique(slice.variables.begin(), slice.variables.end()), slice.variables.end());
  }

 private:
  using At = ReportSliceInvariant::At;

  void add_statement(ReportSlice& slice, const SliceUnit& unit, std::size_t number) const {
    const EdgeId first = unit.edges.front();
    const bool loops = std::any_of(unit.blocks.begin(), unit.blocks.end(),
                                   [&](const SliceBlock& block) { return is_loop(program_, block); }) ||
                       program_.location(program_.source(first)).loop_head;
    const auto place = [&](EdgeId edge) { return unit.is_branch ? program_.source(edge) : program_.target(edge); };
    ReportSliceInvariant entry = invariant_at(place(first), slice);
    for (const EdgeId edge : unit.edges) {
      const ReportSliceInvariant copy = invariant_at(place(edge), slice);
      if (copy.impossible != entry.impossible || copy.conjuncts != entry.conjuncts) return;  // copies differ
    }
    entry.at = !unit.is_branch ? At::behind : loops ? At::loop : At::branch;
    entry.place = slice.statements[number].place;
    entry.statement = number;
    note_variables(slice, place(first));
    slice.invariants.push_back(std::move(entry));
  }

  void add_error(ReportSlice& slice, frontend::LocationId location, EdgeId violating) const {
    const EdgeId first = program_.outgoing(location).front();
    const EdgeId holding = first == violating ? program_.outgoing(location).back() : first;
    ReportSliceInvariant entry = invariant_at(location, slice);
    entry.at = At::error;
    entry.place = report_place(program_, program_.edge(violating));
    entry.text = edge_text(program_, program_.edge(holding));
    note_variables(slice, location);
    slice.invariants.push_back(std::move(entry));
  }

  [[nodiscard]] ReportSliceInvariant invariant_at(frontend::LocationId location, const ReportSlice&) const {
    ReportSliceInvariant entry;
    const abstraction::ErrorInvariant& invariant = invariants_.at[location];
    entry.impossible = invariant.impossible;
    entry.supported = invariant.supported;
    for (const frontend::ExprPtr& condition : invariant.conjuncts)
      entry.conjuncts.push_back(frontend::to_string(program_, *without_casts(condition)));
    return entry;
  }

  void note_variables(ReportSlice& slice, frontend::LocationId location) const {
    for (const frontend::ExprPtr& condition : invariants_.at[location].conjuncts)
      frontend::for_each_read(*condition, [&](const frontend::Expr& read) {
        const std::string& name = program_.variables[read.variable].user_name;
        if (!name.empty()) slice.variables.push_back(name);
      });
  }

  const Program& program_;
  const abstraction::ErrorInvariants invariants_;
};

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
  SliceReporter(const Program& program, SliceMode mode, abstraction::ErrorInvariants invariants)
      : program_(program),
        mode_(mode),
        numbers_(number_statements(program)),
        invariants_(program, std::move(invariants)) {}

  [[nodiscard]] std::vector<SliceUnit> units() const {
    std::vector<bool> shown;
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge)
      shown.push_back(is_shown(program_, program_.edge(edge)));
    return slice_units(program_, shown, numbers_.number_of_edge);
  }

  [[nodiscard]] ReportSlice report(const SliceResult& result) const {
    ReportSlice slice;
    slice.mode = mode_;
    slice.complete = result.complete;
    const Order order = source_order(program_, result.units);
    for (const std::size_t unit : order.units) slice.statements.push_back(statement(result, unit, order));
    invariants_.add(slice, result.units, order);
    return slice;
  }

 private:
  [[nodiscard]] ReportSliceStatement statement(const SliceResult& result, std::size_t number,
                                               const Order& order) const {
    const SliceUnit& unit = result.units[number];
    const SliceDecision& decision = result.decisions[number];
    const EdgeId id = speaking_edge(program_, unit);
    const Edge& edge = program_.edge(id);
    ReportSliceStatement entry;
    entry.statement = numbers_.key_of_edge[id];
    entry.kind = kind_of(program_, unit);
    entry.text = unit.is_branch ? edge.text : edge_text(program_, edge);
    entry.place = report_place(program_, edge);
    entry.depth = depth_of(program_, result.units, unit);
    entry.status = decision.status;
    entry.evidence = decision.evidence;
    entry.kept = decision.kept;
    if (decision.block) entry.block = order.positions[*decision.block];
    if (decision.value) entry.value = decision.value->str();
    entry.reason = decision.reason;
    return entry;
  }

  const Program& program_;
  const SliceMode mode_;
  const StatementNumbers numbers_;
  const InvariantReporter invariants_;
};

/// A fifth of what is left.
Clock::duration invariant_limit(const AnalysisContext& context) {
  constexpr Clock::duration longest = std::chrono::seconds(20);
  if (!context.budget.deadline) return longest;
  return std::clamp<Clock::duration>((*context.budget.deadline - Clock::now()) / 5, std::chrono::milliseconds(1),
                                     longest);
}

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

void find_and_report(AnalysisContext& context, const frontend::Execution& execution) {
  const SliceMode mode = context.question.slice->mode;
  context.observer.enter("looking for error invariants");
  abstraction::ErrorInvariantOptions options;
  options.preference =
      mode == SliceMode::paper ? abstraction::SupportPreference::relations : abstraction::SupportPreference::bounds;
  options.statistics = &context.budget.statistics->solver;
  const StopTimer timer(context.budget.stop, invariant_limit(context));
  const abstraction::ErrorInvariants invariants =
      abstraction::error_invariants(*context.program, options, timer.token());
  const SliceReporter reporter(*context.program, mode, invariants);
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
      find_slice(*context.program, execution, reporter.units(), setting, *context.budget.statistics);
  ReportSlice report = reporter.report(result);
  context.findings->set_slice(report);
  if (!context.question.slice->output) return;
  context.observer.enter("checking the slice");
  report.output = slice_file(context, result);
  context.findings->set_slice(std::move(report));
}

}  // namespace

void search_slice(AnalysisContext& context, const frontend::Execution& execution) {
  if (!context.question.slice) return;
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
