// SPDX-License-Identifier: Apache-2.0
/// Emptiness of automata over nested words, and shortest accepting runs.
#include <algorithm>
#include <queue>
#include <set>

#include "automata/nested_automaton.h"

namespace bireach::automata {
namespace {

using Length = std::uint64_t;

/// Well-matched words from the entry of an activation (the target of a call) to a state.
struct Item {
  State entry;
  State state;
  auto operator<=>(const Item&) const = default;
};
/// The last step of a shortest word: none, one internal letter, or a whole call that ends with `item` of its
/// activation.
struct Step {
  enum class Kind : std::uint8_t { start, internal, summary, open_call } kind = Kind::start;
  State before = 0;
  Letter letter = 0;  ///< of the internal position or the call
  Item callee{};
  Letter return_letter = 0;
};
struct Summary {
  State target;
  Length length;
  Step step;
};

class ShortestRun {
 public:
  explicit ShortestRun(const NestedWordAutomaton& automaton)
      : automaton_(automaton),
        callers_(automaton.size()),
        summaries_(automaton.size()),
        entries_reaching_(automaton.size()) {}

  std::optional<NestedRun> run() {
    summarise();
    return from_initial();
  }

 private:
  struct Candidate {
    Length length;
    std::size_t number;  // earlier first: the outcome depends on the automaton alone
    Item item;
    Step step;
    bool operator<(const Candidate& other) const {
      return std::pair(length, number) > std::pair(other.length, other.number);
    }
  };

  /// Shortest well-matched words from entries of activations, in order of length.
  void summarise() {
    std::set<State> entries;
    for (State state = 0; state < automaton_.size(); ++state) {
      for (const Transition& call : automaton_.calls(state)) {
        callers_[call.target].push_back({call.letter, state});
        entries.insert(call.target);
      }
    }
    for (const State entry : entries) propose(0, {entry, entry}, {});
    while (!candidates_.empty()) {
      const Candidate candidate = candidates_.top();
      candidates_.pop();
      if (steps_.try_emplace(candidate.item, candidate.step).second) {
        lengths_.emplace(candidate.item, candidate.length);
        extend(candidate.item, candidate.length);
      }
    }
  }

  void extend(const Item& item, Length length) {
    entries_reaching_[item.state].push_back(item.entry);
    for (const Transition& transition : automaton_.internals(item.state)) {
      propose(length + 1, {item.entry, transition.target},
              {Step::Kind::internal, item.state, transition.letter, {}, 0});
    }
    for (const Summary& summary : summaries_[item.state])
      propose(length + summary.length, {item.entry, summary.target}, summary.step);
    for (const auto& [call_letter, caller] : callers_[item.entry]) {
      for (const ReturnTransition& transition : automaton_.returns(item.state)) {
        if (transition.hierarchical != caller) continue;
        const Summary summary{
            transition.target, length + 2, {Step::Kind::summary, caller, call_letter, item, transition.letter}};
        summaries_[caller].push_back(summary);
        for (const State entry : entries_reaching_[caller])
          propose(lengths_.at({entry, caller}) + summary.length, {entry, summary.target}, summary.step);
      }
    }
  }

  void propose(Length length, const Item& item, const Step& step) {
    if (!steps_.contains(item)) candidates_.push({length, proposed_++, item, step});
  }

  /// Dijkstra's algorithm over states, where calls may stay open.
  std::optional<NestedRun> from_initial() {
    std::map<State, Step> steps;
    candidates_ = {};
    for (const State state : automaton_.initial()) candidates_.push({0, proposed_++, {state, state}, {}});
    while (!candidates_.empty()) {
      const Candidate candidate = candidates_.top();
      candidates_.pop();
      const State state = candidate.item.state;
      if (!steps.try_emplace(state, candidate.step).second) continue;
      if (automaton_.is_accepting(state)) return read(state, steps);
      const auto go = [&](Length length, State target, const Step& step) {
        candidates_.push({candidate.length + length, proposed_++, {target, target}, step});
      };
      for (const Transition& transition : automaton_.internals(state))
        go(1, transition.target, {Step::Kind::internal, state, transition.letter, {}, 0});
      for (const Transition& transition : automaton_.calls(state))
        go(1, transition.target, {Step::Kind::open_call, state, transition.letter, {}, 0});
      for (const Summary& summary : summaries_[state]) go(summary.length, summary.target, summary.step);
    }
    return std::nullopt;
  }

