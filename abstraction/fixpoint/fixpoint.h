// SPDX-License-Identifier: Apache-2.0
/// Fixpoints of abstract transformers over graphs.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

#include "abstraction/domains/abstract_domain.h"
#include "abstraction/fixpoint/weak_topological_order.h"
#include "frontend/program/program.h"

namespace bireach::abstraction {

struct FixpointOptions {
  unsigned widening_delay = 2;              ///< how often a head of a loop is joined before it is widened
  unsigned threshold_rounds = 8;            ///< how often it is widened to thresholds before it is without
  unsigned narrowing_rounds = 2;            ///< how often a loop is gone through again from what it was stable with
  Thresholds thresholds;                    ///< sorted
  std::size_t step_limit = 1'000'000;       ///< of transformers applied
  std::chrono::milliseconds time_limit{0};  ///< 0: none
};

template <AbstractDomain D>
struct FixpointResult {
  bool complete = false;  ///< false: stopped, or out of steps or time; then every state is top
  std::vector<D> states;  ///< by location; bottom where nothing leads
};

/// A system of equations: state(n) includes seed(n) and transfer(e, state(source(e))) for each e of incoming(n).
template <typename Problem, typename D>
concept FlowProblem = AbstractDomain<D> &&
    requires(const Problem& problem, std::size_t node, frontend::EdgeId edge, const D& state) {
  { problem.program() } -> std::same_as<const frontend::Program&>;
  { problem.incoming(node) } -> std::same_as<const std::vector<frontend::EdgeId>&>;
  { problem.source(edge) } -> std::convertible_to<std::size_t>;
  { problem.seed(node) } -> std::convertible_to<D>;
  { problem.transfer(edge, state) } -> std::same_as<D>;
};

/// Bourdoncle's recursive strategy: each component of the order is stable before what follows is looked at, and starts
/// anew whenever what surrounds it changed. A head that is stable is met with what leads to it, so many rounds. Each
/// state then includes all concrete ones, as it is computed from states that do.
template <AbstractDomain D, FlowProblem<D> Problem>
class FixpointIteration {
 public:
  FixpointIteration(const Problem& problem, const WeakTopologicalOrder& order, const FixpointOptions& options,
                    std::stop_token stop)
      : problem_(problem),
        order_(order),
        options_(options),
        stop_(std::move(stop)),
        positions_(problem.program().location_count(), order.nodes.size()),
        states_(problem.program().location_count(), D::bottom(problem.program())) {
    for (std::size_t position = 0; position < order.nodes.size(); ++position)
      positions_[order.nodes[position]] = position;
  }

  FixpointResult<D> run() {
    const std::size_t end = order_.nodes.size();
    for (std::size_t position = 0; position < end || !loops_.empty();) {
      if (is_cut_short()) return {false, std::vector<D>(states_.size(), D::top(problem_.program()))};
      if (!loops_.empty() && order_.component_end[loops_.back().head] == position) {
        if (goes_on(loops_.back()))
          position = loops_.back().head + 1;
        else
          loops_.pop_back();
        continue;
      }
      const bool is_head = order_.is_head(position);
      states_[order_.nodes[position]] = incoming(position, is_head ? position : end);
      if (is_head) loops_.push_back({position});
      ++position;
    }
    return {true, std::move(states_)};
  }

 private:
  /// A component that is gone through.
  struct Loop {
    std::size_t head;  ///< its position
    unsigned widenings = 0;
    unsigned narrowings = 0;
    bool stable = false;
  };

  [[nodiscard]] bool is_cut_short() const {
    const bool is_late =
        options_.time_limit.count() != 0 && std::chrono::steady_clock::now() > begin_ + options_.time_limit;
    return steps_ > options_.step_limit || is_late || stop_.stop_requested();
  }

  /// From the seed and the nodes that stand before `limit`.
  D incoming(std::size_t position, std::size_t limit) {
    const std::size_t node = order_.nodes[position];
    D result = problem_.seed(node);
    for (const frontend::EdgeId edge : problem_.incoming(node)) {
      const std::size_t source = problem_.source(edge);
      if (positions_[source] >= limit || states_[source].is_bottom()) continue;
      ++steps_;
      result = result.join(problem_.transfer(edge, states_[source]));
    }
    return result;
  }

  /// Changes the head's state, if the loop is to be gone through once more.
  bool goes_on(Loop& loop) {
    D& head = states_[order_.nodes[loop.head]];
    D next = incoming(loop.head, order_.nodes.size());
    if (!loop.stable && !head.includes(next)) {
      head = widened(head, head.join(next), loop.widenings++);
      return true;
    }
    loop.stable = true;
    if (loop.narrowings++ >= options_.narrowing_rounds) return false;
    D narrower = head.narrow(next);
    if (narrower.includes(head)) return false;
    head = std::move(narrower);
    return true;
  }

