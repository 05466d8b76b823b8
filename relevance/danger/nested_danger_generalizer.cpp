// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>

#include "relevance/danger/danger_candidates.h"
#include "relevance/danger/generalizers.h"
#include "relevance/danger/nested_danger_construction.h"
#include "relevance/danger/nested_danger_fixpoint.h"

namespace bireach::relevance {

using automata::Letter;
using automata::State;
using automata::SymbolKind;
using logic::Term;

namespace {

/// A trace with what has to hold before each position, and the goal of the activation there.
struct Annotated {
  std::vector<NestedNode> nodes;
  std::vector<FormulaId> predicates;
};

class NestedDangerGeneralizer final : public NestedErrorGeneralizer {
 public:
  NestedDangerGeneralizer(logic::TermManager& terms, const NestedAlphabet& alphabet, const GeneralizerConfig& config)
      : config_(config),
        terms_(terms),
        alphabet_(alphabet),
        pool_(terms, alphabet.letters, config),
        calls_(pool_, alphabet),
        candidates_(pool_) {}

  NestedErrorAutomaton generalize(const NestedFeasibleTrace& trace) override {
    deadline_ = FormulaPool::Clock::now() + config_.time_limit;
    // The other half is for induction.
    const bool generalised = config_.predicates == DangerPredicates::generalised;
    pool_.set_deadline(generalised ? deadline_ - config_.time_limit / 2 : deadline_);
    NestedErrorAutomaton result = construct(trace);
    ++pool_.statistics().automata;
    pool_.statistics().states += result.automaton.size();
    return result;
  }
  void set_predicates(DangerPredicates predicates) override { config_.predicates = predicates; }
  void set_time_limit(std::chrono::milliseconds limit) override { config_.time_limit = limit; }
  [[nodiscard]] const GeneralizationStatistics& statistics() const override { return pool_.statistics(); }

 private:
  NestedErrorAutomaton construct(const NestedFeasibleTrace& trace) {
    for (std::size_t i = 0; i < trace.choices.size(); ++i) pool_.learn_choices(trace.word[i].letter, trace.choices[i]);
    const Annotated own = annotate(trace);
    if (!pool_.may_hold(own.predicates.front())) return trace_alone(trace);  // some letter gives no evidence of a path
    const bool generalised = config_.predicates == DangerPredicates::generalised;
    std::map<std::uint32_t, std::vector<FormulaId>> of_location;
    for (std::size_t i = own.nodes.size(); i-- > 0;) {
      std::vector<FormulaId>& here = of_location[own.nodes[i].location];
      if (std::find(here.begin(), here.end(), own.predicates[i]) == here.end()) here.push_back(own.predicates[i]);
      if (!alphabet_.accepting[own.nodes[i].location]) candidates_.learn(own.nodes[i].location, own.predicates[i]);
    }
    const NestedCandidates known{[&](std::uint32_t location) -> const std::vector<FormulaId>& {
                                   return generalised ? candidates_.of(location) : of_location[location];
                                 },
                                 generalised};
    NestedFixpoint fixpoint(pool_, calls_, alphabet_);
    for (std::size_t i = own.nodes.size(); i-- > 0;)
      if (const std::size_t context = alphabet_.contexts[own.nodes[i].location]; context != 0)
        fixpoint.add_goal(context - 1, own.nodes[i].goal);
    for (std::size_t i = own.nodes.size(); i-- > 0;) fixpoint.add(own.nodes[i], own.predicates[i]);
    fixpoint.run(known);
    return finish(trace, own, fixpoint, known);
  }

