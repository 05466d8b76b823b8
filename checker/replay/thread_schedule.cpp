// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/thread_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <deque>
#include <map>
#include <set>

#include "checker/replay/step_dependences.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::EdgeId;
using frontend::Execution;
using frontend::LocationId;
using frontend::Program;

/// What a thread does in one go: from one place where it can be made to wait to the next one.
struct Chunk {
  std::uint32_t thread = 0;
  std::optional<Arrival> begin;    ///< absent: where the thread begins
  std::vector<std::size_t> steps;  ///< positions in the trace
  std::set<std::size_t> after;     ///< chunks that come before
};

class Scheduler {
 public:
  Scheduler(const Program& program, const Execution& execution, const frontend::SourcePoints& points)
      : program_(program),
        graphs_(program.thread_graphs ? *program.thread_graphs : program),
        execution_(execution),
        places_(graphs_, points),
        fine_(execution.trace.size(), false) {
    const frontend::Location& end = program.location(program.target(execution.trace.back()));
    result_.is_race = end.violation == frontend::Violation::no_data_race;
    follow_threads();
    dependences_ = step_dependences(program, execution);
  }

  ThreadSchedule build() {
    make_chunks();
    if (divide_cycles()) {
      make_chunks();
      for (const std::vector<std::size_t>& cycle : cycles()) note_cycle(cycle);
    }
    take_turns(order());
    for (std::uint32_t thread = 0; thread < program_.threads.size(); ++thread) stop_for_good(thread);
    return std::move(result_);
  }

 private:
  // Chunks

  struct Step {
    std::optional<Arrival> begin, inner;
  };

  void follow_threads() {
    result_.plans.resize(program_.threads.size());
    visits_.assign(program_.threads.size(), ThreadVisits(places_));
    steps_.resize(execution_.trace.size());
    last_edge_.resize(program_.threads.size());
    for (std::size_t step = 0; step < execution_.trace.size(); ++step) {
      const EdgeId id = execution_.trace[step];
      const Edge& edge = program_.edge(id);
      if (frontend::is_choice(program_, edge)) continue;
      const frontend::ThreadStep& own = own_edge(program_, id).thread_step;
      if (own.kind == frontend::ThreadStep::Kind::start) result_.plans[edge.thread].created.push_back(own.thread);
      const EdgeId own_id = edge.thread_edge.value_or(id);
      steps_[step].begin = visits_[edge.thread].next(own_id);
      steps_[step].inner = visits_[edge.thread].inner();
      last_edge_[edge.thread] = own_id;
      last_step_ = step;
    }
  }

  void make_chunks() {
    chunks_.clear();
    std::vector<std::size_t> chunk_of(steps_.size());
    std::vector<std::optional<std::size_t>> current(program_.threads.size());
    for (std::size_t step = 0; step < steps_.size(); ++step) {
      const Edge& edge = program_.edge(execution_.trace[step]);
      if (frontend::is_choice(program_, edge)) continue;
      std::optional<std::size_t>& chunk = current[edge.thread];
      const Step& here = steps_[step];
      const std::optional<Arrival>& begin = !here.begin && fine_[step] ? here.inner : here.begin;
      if (!chunk || begin) {
        Chunk next{edge.thread, chunk ? begin : std::nullopt, {}, {}};
        if (chunk) next.after.insert(*chunk);
        chunk = chunks_.size();
        chunks_.push_back(std::move(next));
      }
      chunks_[*chunk].steps.push_back(step);
      chunk_of[step] = *chunk;
    }
    for (const auto& [earlier, later] : dependences_)
      if (chunk_of[earlier] != chunk_of[later]) chunks_[chunk_of[later]].after.insert(chunk_of[earlier]);
    find_needed(chunk_of[last_step_]);
  }

