// SPDX-License-Identifier: Apache-2.0
#include "relevance/threads/fewest_switches.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "relevance/trace/trace_accesses.h"

namespace bireach::relevance {

using frontend::ConcreteState;
using frontend::EdgeId;
using frontend::Execution;
using frontend::LocationId;
using frontend::Program;

namespace {

class SwitchSearch {
 public:
  SwitchSearch(const Program& program, const Execution& given, std::stop_token stop, std::size_t most_nodes)
      : program_(program),
        given_(given),
        stop_(std::move(stop)),
        most_nodes_(std::min(most_nodes, most_values / std::max<std::size_t>(program.variables.size(), 1))),
        own_(program.threads.size()) {
    for (std::size_t position = 0; position < given.trace.size(); ++position)
      if (const auto thread = thread_of(program, given.trace[position])) own_[*thread].push_back(position);
    if (const auto last = given.trace.empty() ? std::nullopt : thread_of(program, given.trace.back())) failing_ = *last;
  }

  Execution run() {
    add({program_.initial, frontend::initial_state(program_), std::vector<std::size_t>(own_.size(), 0), none, 0, 0, {}},
        false);
    while (!open_.empty() && nodes_.size() < most_nodes_ && !stop_.stop_requested()) {
      const std::size_t here = open_.front();
      open_.pop_front();
      const Node& node = nodes_[here];
      const auto key = std::tuple(node.location, node.taken, node.thread, text(node.state));
      if (!seen_.insert(key).second) continue;
      if (program_.location(node.location).kind == frontend::LocationKind::Error) {
        if (node.taken[failing_] == own_[failing_].size()) return result(here);
        continue;
      }
      for (const EdgeId edge : program_.outgoing(node.location)) follow(here, edge);
    }
    return given_;
  }

 private:
  static constexpr std::size_t most_values = 2'000'000;  ///< of all states, which are kept in memory
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
  struct Node {
    LocationId location;
    ConcreteState state;
    std::vector<std::size_t> taken;  ///< by thread: how many of its steps
    std::uint32_t thread;            ///< of the last step
    std::size_t parent;
    EdgeId edge;
    std::vector<frontend::UndefinedEvent> undefined;
  };

  static std::string text(const ConcreteState& state) {
    std::string result;
    for (const logic::Value& value : state) result += logic::to_string(value) + ' ';
    return result;
  }

  /// Nodes with one more switch come after all others.
  void add(Node node, bool switches) {
    nodes_.push_back(std::move(node));
    if (switches)
      open_.push_back(nodes_.size() - 1);
    else
      open_.push_front(nodes_.size() - 1);
  }

  void follow(std::size_t from, EdgeId edge) {
    const frontend::Statement& statement = program_.edge(edge).statement;
    if (thread_of(program_, edge)) return step(from, edge);
    if (!frontend::is_havoc(statement)) return move(from, edge, logic::Integer(0), std::nullopt);
    // Of what can be chosen the first thread comes last, since what is added last is looked at first.
    for (std::size_t thread = own_.size(); thread-- > 0;)
      if (nodes_[from].taken[thread] < own_[thread].size()) move(from, edge, logic::Integer(thread), std::nullopt);
  }

  void step(std::size_t from, EdgeId edge) {
    const std::uint32_t thread = program_.edge(edge).thread;
    const std::size_t next = nodes_[from].taken[thread];
    if (next == own_[thread].size()) return;
    const std::size_t position = own_[thread][next];
    if (own_edge(program_, edge) != own_edge(program_, given_.trace[position])) return;
    const auto target = frontend::assigned_variable(program_.edge(edge).statement);
    logic::Value value = logic::Integer(0);
    if (target && frontend::is_havoc(program_.edge(edge).statement)) {
      value = given_.states[position + 1][*target];
      const auto* lvalue = frontend::assigned_target(program_.edge(edge).statement);
      std::vector<frontend::UndefinedEvent> ignored;
      if (lvalue->index)
        value = std::get<logic::ArrayValue>(value).at(
            frontend::evaluate(program_, *lvalue->index, given_.states[position], given_.trace[position], ignored));
    }
    move(from, edge, value, thread);
  }

  void move(std::size_t from, EdgeId edge, const logic::Value& chosen, std::optional<std::uint32_t> thread) {
    Node next = nodes_[from];
    const auto oracle = [&](EdgeId, std::size_t) { return chosen; };
    if (frontend::execute_edge(program_, edge, next.state, oracle, 0, next.undefined) != frontend::StepResult::done)
      return;
    if (!next.undefined.empty()) return;
    next.location = program_.target(edge);
    next.parent = from;
    next.edge = edge;
    const bool switches = thread && next.thread != none && next.thread != *thread;
    if (thread) {
      next.thread = *thread;
      ++next.taken[*thread];
    }
    add(std::move(next), switches);
  }

  [[nodiscard]] Execution result(std::size_t last) const {
    Execution found;
    for (std::size_t node = last;; node = nodes_[node].parent) {
      found.states.push_back(nodes_[node].state);
      if (node == 0) break;
      found.trace.push_back(nodes_[node].edge);
    }
    std::reverse(found.states.begin(), found.states.end());
    std::reverse(found.trace.begin(), found.trace.end());
    return found;
  }

  const Program& program_;
  const Execution& given_;
  std::stop_token stop_;
  std::size_t most_nodes_;
  std::vector<std::vector<std::size_t>> own_;  ///< by thread: its positions in the given execution
  std::uint32_t failing_ = 0;
  std::deque<Node> nodes_;
  std::deque<std::size_t> open_;
  std::set<std::tuple<LocationId, std::vector<std::size_t>, std::uint32_t, std::string>> seen_;
};

}  // namespace

Execution fewest_switches(const Program& program, const Execution& execution, std::stop_token stop,
                          std::size_t most_nodes) {
  const bool complete = execution.states.size() == execution.trace.size() + 1 && execution.undefined.empty();
  if (program.threads.empty() || !program.thread_graphs || !complete) return execution;
  return SwitchSearch(program, execution, std::move(stop), most_nodes).run();
}

}  // namespace bireach::relevance