  NestedErrorAutomaton finish(const NestedFeasibleTrace& trace, const Annotated& own, const NestedFixpoint& fixpoint,
                              const NestedCandidates& known) {
    std::optional<NestedAnnotation> more;
    if (config_.predicates == DangerPredicates::generalised) {
      pool_.set_deadline(deadline_);
      more = annotate_by_induction(pool_, calls_, alphabet_, fixpoint, known);
    }
    // Transitions that nobody had the time to refute would make the language larger than it has to be.
    pool_.set_deadline(FormulaPool::Clock::now() +
                       std::max<FormulaPool::Clock::duration>(config_.time_limit, at_least));
    const Steps steps = config_.generalization == Generalization::danger_strict ? Steps::must : Steps::may;
    NestedErrorAutomaton result =
        make_nested_automaton(pool_, calls_, alphabet_, more ? *more : fixpoint.annotation(), steps);
    if (pool_.out_of_time()) {
      result.automaton = {};
      result.predicates.clear();
      result.goals.clear();
    }
    if (!automata::accepts(result.automaton, trace.word)) add_path(result, trace, own);
    return result;
  }

  // --- the trace ---

  /// What is wanted of the running activation while the trace is read backwards.
  struct OpenReturn {
    FormulaId post;        ///< behind the return
    FormulaId outer_goal;  ///< of the caller
    FormulaId goal;        ///< of the callee
  };

  /// true at the end; preconditions along internal letters; at a return, a goal of the callee that its exit satisfies
  /// and that makes the predicate behind the return hold, which the predicate before the call then demands.
  Annotated annotate(const NestedFeasibleTrace& trace) {
    const automata::NestedWord& word = trace.word;
    const auto calls = automata::matching_calls(word);
    Annotated result;
    result.nodes.resize(word.size() + 1);
    result.predicates.assign(word.size() + 1, FormulaPool::true_id);
    result.nodes.back() = {alphabet_.shapes.at(word.back().letter).target, FormulaPool::false_id};
    FormulaId now = FormulaPool::true_id;
    FormulaId goal = FormulaPool::false_id;
    std::vector<OpenReturn> open;
    for (std::size_t i = word.size(); i-- > 0;) {
      const Letter letter = word[i].letter;
      if (word[i].kind == SymbolKind::return_) {
        const FormulaId wanted = goal_of_call(trace, *calls[i], i, now);
        open.push_back({now, goal, wanted});
        now = goal = wanted;
      } else {
        now = pool_.precondition(now, letter);
        if (word[i].kind == SymbolKind::call && !open.empty()) {
          const FormulaId sure = calls_.sure_return(open.back().goal, letter, open.back().post);
          now = pool_.intern(terms_.and_(pool_.term(now), pool_.term(sure)));
          goal = open.back().outer_goal;
          open.pop_back();
        }
      }
      const std::uint32_t location = alphabet_.shapes[letter].source;
      const std::size_t context = alphabet_.contexts[location];
      if (context != 0 && alphabet_.procedures[context - 1].entry == location) now = calls_.at_entry(context - 1, now);
      result.nodes[i] = {location, goal};
      result.predicates[i] = now;
    }
    return result;
  }

  /// The weakest goal, if it is not lost that the caller knows more; else what the callee's part of the trace does.
  FormulaId goal_of_call(const NestedFeasibleTrace& trace, std::size_t call, std::size_t back, FormulaId post) {
    const auto weakest = calls_.goal_for(trace.word[call].letter, post);
    if (weakest && logic::evaluate_bool(pool_.term(*weakest), trace.before.at(back))) return *weakest;
    return pool_.intern(relation(trace, call, back, post));
  }

  /// The callee's part of the trace as a relation of the values at its entry and those at its exit that matter.
  Term relation(const NestedFeasibleTrace& trace, std::size_t call, std::size_t back, FormulaId post) {
    logic::Substitution values;
    std::vector<logic::Substitution> suspended;
    std::vector<Term> conditions;
    const std::size_t procedure = calls_.procedure_of(trace.word[call].letter);
    for (const auto& [variable, at_entry] : alphabet_.procedures[procedure].entry_values) {
      values.insert_or_assign(variable, at_entry);
      values.insert_or_assign(at_entry, at_entry);
    }
    for (std::size_t i = call + 1; i < back; ++i) follow(trace, i, values, suspended, conditions);
    const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(trace.word[back].letter);
    std::vector<Term> read{transition.guard,
                           terms_.substitute(pool_.term(post), {transition.updates.begin(), transition.updates.end()})};
    for (const Term variable : logic::free_variables(terms_.and_(std::move(read))))
      if (const auto value = values.find(variable); value != values.end() && value->second != variable)
        conditions.push_back(terms_.equal(variable, value->second));
    return terms_.and_(std::move(conditions));
  }

