// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>

#include "automata/operations.h"
#include "relevance/danger/danger_candidates.h"
#include "relevance/danger/danger_construction.h"
#include "relevance/danger/danger_loops.h"
#include "relevance/danger/danger_ranking.h"
#include "relevance/danger/formula_pool.h"
#include "relevance/danger/generalizers.h"

namespace bireach::relevance {

using automata::Nfa;
using automata::State;

namespace {

class DangerGeneralizer final : public ErrorGeneralizer {
 public:
  DangerGeneralizer(logic::TermManager& terms, const Alphabet& alphabet, const GeneralizerConfig& config)
      : config_(config), pool_(terms, alphabet, config), candidates_(pool_) {}

  ErrorAutomaton generalize(const Nfa& remaining, const FeasibleTrace& trace) override {
    deadline_ = FormulaPool::Clock::now() + config_.time_limit;
    pool_.set_deadline(deadline_);
    ErrorAutomaton result = construct(remaining, trace);
    ++pool_.statistics().automata;
    pool_.statistics().states += result.automaton.size();
    return result;
  }

  void set_predicates(DangerPredicates predicates) override { config_.predicates = predicates; }
  void set_time_limit(std::chrono::milliseconds limit) override { config_.time_limit = limit; }
  [[nodiscard]] const GeneralizationStatistics& statistics() const override { return pool_.statistics(); }

 private:
  ErrorAutomaton construct(const Nfa& remaining, const FeasibleTrace& trace) {
    const std::vector<FormulaId> sequence = predicates_of(trace);
    if (!pool_.may_hold(sequence.front())) return trace_alone(trace);  // some letter gives no evidence of a path
    std::vector<FormulaId> own;
    for (std::size_t i = sequence.size(); i-- > 0;)
      if (std::find(own.begin(), own.end(), sequence[i]) == own.end()) own.push_back(sequence[i]);
    const auto with_others = [&](State state) -> const std::vector<FormulaId>& {
      return candidates_.of(location_of(remaining, state));
    };
    const auto trace_only = [&](State) -> const std::vector<FormulaId>& { return own; };
    const bool generalised = config_.predicates == DangerPredicates::generalised;
    const Candidates candidates = generalised ? Candidates{with_others, true} : Candidates{trace_only, false};
    learn(trace, sequence);
    DangerFixpoint fixpoint(pool_, remaining);
    for (std::size_t i = sequence.size(); i-- > 0;) fixpoint.add(trace.run.states[i], sequence[i]);
    fixpoint.run(candidates);
    if (config_.generalization == Generalization::danger_loops) {
      if (auto result = cover_loops(remaining, trace, fixpoint.annotation(), candidates)) return *std::move(result);
    }
    // Transitions that nobody had the time to refute would make the language larger than 4.5 does, so this has time of
    // its own, and without an end in time the trace stays alone.
    pool_.set_deadline(FormulaPool::Clock::now() +
                       std::max<FormulaPool::Clock::duration>(config_.time_limit, at_least));
    const bool strict = config_.generalization == Generalization::danger_strict;
    ErrorAutomaton result =
        make_automaton(pool_, remaining, fixpoint.annotation(), DeadEnds::removed, strict ? Steps::must : Steps::may);
    if (pool_.out_of_time()) result = {};
    result.guarantee = strict ? Guarantee::feasible : Guarantee::feasible_continuation;
    if (!automata::accepts(result.automaton, trace.run.word)) add_path(result, trace, sequence);
    return result;
  }

  /// The greatest fixpoint, if it covers more than the least one and the trace too.
  std::optional<ErrorAutomaton> cover_loops(const Nfa& remaining, const FeasibleTrace& trace, const Annotation& least,
                                            const Candidates& candidates) {
    const auto of_head = [&](State head) {
      std::vector<FormulaId> predicates = least[head];
      for (const FormulaId known : candidates_.originals(location_of(remaining, head)))
        if (std::find(predicates.begin(), predicates.end(), known) == predicates.end()) predicates.push_back(known);
      return loop_candidates(pool_, predicates);
    };
    spend_at_most(2);
    const auto greatest = greatest_fixpoint(pool_, remaining, least, of_head, {candidates.of, true});
    pool_.set_deadline(deadline_);
    if (!greatest) return std::nullopt;
    ErrorAutomaton result = make_automaton(pool_, remaining, *greatest, DeadEnds::kept);
    if (pool_.out_of_time() || !automata::accepts(result.automaton, trace.run.word)) return std::nullopt;
    spend_at_most(4);
    result.guarantee =
        proves_termination(pool_, result) ? Guarantee::feasible_continuation : Guarantee::feasible_or_nonterminating;
    return result;
  }

  void learn(const FeasibleTrace& trace, const std::vector<FormulaId>& sequence) {
    if (config_.predicates == DangerPredicates::trace && config_.generalization != Generalization::danger_loops) return;
    for (std::size_t i = 0; i + 1 < sequence.size(); ++i)
      candidates_.learn(pool_.alphabet().sources.at(trace.run.word[i]), sequence[i]);
  }

  /// This share of the time that is left, until the deadline is set again.
  void spend_at_most(int share) {
    const auto now = FormulaPool::Clock::now();
    pool_.set_deadline(now + std::max(deadline_ - now, FormulaPool::Clock::duration::zero()) / share);
  }

  /// Precondition: the state has a transition.
  [[nodiscard]] std::uint32_t location_of(const Nfa& automaton, State state) const {
    return pool_.alphabet().sources.at(automaton.transitions(state).front().letter);
  }

  /// φ_n = true, φ_i = pre(φ_{i+1}, letter).
  std::vector<FormulaId> predicates_of(const FeasibleTrace& trace) {
    const automata::Word& word = trace.run.word;
    for (std::size_t i = 0; i < trace.choices.size(); ++i) pool_.learn_choices(word[i], trace.choices[i]);
    std::vector<FormulaId> result(word.size() + 1, FormulaPool::true_id);
    for (std::size_t i = word.size(); i-- > 0;) result[i] = pool_.precondition(result[i + 1], word[i]);
    return result;
  }

  static ErrorAutomaton trace_alone(const FeasibleTrace& trace) {
    ErrorAutomaton result;
    result.automaton = automata::single_word(trace.run.word);
    result.guarantee = Guarantee::feasible;
    return result;
  }

  /// The trace with states of its own. Keeps condition (5): each predicate is a precondition of the next.
  void add_path(ErrorAutomaton& result, const FeasibleTrace& trace, const std::vector<FormulaId>& sequence) {
    State last = 0;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      const State state = result.automaton.add_state(i + 1 == sequence.size());
      result.predicates.push_back(pool_.term(sequence[i]));
      if (i == 0)
        result.automaton.add_initial(state);
      else
        result.automaton.add_transition(last, trace.run.word[i - 1], state);
      last = state;
    }
  }

  /// For the transitions of one automaton.
  static constexpr std::chrono::seconds at_least{3};

  GeneralizerConfig config_;
  FormulaPool pool_;
  CandidateStore candidates_;
  FormulaPool::Clock::time_point deadline_;  ///< of the automaton being made
};

}  // namespace

std::unique_ptr<ErrorGeneralizer> make_danger_generalizer(logic::TermManager& terms, const Alphabet& alphabet,
                                                          const GeneralizerConfig& config) {
  return std::make_unique<DangerGeneralizer>(terms, alphabet, config);
}

}  // namespace bireach::relevance
