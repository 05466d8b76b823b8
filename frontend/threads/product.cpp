// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/product.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "frontend/threads/state_checks.h"

namespace bireach::frontend {
namespace {

class ProductBuilder {
 public:
  ProductBuilder(const std::shared_ptr<const Program>& graphs, Scheduling& scheduling)
      : graphs_(*graphs), scheduling_(scheduling), checks_(*graphs), result_(graphs->without_graph()) {
    result_.thread_graphs = graphs;
    // What calls one another is not to be seen in the product, where a location belongs to several threads. The stack
    // is there all the same.
    result_.procedures.clear();
    add_scheduler();
  }

  Program run(std::size_t max_edges) {
    const bool ends_at_once = graphs_.location(graphs_.initial).kind != LocationKind::Normal;
    result_.initial = ends_at_once ? end_of(graphs_.initial) : location_of({initial_threads(graphs_), 0});
    while (!open_.empty() && result_.edge_count() < max_edges) {
      const auto [location, state] = open_.front();
      open_.pop_front();
      expand(location, *state);
    }
    for (const auto& [location, state] : open_) truncate(location);
    mark_loop_heads();
    return std::move(result_);
  }

 private:
  void add_scheduler() {
    Variable variable;
    variable.name = "scheduler#";
    const auto threads = static_cast<unsigned>(graphs_.threads.size());
    variable.type = unsigned_integer(std::max(1U, static_cast<unsigned>(std::bit_width(threads - 1))));
    result_.variables.push_back(std::move(variable));
    scheduler_ = static_cast<VariableId>(result_.variables.size() - 1);
    for (EdgeId edge = 0; edge < graphs_.edge_count(); ++edge)
      choice_id_ = std::max(choice_id_, graphs_.edge(edge).statement_id + 1);
  }

  void truncate(LocationId location) {
    Location& left = result_.location(location);
    left.kind = LocationKind::Unsupported;
    left.note = too_many_interleavings;
  }

  LocationId location_of(const ProductState& state) {
    const auto [entry, is_new] = locations_.try_emplace(state, 0);
    if (is_new) {
      entry->second = result_.add_location({});
      open_.emplace_back(entry->second, &entry->first);
    }
    return entry->second;
  }

  /// Where the program ends at this location of a thread.
  LocationId end_of(LocationId location) {
    const auto [entry, is_new] = ends_.try_emplace(location, 0);
    if (is_new) entry->second = result_.add_location(graphs_.location(location));
    return entry->second;
  }

  LocationId blocked() {
    if (!blocked_) blocked_ = result_.add_location({LocationKind::Exit, graphs_.entry, "", {}});
    return *blocked_;
  }

  LocationId too_often(LocationId source) {
    Location location = graphs_.location(source);
    location.kind = LocationKind::Unsupported;
    location.note = "a thread that is started twice, or atomic regions that nest without end";
    return result_.add_location(std::move(location));
  }

  void describe(LocationId location, LocationId of_thread) {
    const Location& from = graphs_.location(of_thread);
    result_.location(location).function = from.function;
    result_.location(location).place = from.place;
    result_.location(location).note = from.note;
  }

  void expand(LocationId location, const ProductState& state) {
    const std::vector<Move> moves = scheduling_.moves(state);
    if (moves.empty()) {
      result_.location(check(location, state.threads)).kind = LocationKind::Exit;
      return;
    }
    describe(location, state.threads.at[moves.front().thread]);
    LocationId choice = check(location, state.threads);
    if (moves.size() > 1) {
      const std::uint32_t likely = moves.front().thread;
      const LocationId chosen = next_location(location);
      add_choice(choice, chosen, likely, Havoc{{scheduler_, nullptr}, ""});
      choice = chosen;
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::uint32_t thread = moves[i].thread;
      LocationId start = choice;
      if (i + 1 < moves.size()) {
        start = next_location(location);
        describe(start, state.threads.at[thread]);
        const ExprPtr chosen = is_chosen(thread);
        add_choice(choice, start, thread, Assume{chosen});
        const LocationId others = next_location(location);
        add_choice(choice, others, moves[i + 1].thread, Assume{make_not(chosen)});
        choice = others;
      }
      step(start, state, moves[i]);
    }
  }

  /// Branches to errors for what is wrong where the threads are; returns where nothing is.
  LocationId check(LocationId location, const ThreadState& threads) {
    for (const StateCheck& wrong : checks_.at(threads)) {
      const LocationId next = next_location(location);
      const std::pair<SourceRange, std::string> key{wrong.end.place, wrong.end.note};
      const auto known =
          std::find_if(wrong_.begin(), wrong_.end(), [&](const auto& entry) { return entry.first == key; });
      const LocationId end = known != wrong_.end() ? known->second : result_.add_location(wrong.end);
      if (known == wrong_.end()) wrong_.emplace_back(key, end);
      add_choice(location, end, wrong.thread, Assume{wrong.condition});
      add_choice(location, next, wrong.thread, Assume{make_not(wrong.condition)});
      location = next;
    }
    return location;
  }

  LocationId next_location(LocationId like) {
    const Location location = result_.location(like);
    return result_.add_location(location);
  }

  [[nodiscard]] ExprPtr is_chosen(std::uint32_t thread) const {
    const ScalarType& type = result_.variables[scheduler_].type;
    return make_binary(BinaryOp::Eq, make_variable(scheduler_, type), make_constant(thread, type), int_type);
  }

