// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/detour.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::Expr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;
using logic::Integer;
using logic::Value;

namespace {

/// What the havocs of the given execution chose, by edge and time.
class Inputs {
 public:
  explicit Inputs(const TraceContext& trace) : trace_(trace) {}

  /// The havoc at this position of the trace was executed.
  void skip(std::size_t position) {
    if (trace_.at(position).is_havoc) ++used_[trace_.execution().trace[position]];
  }
  /// The next value of the edge; nothing if the given execution has no more.
  std::optional<Value> next(EdgeId edge) {
    const std::size_t number = used_[edge]++;
    const std::vector<std::size_t>& positions = positions_of(edge);
    if (number >= positions.size()) return std::nullopt;
    return trace_.assigned_value(positions[number]);
  }

 private:
  const std::vector<std::size_t>& positions_of(EdgeId edge) {
    const auto [entry, is_new] = positions_.try_emplace(edge);
    if (is_new) {
      const frontend::Trace& trace = trace_.execution().trace;
      for (std::size_t k = 0; k < trace.size(); ++k)
        if (trace[k] == edge) entry->second.push_back(k);
    }
    return entry->second;
  }

  const TraceContext& trace_;
  std::unordered_map<EdgeId, std::size_t> used_;
  std::unordered_map<EdgeId, std::vector<std::size_t>> positions_;
};

/// Which variables depend on inputs that the given execution did not read, and whether what is executed does.
class NewInputs {
 public:
  explicit NewInputs(const frontend::Program& program) : program_(program) {}

  [[nodiscard]] bool matter() const { return matter_; }
  void read(const frontend::Havoc& havoc) {
    if (depends_.empty()) depends_.assign(program_.variables.size(), false);
    matter_ = matter_ || havoc.decides_allocation();
    depends_[havoc.target.variable] = true;
  }
  /// Before the statement is executed.
  void execute(const frontend::Statement& statement, bool is_new_input) {
    if (depends_.empty()) return;
    const frontend::LValue* target = frontend::assigned_target(statement);
    const bool keeps_elements = frontend::keeps_other_elements(statement);
    const bool reads = !keeps_elements && reads_dependent(statement);
    const frontend::Assign* assign = frontend::as_assign(statement);
    const bool copies = assign != nullptr && is_copy(*assign->value) &&
                        (!assign->target.index || !reads_dependent(*assign->target.index));
    // Any other use may decide what comes next, or be undefined.
    if (reads && !copies) matter_ = true;
    if (target == nullptr) return;
    const bool keeps_rest = (target->index != nullptr || keeps_elements) && depends_[target->variable];
    depends_[target->variable] = reads || keeps_rest || is_new_input;
  }

 private:
  template <typename Code>
  bool reads_dependent(const Code& code) const {
    bool result = false;
    frontend::for_each_read(code, [&](const Expr& read) { result = result || depends_[read.variable]; });
    return result;
  }

  /// A value that is moved as it is.
  bool is_copy(const Expr& value) const {
    const Expr* expr = &value;
    while (expr->kind == Expr::Kind::Cast && !expr->type.is_floating() && !expr->operands[0]->type.is_floating())
      expr = expr->operands[0].get();
    if (expr->kind == Expr::Kind::Element) return !reads_dependent(*expr->operands[0]);
    return expr->kind == Expr::Kind::Variable;
  }

  const frontend::Program& program_;
  std::vector<bool> depends_;
  bool matter_ = false;
};

/// Where calls are nested in each other: is this path inside of the call's?
const Forks::Call* call_at(const Forks& forks, LocationId location, std::optional<std::uint32_t> from) {
  if (forks.calls.empty()) return nullptr;
  const auto entry = forks.calls.find(location);
  if (entry == forks.calls.end()) return nullptr;
  const bool is_inside = from && entry->second.inside[*from];
  return is_inside ? nullptr : &entry->second;
}

bool is_condition(const Forks& forks, LocationId location) {
  return !forks.conditions.empty() && forks.conditions[location];
}

class DetourRun {
 public:
  DetourRun(const TraceContext& trace, const SourceConfig& config, const Forks& forks, const DetourPlan& plan)
      : trace_(trace),
        program_(trace.program()),
        config_(config),
        forks_(forks),
        plan_(plan),
        inputs_(trace),
        new_inputs_(trace.program()) {}

