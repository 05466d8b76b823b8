// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/schedule_replay.h"

#include <utility>
#include <vector>

namespace bireach::frontend {
namespace {

using Problem = std::optional<std::string>;

class ScheduleReplay {
 public:
  ScheduleReplay(const Program& graphs, const Program& interleaving, const Execution& execution)
      : graphs_(graphs), interleaving_(interleaving), execution_(execution), threads_(graphs.threads.size()) {
    threads_[0] = {Status::runs, graphs.initial};
    for (const Variable& variable : graphs.variables)
      values_.push_back(variable.array ? logic::Value(logic::ArrayValue{}) : logic::Value(logic::Integer(0)));
  }

  Problem run() {
    if (execution_.states.size() != execution_.trace.size() + 1) return "the execution has not kept its states";
    for (std::size_t position = 0; position < execution_.trace.size(); ++position) {
      const Edge& edge = interleaving_.edge(execution_.trace[position]);
      if (!edge.thread_edge) continue;
      if (auto problem = step(*edge.thread_edge, position)) return "step " + std::to_string(position) + ": " + *problem;
    }
    if (events_.size() > execution_.undefined.size()) return "undefined behaviour that the interleaving has not";
    const Violation violated = violated_by(interleaving_, execution_.trace);
    if (violated == Violation::no_data_race)
      return races() ? std::nullopt : Problem("the threads do not race where they are");
    if (violated == Violation::deadlock)
      return all_wait() ? std::nullopt : Problem("some thread can go on where the threads are");
    if (!end_ || graphs_.location(*end_).kind != LocationKind::Error) return "the threads reach no error";
    if (graphs_.location(*end_).violation != violated) return "the threads violate another property";
    return std::nullopt;
  }

 private:
  enum class Status : std::uint8_t { has_not_started, runs, has_ended };
  struct Place {
    Status status = Status::has_not_started;
    LocationId at = 0;
  };

  Problem step(EdgeId id, std::size_t position) {
    if (id >= graphs_.edge_count()) return "no such edge";
    const Edge& edge = graphs_.edge(id);
    if (end_) return "the program has ended";
    if (edge.thread >= threads_.size()) return "no such thread";
    const Place& place = threads_[edge.thread];
    if (place.status != Status::runs) return "the thread does not run";
    if (place.at != graphs_.source(id)) return "the thread is elsewhere";
    if (in_region_ && *in_region_ != edge.thread) return "another thread is in an atomic region";
    if (auto problem = execute(id, position)) return problem;
    if (auto problem = act(edge)) return problem;
    arrive(edge.thread, graphs_.target(id));
    return std::nullopt;
  }

  Problem execute(EdgeId id, std::size_t position) {
    const ConcreteState& after = execution_.states[position + 1];
    const auto chosen = [&](EdgeId edge, std::size_t) {
      const LValue& target = *assigned_target(graphs_.edge(edge).statement);
      if (!target.index) return after[target.variable];
      std::vector<UndefinedEvent> forgotten;
      const logic::Integer index = evaluate(graphs_, *target.index, values_, edge, forgotten);
      return logic::Value(std::get<logic::ArrayValue>(after[target.variable]).at(index));
    };
    if (execute_edge(graphs_, id, values_, chosen, position, events_) == StepResult::blocked)
      return "the condition does not hold";
    for (VariableId variable = 0; variable < values_.size(); ++variable)
      if (values_[variable] != after[variable]) return graphs_.variables[variable].name + " has another value";
    return std::nullopt;
  }

  Problem act(const Edge& edge) {
    const ThreadStep& step = edge.thread_step;
    switch (step.kind) {
      case ThreadStep::Kind::none:
        break;
      case ThreadStep::Kind::start: {
        Place& started = threads_.at(step.thread);
        if (started.status != Status::has_not_started) return "a thread is started twice";
        started.status = Status::runs;
        arrive(step.thread, graphs_.threads[step.thread].entry);
        break;
      }
      case ThreadStep::Kind::join:
        if (threads_.at(step.thread).status != Status::has_ended) return "the awaited thread has not ended";
        break;
      case ThreadStep::Kind::atomic_begin:
        in_region_ = edge.thread;
        ++depth_;
        break;
      case ThreadStep::Kind::atomic_end:
        if (depth_ > 0 && --depth_ == 0) in_region_.reset();
        break;
    }
    return std::nullopt;
  }

  void arrive(std::uint32_t thread, LocationId location) {
    threads_[thread].at = location;
    if (graphs_.location(location).kind == LocationKind::Normal) return;
    if (location != graphs_.threads[thread].end) {
      end_ = location;
      return;
    }
    threads_[thread].status = Status::has_ended;
    if (in_region_ != thread) return;
    in_region_.reset();
    depth_ = 0;
  }

  /// A read or write that a thread's next edge makes with the values as they are.
  struct NextAccess {
    VariableId variable;
    std::optional<logic::Integer> index;
    bool is_write;
    std::optional<logic::Integer> released = {};  ///< the address of an allocated object that is given back
  };

  logic::Integer value_of(const Expr& expr) {
    std::vector<UndefinedEvent> forgotten;
    return evaluate(graphs_, expr, values_, 0, forgotten);
  }