  [[nodiscard]] D widened(const D& head, const D& next, unsigned round) const {
    static const Thresholds none;
    if (round < options_.widening_delay) return next;
    const bool stops = round - options_.widening_delay < options_.threshold_rounds;
    return head.widen(next, stops ? options_.thresholds : none);
  }

  const Problem& problem_;
  const WeakTopologicalOrder& order_;
  const FixpointOptions& options_;
  std::stop_token stop_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::size_t> positions_;  ///< of nodes; that of nodes not in the order is behind all
  std::vector<D> states_;
  std::vector<Loop> loops_;  ///< from the outermost
  std::size_t steps_ = 0;
};

/// Forward: from `start` at the initial location.
template <AbstractDomain D>
class ForwardProblem {
 public:
  /// `edges`: which ones executions take; empty: all.
  ForwardProblem(const frontend::Program& program, D start, const std::vector<bool>& edges)
      : program_(program), start_(std::move(start)), edges_(edges) {}
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  [[nodiscard]] const std::vector<frontend::EdgeId>& incoming(std::size_t node) const {
    return program_.incoming(static_cast<frontend::LocationId>(node));
  }
  [[nodiscard]] std::size_t source(frontend::EdgeId edge) const { return program_.source(edge); }
  [[nodiscard]] D seed(std::size_t node) const { return node == program_.initial ? start_ : D::bottom(program_); }
  [[nodiscard]] D transfer(frontend::EdgeId edge, const D& state) const {
    return edges_.empty() || edges_[edge] ? after(state, program_.edge(edge).statement) : D::bottom(program_);
  }

 private:
  const frontend::Program& program_;
  D start_;
  const std::vector<bool>& edges_;
};

/// Backward: from all of `known` at the goals, within `known` everywhere.
template <AbstractDomain D>
class BackwardProblem {
 public:
  BackwardProblem(const frontend::Program& program, const std::vector<bool>& goals, const std::vector<D>& known)
      : program_(program), goals_(goals), known_(known) {}
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  [[nodiscard]] const std::vector<frontend::EdgeId>& incoming(std::size_t node) const {
    return program_.outgoing(static_cast<frontend::LocationId>(node));
  }
  [[nodiscard]] std::size_t source(frontend::EdgeId edge) const { return program_.target(edge); }
  [[nodiscard]] D seed(std::size_t node) const { return goals_[node] ? known_[node] : D::bottom(program_); }
  [[nodiscard]] D transfer(frontend::EdgeId edge, const D& state) const {
    return before(state, program_.edge(edge).statement, known_[program_.source(edge)]);
  }

 private:
  const frontend::Program& program_;
  const std::vector<bool>& goals_;
  const std::vector<D>& known_;
};

/// The program's edges as a graph, and the same with all of them reversed.
[[nodiscard]] Successors forward_graph(const frontend::Program& program);
[[nodiscard]] Successors backward_graph(const frontend::Program& program);
/// By location.
[[nodiscard]] std::vector<bool> error_locations(const frontend::Program& program);

/// All states that are reached at each location from `start` at the initial one (P. Cousot, R. Cousot, POPL 1977),
/// along these edges (empty: all).
template <AbstractDomain D>
[[nodiscard]] FixpointResult<D> reachable_states(const frontend::Program& program, const D& start,
                                                 const FixpointOptions& options = {}, std::stop_token stop = {},
                                                 const std::vector<bool>& edges = {}) {
  const WeakTopologicalOrder order = weak_topological_order(forward_graph(program), {program.initial});
  const ForwardProblem<D> problem(program, start, edges);
  return FixpointIteration<D, ForwardProblem<D>>(problem, order, options, std::move(stop)).run();
}

/// All states among `known`, by location, from which executions within `known` get to a location of `goals`: what is
/// necessary for the error. Bottom at the initial location: it cannot happen.
template <AbstractDomain D>
[[nodiscard]] FixpointResult<D> states_that_reach(const frontend::Program& program, const std::vector<bool>& goals,
                                                  const std::vector<D>& known, const FixpointOptions& options = {},
                                                  std::stop_token stop = {}) {
  std::vector<std::size_t> roots;
  for (std::size_t location = 0; location < goals.size(); ++location)
    if (goals[location]) roots.push_back(location);
  const WeakTopologicalOrder order = weak_topological_order(backward_graph(program), roots);
  const BackwardProblem<D> problem(program, goals, known);
  FixpointResult<D> result = FixpointIteration<D, BackwardProblem<D>>(problem, order, options, std::move(stop)).run();
  // Widening left `known`; to stay within it all the time might keep it from coming to an end.
  for (std::size_t location = 0; result.complete && location < result.states.size(); ++location)
    result.states[location] = result.states[location].meet(known[location]);
  return result;
}

}  // namespace bireach::abstraction