  DetourOutcome run(std::size_t position, std::size_t visit) {
    const frontend::Execution& given = trace_.execution();
    for (std::size_t k = 0; k < position; ++k) inputs_.skip(k);
    outcome_.detour.trace.assign(given.trace.begin(), given.trace.begin() + static_cast<std::ptrdiff_t>(position));
    state_ = given.states[position];
    location_ = program_.source(given.trace[position]);
    if (position > 0) came_from_ = program_.edge(given.trace[position - 1]).call_path;
    outcome_.visits = visit;
    const std::size_t limit = given.trace.size() + config_.steps_beyond_trace;
    constexpr std::size_t stop_interval = 1024;
    while (program_.location(location_).kind == LocationKind::Normal) {
      ++outcome_.steps;
      if (outcome_.detour.trace.size() >= limit || outcome_.steps > limit) return finish(DetourEnd::too_long);
      if (outcome_.steps % stop_interval == 0 && config_.stop.stop_requested()) return finish(DetourEnd::stopped);
      if (const auto end = step()) return finish(*end);
    }
    return finish(end_at(program_.location(location_)));
  }

 private:
  DetourOutcome finish(DetourEnd end) {
    outcome_.end = end;
    outcome_.reads_new_inputs = new_inputs_.matter();
    outcome_.detour.returns = end == DetourEnd::passes && !program_.location(location_).place.is_known();
    return std::move(outcome_);
  }

  static DetourEnd end_at(const frontend::Location& location) {
    switch (location.kind) {
      case LocationKind::Error:
        return DetourEnd::error;
      case LocationKind::Unsupported:
        return DetourEnd::unsupported;
      case LocationKind::Normal:
      case LocationKind::Exit:
        break;
    }
    return DetourEnd::passes;
  }

  /// Counts a visit.
  bool goes_another_way() {
    const std::size_t visit = outcome_.visits++;
    const bool result =
        std::binary_search(plan_.visits.begin(), plan_.visits.end(), visit) || (plan_.from && visit >= *plan_.from);
    if (result) outcome_.detour.forced.push_back(outcome_.detour.trace.size());
    return result;
  }

  std::optional<DetourEnd> step() {
    if (const Forks::Call* call = call_at(forks_, location_, came_from_)) {
      if (goes_another_way()) {
        location_ = call->behind;
        return std::nullopt;
      }
    }
    const std::vector<EdgeId>& edges = program_.outgoing(location_);
    const bool forced = is_condition(forks_, location_) && goes_another_way();
    for (const EdgeId edge : edges) {
      std::vector<frontend::UndefinedEvent> events;
      const frontend::StepResult result = execute(edge, events);
      if (forced) {  // what the condition would be is all that is asked, if it is anything
        if (result == frontend::StepResult::blocked && edge != edges.back()) continue;
        take(edge == edges.front() ? edges.back() : edges.front());
        return std::nullopt;
      }
      if (result == frontend::StepResult::blocked && edge != edges.back()) continue;
      if (!events.empty()) return DetourEnd::undefined;
      if (result == frontend::StepResult::blocked) return DetourEnd::blocked;
      take(edge);
      return std::nullopt;
    }
    return DetourEnd::blocked;
  }

