// SPDX-License-Identifier: Apache-2.0
#include "automata/subsets.h"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/pending/queue.hpp>
#include <utility>

namespace bireach::automata {
namespace {

using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, State, std::size_t>;

enum class Direction : std::uint8_t { forward, backward };

Graph graph_of(const Nfa& automaton, Direction direction) {
  std::vector<std::pair<State, State>> edges;
  edges.reserve(automaton.transition_count());
  for (State source = 0; source < automaton.size(); ++source) {
    for (const Transition& transition : automaton.transitions(source)) {
      edges.push_back(direction == Direction::forward ? std::pair{source, transition.target}
                                                      : std::pair{transition.target, source});
    }
  }
  return {boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), static_cast<State>(automaton.size())};
}

std::vector<Distance> distances(const Nfa& automaton, Direction direction, const std::vector<State>& sources) {
  std::vector<Distance> result(automaton.size(), unreachable);
  if (sources.empty()) return result;
  for (const State source : sources) result[source] = 0;
  const Graph graph = graph_of(automaton, direction);
  const auto index = boost::get(boost::vertex_index, graph);
  std::vector<boost::default_color_type> color(automaton.size(), boost::white_color);
  boost::queue<State> queue;
  const auto recorder =
      boost::record_distances(boost::make_iterator_property_map(result.begin(), index), boost::on_tree_edge());
  boost::breadth_first_visit(graph, sources.begin(), sources.end(), queue, boost::make_bfs_visitor(recorder),
                             boost::make_iterator_property_map(color.begin(), index));
  return result;
}

}  // namespace

std::span<const Transition> transitions_under(const Nfa& automaton, State state, Letter letter) {
  const std::vector<Transition>& out = automaton.transitions(state);
  const auto begin =
      std::partition_point(out.begin(), out.end(), [&](const Transition& t) { return t.letter < letter; });
  const auto end = std::partition_point(begin, out.end(), [&](const Transition& t) { return t.letter == letter; });
  return {begin, end};
}

std::vector<State> successors_of_subset(const Nfa& automaton, const std::vector<State>& subset, Letter letter) {
  std::vector<State> result;
  for (const State state : subset)
    for (const Transition& transition : transitions_under(automaton, state, letter))
      result.push_back(transition.target);
  sort_unique(result);
  return result;
}

bool has_accepting_member(const Nfa& automaton, const std::vector<State>& subset) {
  return std::any_of(subset.begin(), subset.end(), [&](State state) { return automaton.is_accepting(state); });
}

std::vector<Distance> distances_from_initial(const Nfa& automaton) {
  return distances(automaton, Direction::forward, automaton.initial());
}

std::vector<Distance> distances_to_accepting(const Nfa& automaton) {
  std::vector<State> accepting;
  for (State state = 0; state < automaton.size(); ++state)
    if (automaton.is_accepting(state)) accepting.push_back(state);
  return distances(automaton, Direction::backward, accepting);
}

}  // namespace bireach::automata
