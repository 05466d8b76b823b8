// SPDX-License-Identifier: Apache-2.0
/// The proof behind an empty language of nested error traces, as procedure summaries.
#include <algorithm>
#include <set>

#include "checker/engines/nested_refinement.h"

namespace bireach::checker {

using automata::Letter;
using automata::State;
using frontend::LocationId;
using logic::Term;

namespace {

/// All subtracted automata side by side.
class SideBySide final : public automata::LazyNestedAutomaton {
 public:
  explicit SideBySide(const std::vector<std::unique_ptr<NestedFloydHoareAutomaton>>& members) : members_(members) {}

  State initial() override {
    return collect([](NestedFloydHoareAutomaton& member, std::size_t) { return member.initial(); });
  }
  bool is_accepting(State state) override { return is_universal(state); }
  bool is_universal(State state) override {
    for (std::size_t i = 0; i < members_.size(); ++i)
      if (members_[i]->is_universal((*states_[state])[i])) return true;
    return false;
  }
  State after_internal(State state, Letter letter) override {
    return collect([&, from = *states_[state]](NestedFloydHoareAutomaton& member, std::size_t i) {
      return member.after_internal(from[i], letter);
    });
  }
  State after_call(State state, Letter letter) override {
    return collect([&, from = *states_[state]](NestedFloydHoareAutomaton& member, std::size_t i) {
      return member.after_call(from[i], letter);
    });
  }
  State after_return(State state, State hierarchical, Letter letter) override {
    return collect(
        [&, from = *states_[state], caller = *states_[hierarchical]](NestedFloydHoareAutomaton& member, std::size_t i) {
          return member.after_return(from[i], caller[i], letter);
        });
  }
  [[nodiscard]] Term formula(State state, const logic::PredicateUnifier& unifier, logic::TermManager& terms) const {
    std::vector<Term> conjuncts;
    for (std::size_t i = 0; i < members_.size(); ++i)
      for (const logic::PredicateId p : members_[i]->predicates((*states_[state])[i]))
        conjuncts.push_back(unifier.formula(p));
    return terms.and_(conjuncts);
  }

 private:
  template <typename Step>
  State collect(const Step& step) {
    std::vector<State> next;
    for (std::size_t i = 0; i < members_.size(); ++i) next.push_back(step(*members_[i], i));
    const auto [entry, fresh] = numbers_.try_emplace(std::move(next), static_cast<State>(states_.size()));
    if (fresh) states_.push_back(&entry->first);
    return entry->second;
  }

  const std::vector<std::unique_ptr<NestedFloydHoareAutomaton>>& members_;
  std::map<std::vector<State>, State> numbers_;
  std::vector<const std::vector<State>*> states_;
};

}  // namespace

std::optional<std::map<LocationId, Term>> nested_annotation(
    const NestedProgram& program, const logic::PredicateUnifier& unifier,
    const std::vector<std::unique_ptr<NestedFloydHoareAutomaton>>& automata, std::size_t state_limit) {
  logic::TermManager& terms = program.semantics().terms();
  SideBySide all(automata);
  const auto product =
      automata::reachable_product(program.automaton(WordEnds::errors_and_unsupported), all, state_limit);
  if (!product) return std::nullopt;
  const auto contexts = automata::call_predecessors(product->automaton);
  logic::Substitution to_entry;
  for (frontend::VariableId v = 0; v < program.program().variables.size(); ++v)
    to_entry.emplace(program.semantics().variable(v), program.at_entry(v));
  const auto formula = [&](State state) { return all.formula(product->components[state].second, unifier, terms); };
  // By procedure: its entry states. By location: what holds there, by entry state.
  std::map<ProcedureFlow::Context, std::set<State>> entries;
  std::map<LocationId, std::map<State, std::vector<Term>>> reached;
  std::map<LocationId, Term> result;
  for (State state = 0; state < product->automaton.size(); ++state) {
    const LocationId location = product->components[state].first;
    for (const State caller : contexts[state]) {
      if (caller == automata::outermost) {
        reached[location][automata::outermost].push_back(formula(state));
        continue;
      }
      for (const automata::Transition& call : product->automaton.calls(caller)) {
        entries[program.context_of(location)].insert(call.target);
        auto& formulas = reached[location][call.target];
        const Term here = formula(state);
        if (std::find(formulas.begin(), formulas.end(), here) == formulas.end()) formulas.push_back(here);
      }
    }
  }
  for (const auto& [location, by_entry] : reached) {
    const ProcedureFlow::Context context = program.context_of(location);
    if (context == 0) {
      result[location] = terms.or_(by_entry.at(automata::outermost));
      continue;
    }
    std::vector<Term> preconditions;
    std::vector<Term> contracts;
    const bool is_entry = program.program().procedures[context - 1].entry == location;
    for (const State entry : entries[context]) {
      const Term holds_at_entry = terms.substitute(formula(entry), to_entry);
      preconditions.push_back(holds_at_entry);
      const auto here = by_entry.find(entry);
      const Term follows = here == by_entry.end() ? terms.false_term() : terms.or_(here->second);
      if (!is_entry) contracts.push_back(terms.implies(holds_at_entry, follows));
    }
    contracts.push_back(terms.or_(preconditions));
    result[location] = terms.and_(contracts);
  }
  return result;
}

}  // namespace bireach::checker