  frontend::StepResult execute(EdgeId edge, std::vector<frontend::UndefinedEvent>& events) {
    const frontend::Statement& statement = program_.edge(edge).statement;
    const frontend::Havoc* havoc = frontend::as_havoc(statement);
    bool is_new = false;
    const auto oracle = [&](EdgeId, std::size_t) {
      const std::optional<Value> known = inputs_.next(edge);
      is_new = !known;
      return known.value_or(Value{Integer{0}});
    };
    const auto result = frontend::execute_edge(program_, edge, state_, oracle, outcome_.detour.trace.size(), events);
    if (is_new) new_inputs_.read(*havoc);
    new_inputs_.execute(statement, is_new);
    return result;
  }

  void take(EdgeId edge) {
    outcome_.detour.trace.push_back(edge);
    location_ = program_.target(edge);
    came_from_ = program_.edge(edge).call_path;
  }

  const TraceContext& trace_;
  const frontend::Program& program_;
  const SourceConfig& config_;
  const Forks& forks_;
  const DetourPlan& plan_;
  Inputs inputs_;
  NewInputs new_inputs_;
  frontend::ConcreteState state_;
  LocationId location_ = 0;
  std::optional<std::uint32_t> came_from_;  // call path of the last edge
  DetourOutcome outcome_;
};

}  // namespace

frontend::Execution execution_of(const TraceContext& trace, const Detour& detour) {
  frontend::Execution result;
  result.trace = detour.trace;
  frontend::ConcreteState state = trace.execution().states.front();
  result.states.push_back(state);
  Inputs inputs(trace);
  for (std::size_t k = 0; k < detour.trace.size(); ++k) {
    const EdgeId edge = detour.trace[k];
    const auto oracle = [&](EdgeId, std::size_t) { return inputs.next(edge).value_or(Value{Integer{0}}); };
    if (!frontend::is_assume(trace.program().edge(edge).statement))
      static_cast<void>(frontend::execute_edge(trace.program(), edge, state, oracle, k, result.undefined));
    result.states.push_back(state);
  }
  return result;
}

Detours::Detours(const TraceContext& trace, const SourceConfig& config) : trace_(trace), config_(config) {}

std::vector<std::size_t> Detours::visits(const Forks& forks) const {
  std::vector<std::size_t> result;
  const frontend::Program& program = trace_.program();
  std::optional<std::uint32_t> came_from;
  const frontend::Trace& trace = trace_.execution().trace;
  for (std::size_t k = 0; k < trace.size(); ++k) {
    const LocationId location = program.source(trace[k]);
    if (call_at(forks, location, came_from) != nullptr || is_condition(forks, location)) result.push_back(k);
    came_from = program.edge(trace[k]).call_path;
  }
  return result;
}

DetourOutcome Detours::run(const Forks& forks, const std::vector<std::size_t>& visits, const DetourPlan& plan) const {
  std::size_t first = plan.from.value_or(visits.size());
  if (!plan.visits.empty()) first = std::min(first, plan.visits.front());
  return DetourRun(trace_, config_, forks, plan).run(visits.at(first), first);
}

WayOut way_out(const DetourOutcome& outcome, const std::stop_token& stop) {
  switch (outcome.end) {
    case DetourEnd::passes:
      return {Relevance::relevant, outcome.detour, {}};
    case DetourEnd::error:
      if (!outcome.reads_new_inputs) return {Relevance::irrelevant, std::nullopt, {}};
      return {Relevance::unknown, std::nullopt, "the other way reads inputs that the execution did not"};
    case DetourEnd::undefined:
      return {Relevance::unknown, std::nullopt, "the other way leads to undefined behaviour"};
    case DetourEnd::unsupported:
      return {Relevance::unknown, std::nullopt, "the other way leads to what is not modelled"};
    case DetourEnd::blocked:
      return {Relevance::unknown, std::nullopt, "nothing goes on from the other way"};
    case DetourEnd::too_long:
      return {Relevance::unknown, std::nullopt, "the other way takes too many steps"};
    case DetourEnd::stopped:
      break;
  }
  return {Relevance::unknown, std::nullopt, logic::no_time_left(stop)};
}

}  // namespace bireach::relevance