  NestedRun read(State last, const std::map<State, Step>& steps) const {
    std::vector<std::pair<Step, State>> path;
    State state = last;
    for (Step step = steps.at(state); step.kind != Step::Kind::start; step = steps.at(state)) {
      path.emplace_back(step, state);
      state = step.before;
    }
    NestedRun run{{}, {state}};
    for (auto step = path.rbegin(); step != path.rend(); ++step) append(step->first, step->second, run);
    return run;
  }

  void append(const Step& step, State target, NestedRun& run) const {
    const SymbolKind kind = step.kind == Step::Kind::internal ? SymbolKind::internal : SymbolKind::call;
    run.word.push_back({step.letter, kind});
    if (step.kind != Step::Kind::summary) {
      run.states.push_back(target);
      return;
    }
    run.states.push_back(step.callee.entry);
    append(step.callee, run);
    run.word.push_back({step.return_letter, SymbolKind::return_});
    run.states.push_back(target);
  }

  /// The word of an item, behind the entry.
  void append(const Item& item, NestedRun& run) const {
    std::vector<std::pair<Step, State>> path;
    State state = item.state;
    for (Step step = steps_.at(item); step.kind != Step::Kind::start; step = steps_.at({item.entry, state})) {
      path.emplace_back(step, state);
      state = step.before;
    }
    for (auto step = path.rbegin(); step != path.rend(); ++step) append(step->first, step->second, run);
  }

  const NestedWordAutomaton& automaton_;
  std::vector<std::vector<std::pair<Letter, State>>> callers_;  ///< by entry
  std::vector<std::vector<Summary>> summaries_;                 ///< by caller
  std::vector<std::vector<State>> entries_reaching_;            ///< by state
  std::priority_queue<Candidate> candidates_;
  std::size_t proposed_ = 0;
  std::map<Item, Step> steps_;
  std::map<Item, Length> lengths_;
};

}  // namespace

std::optional<NestedRun> find_accepting_run(const NestedWordAutomaton& automaton) {
  return ShortestRun(automaton).run();
}

NestedWordAutomaton words_using(const NestedWordAutomaton& automaton, const std::function<bool(Letter)>& letters) {
  NestedWordAutomaton result;  // states p: no such letter so far; size() + p: some
  const auto size = static_cast<State>(automaton.size());
  for (const State seen : {State{0}, size})
    for (State state = 0; state < size; ++state) result.add_state(seen != 0 && automaton.is_accepting(state));
  for (const State state : automaton.initial()) result.add_initial(state);
  for (const State seen : {State{0}, size}) {
    const auto after = [&](const auto& transition) {
      return transition.target + (letters(transition.letter) ? size : seen);
    };
    for (State state = 0; state < size; ++state) {
      for (const Transition& transition : automaton.internals(state))
        result.add_internal(state + seen, transition.letter, after(transition));
      for (const Transition& transition : automaton.calls(state))
        result.add_call(state + seen, transition.letter, after(transition));
      for (const ReturnTransition& transition : automaton.returns(state))
        for (const State before : {State{0}, size})
          result.add_return(state + seen, transition.hierarchical + before, transition.letter, after(transition));
    }
  }
  return result;
}

bool is_language_empty(const NestedWordAutomaton& automaton) {
  return !find_accepting_run(automaton).has_value();
}

}  // namespace bireach::automata