  void follow(const NestedFeasibleTrace& trace, std::size_t i, logic::Substitution& values,
              std::vector<logic::Substitution>& suspended, std::vector<Term>& conditions) {
    const automata::Symbol& symbol = trace.word[i];
    const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(symbol.letter);
    logic::Substitution map = values;
    for (const Term auxiliary : transition.auxiliaries) {
      const logic::Value value =
          i < trace.choices.size() ? trace.choices[i].get(auxiliary) : logic::default_value(auxiliary.sort());
      map.insert_or_assign(auxiliary, terms_.from_value(value, auxiliary.sort()));
    }
    if (symbol.kind == SymbolKind::return_) {
      for (const auto& [variable, copy] : alphabet_.hierarchical)
        if (const auto value = suspended.back().find(variable); value != suspended.back().end())
          map.insert_or_assign(copy, value->second);
      suspended.pop_back();
    }
    conditions.push_back(terms_.substitute(transition.guard, map));
    logic::Substitution next = values;
    if (symbol.kind == SymbolKind::call) {
      suspended.push_back(values);
      next.clear();
    }
    for (const auto& [variable, value] : transition.updates)
      next.insert_or_assign(variable, terms_.substitute(value, map));
    values = std::move(next);
  }

  static NestedErrorAutomaton trace_alone(const NestedFeasibleTrace& trace) {
    NestedErrorAutomaton result;
    result.automaton = automata::single_nested_word(trace.word);
    result.guarantee = Guarantee::feasible;
    return result;
  }

  /// The trace with states of its own. Each predicate is what condition (5) asks for.
  void add_path(NestedErrorAutomaton& result, const NestedFeasibleTrace& trace, const Annotated& own) {
    const auto first = static_cast<State>(result.automaton.size());
    for (std::size_t i = 0; i < own.nodes.size(); ++i) {
      result.automaton.add_state(i + 1 == own.nodes.size());
      result.predicates.push_back(pool_.term(own.predicates[i]));
      result.goals.push_back(pool_.term(own.nodes[i].goal));
    }
    result.automaton.add_initial(first);
    const auto calls = automata::matching_calls(trace.word);
    for (std::size_t i = 0; i < trace.word.size(); ++i) {
      const State source = first + static_cast<State>(i);
      const Letter letter = trace.word[i].letter;
      switch (trace.word[i].kind) {
        case SymbolKind::internal:
          result.automaton.add_internal(source, letter, source + 1);
          break;
        case SymbolKind::call:
          result.automaton.add_call(source, letter, source + 1);
          break;
        case SymbolKind::return_:
          result.automaton.add_return(source, first + static_cast<State>(*calls[i]), letter, source + 1);
          break;
      }
    }
  }

  /// For the transitions of one automaton.
  static constexpr std::chrono::seconds at_least{3};

  GeneralizerConfig config_;
  logic::TermManager& terms_;
  const NestedAlphabet& alphabet_;
  FormulaPool pool_;
  NestedCalls calls_;
  CandidateStore candidates_;
  FormulaPool::Clock::time_point deadline_;  ///< of the automaton being made
};

}  // namespace

/// With Generalization::danger_loops, loops within an activation are covered as far as the least fixpoint covers them.
std::unique_ptr<NestedErrorGeneralizer> make_nested_danger_generalizer(logic::TermManager& terms,
                                                                       const NestedAlphabet& alphabet,
                                                                       const GeneralizerConfig& config) {
  return std::make_unique<NestedDangerGeneralizer>(terms, alphabet, config);
}

}  // namespace bireach::relevance
