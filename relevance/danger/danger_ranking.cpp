// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/danger_ranking.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace bireach::relevance {

using automata::Nfa;
using automata::State;
using automata::Transition;
using logic::Kind;
using logic::Term;

namespace {

constexpr std::size_t terms_tried = 24;

/// One transition of the automaton, or several in a row with the predicates between them in the guard.
struct RankedStep {
  State source;
  State target;
  logic::TransitionFormula letters;
};
using RankedSteps = std::vector<RankedStep>;

/// Strongly connected components of the graph of these steps (Tarjan, SIAM J. Comput. 1972, without recursion).
class RankedComponents {
 public:
  RankedComponents(std::size_t states, const RankedSteps& steps) : next_(states), number_(states, 0), low_(states, 0) {
    component_.assign(states, none);
    for (const RankedStep& step : steps) next_[step.source].push_back(step.target);
    for (State state = 0; state < states; ++state)
      if (number_[state] == 0) visit(state);
  }

  [[nodiscard]] std::size_t of(State state) const { return component_[state]; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void visit(State root) {
    std::vector<std::pair<State, std::size_t>> path;
    enter(root, path);
    while (!path.empty()) {
      const State state = path.back().first;
      if (path.back().second < next_[state].size()) {
        const State target = next_[state][path.back().second++];
        if (number_[target] == 0)
          enter(target, path);
        else if (component_[target] == none)
          low_[state] = std::min(low_[state], number_[target]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[state]);
      if (low_[state] == number_[state]) close(state);
    }
  }

  void enter(State state, std::vector<std::pair<State, std::size_t>>& path) {
    number_[state] = low_[state] = ++visited_;
    open_.push_back(state);
    path.emplace_back(state, 0);
  }

  void close(State root) {
    for (bool last = false; !last;) {
      const State member = open_.back();
      open_.pop_back();
      component_[member] = closed_;
      last = member == root;
    }
    ++closed_;
  }

  std::vector<std::vector<State>> next_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<std::size_t> component_;
  std::vector<State> open_;
  std::size_t visited_ = 0;
  std::size_t closed_ = 0;
};

/// Steps within a component, by component.
std::vector<RankedSteps> cyclic_parts(std::size_t states, const RankedSteps& steps) {
  const RankedComponents components(states, steps);
  std::map<std::size_t, RankedSteps> parts;
  for (const RankedStep& step : steps)
    if (components.of(step.source) == components.of(step.target)) parts[components.of(step.source)].push_back(step);
  std::vector<RankedSteps> result;
  for (auto& [component, part] : parts) result.push_back(std::move(part));
  return result;
}

class Termination {
 public:
  Termination(FormulaPool& pool, const ErrorAutomaton& automaton)
      : pool_(pool), terms_(pool.terms()), automaton_(automaton) {}

  bool run() {
    const Nfa& nfa = automaton_.automaton;
    RankedSteps all;
    for (State state = 0; state < nfa.size(); ++state)
      for (const Transition& transition : nfa.transitions(state))
        all.push_back({state, transition.target, pool_.alphabet().transitions.at(transition.letter)});
    return ends(all);
  }

 private:
  bool ends(const RankedSteps& steps) {
    const auto parts = cyclic_parts(automaton_.automaton.size(), steps);
    return std::all_of(parts.begin(), parts.end(), [&](const RankedSteps& part) {
      const auto rest = without_decreasing(contract(part));
      return rest && ends(*rest);
    });
  }

  /// Puts steps together at states with one step in or one out: what holds on the way there is known after it then.
  /// Each execution without end still passes the states that are left infinitely often.
  RankedSteps contract(RankedSteps part) {
    for (bool changed = true; changed;) {
      changed = false;
      std::map<State, std::pair<std::size_t, std::size_t>> degrees;  // in, out
      for (const RankedStep& step : part) {
        ++degrees[step.target].first;
        ++degrees[step.source].second;
      }
      for (const auto& [state, degree] : degrees) {
        if ((degree.first == 1 || degree.second == 1) && bypass(part, state)) {
          changed = true;
          break;  // the degrees are others now
        }
      }
    }
    return part;
  }

  /// False, and nothing is changed, if the state has a step to itself or formulas would become large.
  bool bypass(RankedSteps& part, State state) {
    constexpr std::size_t largest = 300;
    RankedSteps result;
    for (const RankedStep& first : part) {
      if (first.source == state && first.target == state) return false;
      if (first.target != state) {
        if (first.source != state) result.push_back(first);
        continue;
      }
      for (const RankedStep& second : part) {
        if (second.source == state) {
          result.push_back({first.source, second.target, in_a_row(first, second)});
          if (logic::dag_size(result.back().letters.guard) > largest) return false;
        }
      }
    }
    part = std::move(result);
    return true;
  }

  logic::TransitionFormula in_a_row(const RankedStep& first, const RankedStep& second) {
    logic::TransitionFormula between = logic::identity_transition(terms_);
    between.guard = automaton_.predicates[first.target];
    return logic::compose(terms_, logic::compose(terms_, first.letters, between),
                          logic::with_fresh_auxiliaries(terms_, second.letters));
  }

  /// The steps that are left when those are gone which some ranking term decreases; nothing if there is none.
  std::optional<RankedSteps> without_decreasing(const RankedSteps& part) {
    for (const Term rank : ranking_terms(part)) {
      RankedSteps rest;
      bool increased = false;
      for (const RankedStep& step : part) {
        if (pool_.out_of_time()) return std::nullopt;
        if (always(step, rank, Order::smaller)) continue;
        if (!always(step, rank, Order::not_larger)) {
          increased = true;
          break;
        }
        rest.push_back(step);
      }
      if (!increased && rest.size() < part.size()) return rest;
    }
    return std::nullopt;
  }

  enum class Order { smaller, not_larger };
  /// Is the term always so after the step, compared with before? Smaller: and it was not below the bound.
  bool always(const RankedStep& step, Term rank, Order order) {
    const bool strictly = order == Order::smaller;
    const logic::TransitionFormula& letter = step.letters;
    const logic::Substitution updates(letter.updates.begin(), letter.updates.end());
    const Term after = terms_.substitute(rank, updates);
    if (!strictly && after == rank) return true;
    Term wanted;
    if (rank.sort().is_int()) {
      // Lower than any value of a linear term over C's types; the ranges prove it.
      const Term bound = terms_.integer(-logic::power_of_two(140));
      wanted = strictly ? terms_.and_(terms_.less(after, rank), terms_.less_equal(bound, rank))
                        : terms_.less_equal(after, rank);
    } else {
      wanted = terms_.bv_binary(strictly ? Kind::BvUlt : Kind::BvUle, after, rank);
    }
    const Term move = terms_.and_({automaton_.predicates[step.source], letter.guard,
                                   terms_.substitute(automaton_.predicates[step.target], updates)});
    return pool_.unsatisfiable(terms_.and_(move, terms_.not_(wanted)));
  }

  std::vector<Term> ranking_terms(const RankedSteps& part) {
    std::vector<Term> result;
    const auto add = [&](Term term) {
      const bool number = term.sort().is_int() || term.sort().is_bit_vector();
      if (number && term.has_variable() && result.size() < terms_tried &&
          std::find(result.begin(), result.end(), term) == result.end())
        result.push_back(term);
    };
    for (const RankedStep& step : part) {
      const logic::TransitionFormula& letter = step.letters;
      for (const auto& [variable, value] : letter.updates) {
        if (variable.sort().is_int()) {
          add(variable);
          add(terms_.neg(variable));
        } else if (variable.sort().is_bit_vector()) {
          add(variable);
          add(terms_.bv_unary(Kind::BvNot, variable));
        }
      }
    }
    for (const RankedStep& step : part) {
      const logic::TransitionFormula& letter = step.letters;
      for (const Term part_of_guard : logic::conjuncts(letter.guard)) add_sides(part_of_guard, letter, add);
    }
    return result;
  }

  template <typename Add>
  void add_sides(Term literal, const logic::TransitionFormula& letter, const Add& add) {
    const Term atom = literal.kind() == Kind::Not ? literal[0] : literal;
    if ((atom.kind() != Kind::LessEqual && atom.kind() != Kind::Equal) || !atom[0].sort().is_int()) return;
    for (const Term variable : logic::free_variables(atom)) {
      const auto& chosen = letter.auxiliaries;
      if (std::find(chosen.begin(), chosen.end(), variable) != chosen.end()) return;
    }
    add(terms_.sub(atom[1], atom[0]));
    add(terms_.sub(atom[0], atom[1]));
  }

  FormulaPool& pool_;
  logic::TermManager& terms_;
  const ErrorAutomaton& automaton_;
};

}  // namespace

bool proves_termination(FormulaPool& pool, const ErrorAutomaton& automaton) {
  return Termination(pool, automaton).run();
}

}  // namespace bireach::relevance