  void find_needed(std::size_t last) {
    // Of a race both threads have to come to their accesses.
    needed_.assign(chunks_.size(), result_.is_race);
    needed_[last] = true;
    for (std::vector<std::size_t> work{last}; !work.empty();) {
      const std::size_t chunk = work.back();
      work.pop_back();
      for (const std::size_t before : chunks_[chunk].after) {
        if (needed_[before]) continue;
        needed_[before] = true;
        work.push_back(before);
      }
    }
  }

  /// Chunks of which each has to come before the others.
  [[nodiscard]] std::vector<std::vector<std::size_t>> cycles() const {
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(chunks_.size());
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk)
      for (const std::size_t before : chunks_[chunk].after)
        if (needed_[chunk]) boost::add_edge(before, chunk, graph);
    std::vector<std::size_t> component(chunks_.size());
    const auto map = boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph));
    std::vector<std::vector<std::size_t>> members(boost::strong_components(graph, map));
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) members[component[chunk]].push_back(chunk);
    std::erase_if(members, [](const std::vector<std::size_t>& cycle) { return cycle.size() < 2; });
    return members;
  }

  /// From now on the threads may switch within the statements of cycles. False: there are none.
  bool divide_cycles() {
    bool found = false;
    for (const std::vector<std::size_t>& cycle : cycles()) {
      for (const std::size_t chunk : cycle)
        for (const std::size_t step : chunks_[chunk].steps) fine_[step] = found = true;
    }
    return found;
  }

  void note_cycle(const std::vector<std::size_t>& cycle) {
    std::set<std::string> places;
    for (const std::size_t chunk : cycle) {
      for (const std::size_t step : chunks_[chunk].steps) {
        const Edge& edge = program_.edge(execution_.trace[step]);
        if (edge.source.is_known() && !edge.text.empty())
          places.insert(fmt::format("line {} (`{}`, {})", edge.source.line, edge.text, name(edge.thread)));
      }
    }
    std::string text;
    for (const std::string& place : places) text += (text.empty() ? "" : ", ") + place;
    result_.not_set.push_back("switches of threads within statements: " + text);
  }

  [[nodiscard]] const std::string& name(std::uint32_t thread) const { return program_.threads[thread].name; }

  // Order

  /// Of the needed chunks. A thread goes on as long as it can; in a cycle, what the execution does first comes first.
  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<std::deque<std::size_t>> waiting(program_.threads.size());
    std::size_t left = 0;
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
      if (!needed_[chunk]) continue;
      waiting[chunks_[chunk].thread].push_back(chunk);
      ++left;
    }
    std::vector<bool> done(chunks_.size(), false);
    std::vector<std::size_t> result;
    std::deque<std::size_t>* current = &waiting[0];
    for (; left > 0; --left) {
      if (steps_ready(*current, done) == 0) current = &next_thread(waiting, done);
      result.push_back(current->front());
      done[current->front()] = true;
      current->pop_front();
    }
    return result;
  }

  /// How many of a thread's chunks can be done now, one after the other.
  [[nodiscard]] std::size_t steps_ready(const std::deque<std::size_t>& chunks, const std::vector<bool>& done) const {
    const auto has_to_wait = [&](std::size_t chunk) {
      const std::set<std::size_t>& after = chunks_[chunk].after;
      return !std::all_of(after.begin(), after.end(), [&](std::size_t before) {
        return done[before] || chunks_[before].thread == chunks_[chunk].thread;
      });
    };
    return static_cast<std::size_t>(std::find_if(chunks.begin(), chunks.end(), has_to_wait) - chunks.begin());
  }

  /// One that can go on to its end, since it takes one turn more however long it waits; else of those that are ready,
  /// or if none is of all, the one that the execution lets go on first.
  [[nodiscard]] std::deque<std::size_t>& next_thread(std::vector<std::deque<std::size_t>>& waiting,
                                                     const std::vector<bool>& done) const {
    const auto rank = [&](const std::deque<std::size_t>& chunks) {
      const std::size_t ready = steps_ready(chunks, done);
      return std::pair(ready == chunks.size() ? 0 : ready > 0 ? 1 : 2, chunks.front());
    };
    std::deque<std::size_t>* best = nullptr;
    for (std::deque<std::size_t>& chunks : waiting)
      if (!chunks.empty() && (best == nullptr || rank(chunks) < rank(*best))) best = &chunks;
    return *best;
  }

  void take_turns(const std::vector<std::size_t>& order) {
    for (const std::size_t chunk : order) {
      const std::uint32_t thread = chunks_[chunk].thread;
      if (!result_.turns.empty() && result_.turns.back() == thread) continue;
      result_.turns.push_back(thread);
      const std::size_t turn = result_.turns.size() - 1;
      ThreadPlan& plan = result_.plans[thread];
      if (!plan.first_turn)
        plan.first_turn = turn;
      else
        add_stop(plan, *chunks_[chunk].begin, turn);
    }
  }

  void add_stop(ThreadPlan& plan, const Arrival& arrival, std::optional<std::size_t> turn) {
    const auto known = std::find(result_.places.begin(), result_.places.end(), arrival.place);
    const auto place = static_cast<std::size_t>(known - result_.places.begin());
    if (known == result_.places.end()) result_.places.push_back(arrival.place);
    plan.stops.push_back({place, arrival.visit, turn});
  }

  // After the last turn

  /// A thread whose further steps are not needed waits where they begin.
  void stop_for_good(std::uint32_t thread) {
    ThreadPlan& plan = result_.plans[thread];
    const bool has_last_turn = !result_.turns.empty() && result_.turns.back() == thread;
    if (!plan.first_turn || (has_last_turn && !result_.is_race)) return;
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
      if (chunks_[chunk].thread != thread || needed_[chunk]) continue;
      if (chunks_[chunk].begin) add_stop(plan, *chunks_[chunk].begin, std::nullopt);
      return;
    }
    for (const Arrival& arrival : next_arrivals(thread)) add_stop(plan, arrival, std::nullopt);
  }

  /// Where the thread may come to after its last step. Its graph tells.
  [[nodiscard]] std::vector<Arrival> next_arrivals(std::uint32_t thread) const {
    if (!last_edge_[thread]) return {};
    constexpr std::size_t most = 1000;
    std::vector<Arrival> arrivals;
    std::set<LocationId> seen;
    std::deque<std::pair<LocationId, ThreadVisits>> open;
    open.emplace_back(graphs_.target(*last_edge_[thread]), visits_[thread]);
    while (!open.empty() && seen.size() < most) {
      const auto [location, visits] = open.front();
      open.pop_front();
      if (!seen.insert(location).second) continue;
      for (const EdgeId edge : graphs_.outgoing(location)) {
        ThreadVisits then = visits;
        const std::optional<Arrival> arrival = then.next(edge);
        if (!arrival)
          open.emplace_back(graphs_.target(edge), std::move(then));
        else if (std::find(arrivals.begin(), arrivals.end(), *arrival) == arrivals.end())
          arrivals.push_back(*arrival);
      }
    }
    return arrivals;
  }

  const Program& program_;
  const Program& graphs_;  ///< of the threads
  const Execution& execution_;
  PlaceFinder places_;
  std::vector<bool> fine_;  ///< by step: its thread may be made to wait within a statement
  std::vector<Step> steps_;
  std::vector<ThreadVisits> visits_;              ///< by thread, after its last step
  std::vector<std::optional<EdgeId>> last_edge_;  ///< by thread, of its graph
  std::size_t last_step_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> dependences_;
  std::vector<Chunk> chunks_;
  std::vector<bool> needed_;
  ThreadSchedule result_;
};

}  // namespace

ThreadSchedule thread_schedule(const Program& program, const Execution& execution,
                               const frontend::SourcePoints& points) {
  return Scheduler(program, execution, points).build();
}

}  // namespace bireach::checker
