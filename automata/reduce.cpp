// SPDX-License-Identifier: Apache-2.0
/// The coarsest forward bisimulation by Paige and Tarjan's algorithm, with one count per state, letter and splitter.
#include <algorithm>
#include <map>
#include <utility>

#include "automata/operations.h"
#include "automata/subsets.h"

namespace bireach::automata {
namespace {

using Block = std::uint32_t;

/// A partition of 0 … n-1 that is refined by marking elements and splitting the blocks they are in.
class RefinablePartition {
 public:
  /// Blocks are 0 … blocks-1, none empty.
  RefinablePartition(const std::vector<Block>& block_of, std::size_t blocks)
      : elements_(block_of.size()), place_(block_of.size()), block_of_(block_of), bounds_(blocks) {
    for (const Block block : block_of) ++bounds_[block].end;
    std::size_t begin = 0;
    for (Bounds& bounds : bounds_) {
      const std::size_t size = bounds.end;
      bounds = {begin, begin, begin};
      begin += size;
    }
    for (State state = 0; state < block_of.size(); ++state) {
      Bounds& bounds = bounds_[block_of[state]];
      elements_[bounds.end] = state;
      place_[state] = bounds.end++;
    }
  }

  void mark(State state) {
    Bounds& bounds = bounds_[block_of_[state]];
    if (place_[state] < bounds.marked_end) return;
    if (bounds.marked_end == bounds.begin) touched_.push_back(block_of_[state]);
    const State other = elements_[bounds.marked_end];
    std::swap(elements_[place_[state]], elements_[bounds.marked_end]);
    std::swap(place_[state], place_[other]);
    ++bounds.marked_end;
  }

  /// Splits each block with marked and unmarked elements and takes all marks away; calls on_split(old, new).
  template <typename OnSplit>
  void split(const OnSplit& on_split) {
    for (const Block block : touched_) {
      const Bounds old = bounds_[block];
      bounds_[block].marked_end = old.begin;
      if (old.marked_end == old.end) continue;
      const Block fresh = static_cast<Block>(bounds_.size());
      bounds_[block] = {old.marked_end, old.marked_end, old.end};
      bounds_.push_back({old.begin, old.begin, old.marked_end});
      for (std::size_t i = old.begin; i < old.marked_end; ++i) block_of_[elements_[i]] = fresh;
      on_split(block, fresh);
    }
    touched_.clear();
  }

  [[nodiscard]] Block block_of(State state) const { return block_of_[state]; }
  [[nodiscard]] std::size_t block_count() const { return bounds_.size(); }
  [[nodiscard]] std::size_t block_size(Block block) const { return bounds_[block].end - bounds_[block].begin; }
  [[nodiscard]] std::span<const State> members(Block block) const {
    return std::span(elements_).subspan(bounds_[block].begin, block_size(block));
  }

 private:
  struct Bounds {
    std::size_t begin = 0;
    std::size_t marked_end = 0;  // marked elements stand first
    std::size_t end = 0;
  };

  std::vector<State> elements_;
  std::vector<std::size_t> place_;
  std::vector<Block> block_of_;
  std::vector<Bounds> bounds_;
  std::vector<Block> touched_;
};

/// States differ from the start if only one accepts or if their letters differ.
RefinablePartition initial_partition(const Nfa& automaton) {
  std::map<std::pair<bool, std::vector<Letter>>, Block> blocks;
  std::vector<Block> block_of(automaton.size());
  for (State state = 0; state < automaton.size(); ++state) {
    std::vector<Letter> letters;
    for (const Transition& transition : automaton.transitions(state))
      if (letters.empty() || letters.back() != transition.letter) letters.push_back(transition.letter);
    const std::pair key{automaton.is_accepting(state), std::move(letters)};
    block_of[state] = blocks.try_emplace(key, static_cast<Block>(blocks.size())).first->second;
  }
  return {block_of, blocks.size()};
}

/// The fine partition is stable with respect to each coarse block; the coarse blocks are refined until both are the
/// same.
class PaigeTarjan {
 public:
  explicit PaigeTarjan(const Nfa& automaton)
      : fine_(initial_partition(automaton)), into_(automaton.size()), hits_(automaton.size(), 0) {
    for (State source = 0; source < automaton.size(); ++source) {
      std::optional<Letter> last;
      for (const Transition& transition : automaton.transitions(source)) {
        if (last != transition.letter) {
          last = transition.letter;
          counts_.push_back(0);
        }
        ++counts_.back();
        into_[transition.target].push_back(edges_.size());
        edges_.push_back({source, transition.letter, counts_.size() - 1});
      }
    }
    coarse_.emplace_back();
    for (Block block = 0; block < fine_.block_count(); ++block) coarse_.front().push_back(block);
    coarse_of_.assign(fine_.block_count(), 0);
    if (coarse_.front().size() > 1) compound_.push_back(0);
  }

