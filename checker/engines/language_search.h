// SPDX-License-Identifier: Apache-2.0
/// Search for a feasible trace in a language of error traces, by symbolic unrolling of its automaton, bit-precisely
/// (as BoundedSearch does with the whole program). Where the automaton is unrolled to its end without one, the language
/// holds no feasible trace at all.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/blocks/block_program.h"
#include "checker/blocks/nested_program.h"
#include "checker/engines/bounded_search.h"

namespace bireach::checker {

/// What is unrolled: the graph of a deterministic automaton, with its stack where it has one. Nodes are numbered as
/// they are asked for; what is returned stays where it is.
class SearchGraph {
 public:
  struct Step {
    automata::Word blocks;  ///< one after the other
    automata::State target;
  };
  virtual ~SearchGraph() = default;
  [[nodiscard]] virtual std::vector<automata::State> initial() = 0;
  [[nodiscard]] virtual const std::vector<Step>& steps(automata::State node) = 0;
  [[nodiscard]] virtual bool is_accepting(automata::State node) = 0;
  /// On every cycle, and on every way of unbounded length, there is always another one.
  [[nodiscard]] virtual bool is_cut(automata::State node) = 0;
  /// Increases along every step to a node that is no cut.
  [[nodiscard]] virtual std::uint32_t order(automata::State node) = 0;
};

/// Of a deterministic automaton, whose letters are blocks. The automaton is kept.
[[nodiscard]] std::unique_ptr<SearchGraph> search_graph(automata::Nfa automaton);
/// Of a deterministic automaton over the letters of `program`, which must outlive it. Rounds end at calls and returns.
[[nodiscard]] std::unique_ptr<SearchGraph> search_graph(automata::NestedWordAutomaton automaton,
                                                        const NestedProgram& program);

class LanguageSearch {
 public:
  /// The graph's blocks are those of `flow`, which has a letter for each path (BlockEncoding::chains). The references
  /// must outlive this.
  LanguageSearch(const frontend::Program& program, const ControlFlow& flow, SearchGraph& graph,
                 const SearchConfig& config);
  ~LanguageSearch();

  enum class Step {
    deeper,     ///< nothing in this round; there is more below
    exhausted,  ///< no execution without undefined behaviour is left
    found,      ///< result() holds the replayed execution of a word
    gave_up     ///< a query was not answered in time, or a model did not replay; further steps are useless
  };
  /// One round: unrolls each state once, up to the targets of the automaton's back edges.
  Step advance();
  [[nodiscard]] const frontend::Execution& result() const { return result_; }
  [[nodiscard]] std::size_t terms_built() const { return terms_.size(); }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  /// A havoc along an execution: the round, the node in which its letter starts, and its edge.
  struct Choice {
    std::size_t round;
    automata::State node;
    frontend::EdgeId edge;
    auto operator<=>(const Choice&) const = default;
  };
  struct LetterMeaning {
    std::vector<frontend::VariableId> reads;
    std::vector<std::pair<frontend::VariableId, logic::Term>> updates;
  };
  using Frontier = std::map<automata::State, SymbolicState>;

  [[nodiscard]] std::optional<SymbolicState> step(const SymbolicState& from, automata::State source,
                                                  automata::Letter letter);
  [[nodiscard]] std::optional<SymbolicState> step(const SymbolicState& from, automata::State source,
                                                  const automata::Word& blocks);
  void leave(automata::State source, const SymbolicState& from);
  std::optional<Step> check_targets();
  bool prune();
  bool replay(const logic::Model& model);

  logic::TermManager terms_;  // of its own: bit-vectors under the names that are integers elsewhere
  const frontend::Program& program_;
  SearchGraph& graph_;
  SearchConfig config_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  BlockProgram blocks_;
  RegionExecutor executor_;
  std::vector<LetterMeaning> meanings_;  ///< by letter
  std::unique_ptr<logic::Solver> solver_;
  Frontier frontier_;  ///< at cut states
  std::map<std::pair<std::uint32_t, automata::State>, SymbolicState> pending_;
  Frontier arrived_;
  Frontier targets_;
  std::map<Choice, logic::Term> choices_;  ///< the term that stands for its value
  frontend::Execution result_;
  std::size_t round_ = 0;
  std::string reason_;
};

}  // namespace bireach::checker