  void add_choice(LocationId from, LocationId to, std::uint32_t thread, Statement statement) {
    Edge edge;
    edge.statement = std::move(statement);
    edge.role = EdgeRole::Internal;
    edge.statement_id = choice_id_;
    edge.thread = thread;
    result_.add_edge(from, to, std::move(edge));
  }

  /// Copies of the edges that the thread may take.
  void step(LocationId start, const ProductState& state, const Move& move) {
    const std::vector<EdgeId>& out = graphs_.outgoing(state.threads.at[move.thread]);
    for (const EdgeId edge : out) copy(start, after(state, move, edge), edge, move.others_go_on && ends_program(edge));
    const Assume* blocking = out.size() == 1 ? as_assume(graphs_.edge(out[0]).statement) : nullptr;
    if (blocking == nullptr || is_true(*blocking->condition)) return;
    Edge waits = graphs_.edge(out[0]);
    waits.statement = Assume{make_not(blocking->condition)};
    waits.role = EdgeRole::Internal;
    waits.thread_step = {};
    waits.thread_edge = out[0];
    result_.add_edge(start, blocked(), std::move(waits));
  }

  static bool is_true(const Expr& condition) { return condition.kind == Expr::Kind::Constant && condition.value != 0; }

  [[nodiscard]] bool ends_program(EdgeId edge) const {
    const LocationId target = graphs_.target(edge);
    return graphs_.location(target).kind == LocationKind::Exit &&
           target != graphs_.threads[graphs_.edge(edge).thread].end;
  }

  /// `is_left`: the others go on as if the thread rested for ever, so that it is a choice of the scheduler.
  void copy(LocationId start, LocationId target, EdgeId id, bool is_left) {
    Edge edge = graphs_.edge(id);
    edge.thread_step = {};
    if (is_left)
      edge.role = EdgeRole::Internal;
    else
      edge.thread_edge = id;
    result_.add_edge(start, target, std::move(edge));
  }

  LocationId after(const ProductState& state, const Move& move, EdgeId edge) {
    const ThreadStep& step = graphs_.edge(edge).thread_step;
    if (step.kind == ThreadStep::Kind::join && state.threads.at[step.thread] != ThreadState::ended) return blocked();
    if (scheduling_.is_impossible(edge)) return blocked();
    auto threads = after_edge(graphs_, state.threads, edge);
    if (!threads) return too_often(state.threads.at[move.thread]);
    const LocationId target = graphs_.target(edge);
    const bool ends = move.thread < graphs_.threads.size() && target == graphs_.threads[move.thread].end;
    switch (graphs_.location(target).kind) {
      case LocationKind::Error:
      case LocationKind::Unsupported:
        return end_of(target);
      case LocationKind::Exit:
        if (!ends && !move.others_go_on) return end_of(target);
        leave(*threads, move.thread, ends ? ThreadState::ended : ThreadState::stuck);
        break;
      case LocationKind::Normal:
        break;
    }
    if (step.kind == ThreadStep::Kind::start) {
      const Location& entry = graphs_.location(graphs_.threads[step.thread].entry);
      if (entry.kind == LocationKind::Exit)
        leave(*threads, step.thread, ThreadState::ended);
      else if (entry.kind != LocationKind::Normal)
        return end_of(graphs_.threads[step.thread].entry);
    }
    if (scheduling_.is_impossible(*threads)) return blocked();
    return location_of({std::move(*threads), move.asleep_after});
  }

  static void leave(ThreadState& threads, std::uint32_t thread, LocationId how) {
    threads.at[thread] = how;
    if (threads.holder != thread) return;
    threads.holder.reset();
    threads.depth = 0;
  }

  /// Targets of back edges of a depth-first search: every cycle has one.
  void mark_loop_heads() {
    const std::size_t count = result_.location_count();
    std::vector<bool> seen(count, false);
    std::vector<bool> on_stack(count, false);
    std::vector<std::pair<LocationId, std::size_t>> stack{{result_.initial, 0}};
    seen[result_.initial] = on_stack[result_.initial] = true;
    while (!stack.empty()) {
      const LocationId location = stack.back().first;
      if (stack.back().second == result_.outgoing(location).size()) {
        on_stack[location] = false;
        stack.pop_back();
        continue;
      }
      const LocationId next = result_.target(result_.outgoing(location)[stack.back().second++]);
      if (on_stack[next]) result_.location(next).loop_head = true;
      if (seen[next]) continue;
      seen[next] = on_stack[next] = true;
      stack.emplace_back(next, 0);
    }
  }

  const Program& graphs_;
  Scheduling& scheduling_;
  StateChecks checks_;
  Program result_;
  VariableId scheduler_ = 0;
  std::uint32_t choice_id_ = 0;
  std::map<ProductState, LocationId> locations_;
  std::map<LocationId, LocationId> ends_;
  std::vector<std::pair<std::pair<SourceRange, std::string>, LocationId>> wrong_;  ///< ends of checks
  std::optional<LocationId> blocked_;
  std::deque<std::pair<LocationId, const ProductState*>> open_;
};

}  // namespace

Program make_product(const std::shared_ptr<const Program>& graphs, Scheduling& scheduling, std::size_t max_edges) {
  return ProductBuilder(graphs, scheduling).run(max_edges);
}

}  // namespace bireach::frontend