  RefinablePartition run() && {
    while (!compound_.empty()) {
      const std::size_t coarse = compound_.back();
      compound_.pop_back();
      refine_by(detach_small_block(coarse));
    }
    return std::move(fine_);
  }

 private:
  struct Edge {
    State source;
    Letter letter;
    std::size_t
        count;  // index of the number of edges from the same source under this letter into the same coarse block
  };

  /// Makes a fine block of at most half of the coarse block a coarse block of its own.
  Block detach_small_block(std::size_t coarse) {
    std::vector<Block>& blocks = coarse_[coarse];
    const std::size_t choice = fine_.block_size(blocks[0]) <= fine_.block_size(blocks[1]) ? 0 : 1;
    const Block splitter = blocks[choice];
    blocks[choice] = blocks.back();
    blocks.pop_back();
    if (blocks.size() > 1) compound_.push_back(coarse);
    coarse_of_[splitter] = coarse_.size();
    coarse_.push_back({splitter});
    return splitter;
  }

  void refine_by(Block splitter) {
    std::vector<std::size_t> edges;  // copied first, as the splitter itself may be split
    for (const State target : fine_.members(splitter))
      edges.insert(edges.end(), into_[target].begin(), into_[target].end());
    std::sort(edges.begin(), edges.end(), [&](std::size_t left, std::size_t right) {
      return std::pair(edges_[left].letter, left) < std::pair(edges_[right].letter, right);
    });
    for (std::size_t begin = 0; begin < edges.size();) {
      std::size_t end = begin;
      while (end < edges.size() && edges_[edges[end]].letter == edges_[edges[begin]].letter) ++end;
      refine_by_edges(std::span(edges).subspan(begin, end - begin));
      begin = end;
    }
  }

  /// The edges are all those under one letter into the splitter, which was a part of a coarse block.
  void refine_by_edges(std::span<const std::size_t> edges) {
    for (const std::size_t edge : edges) {
      ++hits_[edges_[edge].source];
      fine_.mark(edges_[edge].source);
    }
    split();
    for (const std::size_t edge : edges)
      if (hits_[edges_[edge].source] == counts_[edges_[edge].count])  // no edge into the rest of the coarse block
        fine_.mark(edges_[edge].source);
    split();
    for (std::size_t i = 0; i < edges.size();) {  // edges of one source stand together
      const State source = edges_[edges[i]].source;
      counts_[edges_[edges[i]].count] -= hits_[source];
      counts_.push_back(std::exchange(hits_[source], 0));
      for (; i < edges.size() && edges_[edges[i]].source == source; ++i) edges_[edges[i]].count = counts_.size() - 1;
    }
  }

  void split() {
    fine_.split([this](Block old, Block fresh) {
      const std::size_t coarse = coarse_of_[old];
      coarse_of_.push_back(coarse);
      coarse_[coarse].push_back(fresh);
      if (coarse_[coarse].size() == 2) compound_.push_back(coarse);
    });
  }

  RefinablePartition fine_;
  std::vector<Edge> edges_;
  std::vector<std::vector<std::size_t>> into_;
  std::vector<std::size_t> counts_;
  std::vector<std::size_t> hits_;  // edges into the splitter, of each source
  std::vector<std::vector<Block>> coarse_;
  std::vector<std::size_t> coarse_of_;
  std::vector<std::size_t> compound_;  // coarse blocks of several fine ones
};

}  // namespace

Nfa reduce(const Nfa& automaton, std::vector<State>* class_of) {
  const RefinablePartition partition = PaigeTarjan(automaton).run();
  std::vector<std::optional<State>> state_of_block(partition.block_count());
  std::vector<State> representatives;
  std::vector<State> new_state(automaton.size());
  Nfa result;
  for (State state = 0; state < automaton.size(); ++state) {
    std::optional<State>& merged = state_of_block[partition.block_of(state)];
    if (!merged) {
      merged = result.add_state(automaton.is_accepting(state));
      representatives.push_back(state);
    }
    new_state[state] = *merged;
  }
  for (const State state : automaton.initial()) result.add_initial(new_state[state]);
  for (const State state : representatives)
    for (const Transition& transition : automaton.transitions(state))
      result.add_transition(new_state[state], transition.letter, new_state[transition.target]);
  if (class_of != nullptr) *class_of = std::move(new_state);
  return result;
}

}  // namespace bireach::automata