  void add_reads(const Expr& expr, std::vector<NextAccess>& accesses) {
    const auto add = [&](std::size_t operand) { add_reads(*expr.operands[operand], accesses); };
    if (expr.kind == Expr::Kind::Conditional) {
      add(0);
      add(value_of(*expr.operands[0]) != 0 ? 1 : 2);
    } else if (expr.kind == Expr::Kind::Binary && is_logical(expr.binary)) {
      add(0);
      if ((value_of(*expr.operands[0]) != 0) == (expr.binary == BinaryOp::LogicalAnd)) add(1);
    } else {
      for (std::size_t operand = 0; operand < expr.operands.size(); ++operand) add(operand);
    }
    if (!is_read(expr)) return;
    const bool is_element = expr.kind == Expr::Kind::Element;
    accesses.push_back({expr.variable, is_element ? std::optional(value_of(*expr.operands[0])) : std::nullopt, false});
  }

  std::vector<NextAccess> next_accesses(std::uint32_t thread) {
    std::vector<NextAccess> accesses;
    if (threads_[thread].status != Status::runs || graphs_.outgoing(threads_[thread].at).empty()) return accesses;
    const Statement& statement = graphs_.edge(graphs_.outgoing(threads_[thread].at).front()).statement;
    for (const ExprPtr& expr : evaluated_expressions(statement)) add_reads(*expr, accesses);
    if (const LValue* target = assigned_target(statement)) {
      const auto index = target->index ? std::optional(value_of(*target->index)) : std::nullopt;
      accesses.push_back({target->variable, index, true});
      const Assign* assign = as_assign(statement);
      const bool releases = assign != nullptr && graphs_.memory.sizes == target->variable && index &&
                            assign->value->kind == Expr::Kind::Constant && assign->value->value == 0;
      if (releases) accesses.back().released = index;
    }
    return accesses;
  }

  /// Does the second access the object that the first gives back?
  [[nodiscard]] bool meets_release(const NextAccess& release, const NextAccess& access) const {
    if (!release.released || *release.released == 0) return false;
    if (access.released) return *access.released == *release.released;
    const auto cells = graphs_.memory.cells.find(access.variable);
    if (cells == graphs_.memory.cells.end() || !access.index) return false;
    const logic::Integer address = *access.index + cells->second.shift;
    const logic::Integer size = std::get<logic::ArrayValue>(values_[*graphs_.memory.sizes]).at(*release.released);
    return *release.released <= address && address < *release.released + size;
  }

  [[nodiscard]] bool conflict(const NextAccess& a, const NextAccess& b) const {
    if (meets_release(a, b) || meets_release(b, a)) return true;
    return a.variable == b.variable && (a.is_write || b.is_write) && (!a.index || !b.index || *a.index == *b.index);
  }

  /// Do two threads, one of which at most is in an atomic region, access the same next, and one of them writes?
  bool races() {
    for (std::uint32_t one = 0; one < threads_.size(); ++one)
      for (std::uint32_t other = 0; other < threads_.size(); ++other) {
        if (one == other || (in_region_ && in_region_ != one)) continue;
        for (const NextAccess& a : next_accesses(one))
          for (const NextAccess& b : next_accesses(other))
            if (conflict(a, b)) return true;
      }
    return false;
  }

  bool all_wait() {
    bool some = false;
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
      if (threads_[thread].status != Status::runs) continue;
      some = true;
      if (!waits(thread)) return false;
    }
    return some && !end_;
  }

  /// Can the thread not complete its next step, an atomic region being one, if nobody else moves?
  bool waits(std::uint32_t thread) {
    constexpr std::size_t longest_region = 1000;
    ConcreteState values = values_;
    LocationId location = threads_[thread].at;
    std::size_t depth = 0;
    const auto nothing = [](EdgeId, std::size_t) { return logic::Value{logic::Integer{0}}; };
    for (std::size_t steps = 0; steps < longest_region; ++steps) {
      std::optional<EdgeId> taken;
      std::vector<UndefinedEvent> forgotten;
      for (const EdgeId edge : graphs_.outgoing(location)) {
        const ThreadStep& step = graphs_.edge(edge).thread_step;
        if (step.kind == ThreadStep::Kind::join && threads_.at(step.thread).status != Status::has_ended) continue;
        if (execute_edge(graphs_, edge, values, nothing, 0, forgotten) == StepResult::blocked) continue;
        taken = edge;
        break;
      }
      if (!taken) return !graphs_.outgoing(location).empty();
      const ThreadStep::Kind kind = graphs_.edge(*taken).thread_step.kind;
      if (kind == ThreadStep::Kind::atomic_begin) ++depth;
      if (kind == ThreadStep::Kind::atomic_end && depth > 0) --depth;
      if (depth == 0) return false;
      location = graphs_.target(*taken);
    }
    return false;
  }

  const Program& graphs_;
  const Program& interleaving_;
  const Execution& execution_;
  std::vector<Place> threads_;
  std::optional<std::uint32_t> in_region_;
  std::size_t depth_ = 0;
  ConcreteState values_;
  std::vector<UndefinedEvent> events_;
  std::optional<LocationId> end_;  ///< of the program
};

}  // namespace

std::optional<std::string> run_schedule(const Program& interleaving, const Execution& execution) {
  if (!interleaving.thread_graphs) return "the program has no graphs of threads";
  const Program& graphs = *interleaving.thread_graphs;
  if (graphs.signed_overflow == interleaving.signed_overflow)
    return ScheduleReplay(graphs, interleaving, execution).run();
  Program same_reading(graphs);
  same_reading.signed_overflow = interleaving.signed_overflow;
  return ScheduleReplay(same_reading, interleaving, execution).run();
}

}  // namespace bireach::frontend
