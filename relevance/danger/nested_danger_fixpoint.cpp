// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/nested_danger_fixpoint.h"

#include <algorithm>

#include "logic/elimination/quantifier_elimination.h"
#include "logic/elimination/rule_eliminator.h"
#include "relevance/danger/danger_construction.h"

namespace bireach::relevance {

using automata::Letter;
using automata::SymbolKind;
using logic::Kind;
using logic::Term;

namespace {

constexpr unsigned nested_exact_changes = 4;
constexpr std::size_t nested_preconditions = 8;
constexpr std::chrono::milliseconds nested_elimination_limit{300};
constexpr std::size_t largest_goal = 150;

}  // namespace

// --- calls and returns ---

NestedCalls::NestedCalls(FormulaPool& pool, const NestedAlphabet& alphabet) : pool_(pool), alphabet_(alphabet) {
  for (const auto& [variable, copy] : alphabet.hierarchical) caller_.emplace(copy, variable);
  for (const NestedAlphabet::Procedure& procedure : alphabet.procedures)
    entry_values_.emplace_back(procedure.entry_values.begin(), procedure.entry_values.end());
  for (Letter call = 0; call < alphabet.shapes.size(); ++call) {
    const NestedAlphabet::Shape& shape = alphabet.shapes[call];
    if (shape.kind != SymbolKind::call) continue;
    procedure_of_.emplace(call, alphabet.contexts.at(shape.target) - 1);
    for (Letter back = 0; back < alphabet.shapes.size(); ++back)
      if (alphabet.shapes[back].kind == SymbolKind::return_ && alphabet.shapes[back].call == shape.source)
        return_of_.emplace(call, back);
  }
}

std::optional<Letter> NestedCalls::return_of(Letter call) const {
  const auto found = return_of_.find(call);
  return found == return_of_.end() ? std::nullopt : std::optional(found->second);
}

FormulaId NestedCalls::at_entry(std::size_t procedure, FormulaId formula) {
  return pool_.intern(pool_.terms().substitute(pool_.term(formula), entry_values_[procedure]));
}

Term NestedCalls::after(Letter return_letter, Term post) {
  const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(return_letter);
  const logic::Substitution updates(transition.updates.begin(), transition.updates.end());
  return pool_.terms().and_(transition.guard, pool_.terms().substitute(post, updates));
}

std::optional<Term> NestedCalls::without(Side side, Term body) {
  std::vector<Term> variables;
  for (const Term variable : logic::free_variables(body))
    if (caller_.contains(variable) == (side == Side::caller)) variables.push_back(variable);
  const Term reduced = logic::eliminate_cheaply(pool_.terms(), variables, body);
  if (variables.empty() && !reduced.has_quantifier()) return reduced;
  if (pool_.out_of_time()) return std::nullopt;
  logic::EliminationConfig limits;
  limits.time_limit = nested_elimination_limit;
  return logic::eliminate_exists(pool_.terms(), variables, reduced, limits);
}

FormulaId NestedCalls::sure_return(FormulaId goal, Letter call, FormulaId post) {
  const auto back = return_of(call);
  if (!back || goal == FormulaPool::false_id) return FormulaPool::true_id;
  const std::tuple key{goal, call, post};
  if (const auto known = sure_.find(key); known != sure_.end()) return known->second;
  const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(*back);
  if (!transition.exact || !transition.auxiliaries.empty()) return FormulaPool::false_id;
  logic::TermManager& terms = pool_.terms();
  const logic::Substitution updates(transition.updates.begin(), transition.updates.end());
  const Term missed =
      terms.and_({pool_.term(goal), transition.guard, terms.not_(terms.substitute(pool_.term(post), updates))});
  FormulaId result = FormulaPool::false_id;
  if (missed.is_false() || (!pool_.out_of_time() && pool_.unsatisfiable(missed)))
    result = FormulaPool::true_id;
  else if (const auto callers = without(Side::callee, missed))
    result = pool_.intern(terms.not_(terms.substitute(*callers, caller_)));
  if (result != FormulaPool::false_id || !pool_.out_of_time()) sure_.emplace(key, result);
  return result;
}

std::optional<FormulaId> NestedCalls::goal_for(Letter call, FormulaId post) {
  const auto back = return_of(call);
  if (!back || pool_.out_of_time()) return std::nullopt;
  const std::pair key{call, post};
  if (const auto known = goals_.find(key); known != goals_.end()) return known->second;
  const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(*back);
  logic::TermManager& terms = pool_.terms();
  const logic::Substitution updates(transition.updates.begin(), transition.updates.end());
  const Term missed = terms.and_(transition.guard, terms.not_(terms.substitute(pool_.term(post), updates)));
  std::optional<FormulaId> result;
  if (transition.exact && transition.auxiliaries.empty()) {
    const auto exits = without(Side::caller, missed);
    if (exits && logic::dag_size(*exits) <= largest_goal) {
      const FormulaId goal = pool_.intern(terms.not_(*exits));
      if (pool_.may_hold(goal)) result = goal;
    }
  }
  goals_.emplace(key, result);
  return result;
}

bool NestedCalls::may_return(FormulaId goal, FormulaId predicate, Letter call, FormulaId post) {
  const auto back = return_of(call);
  if (!back) return false;
  logic::TermManager& terms = pool_.terms();
  const Term caller = terms.substitute(pool_.term(predicate), alphabet_.hierarchical);
  return pool_.may_hold(pool_.intern(terms.and_({pool_.term(goal), caller, after(*back, pool_.term(post))})));
}

bool NestedCalls::must_return(FormulaId goal, FormulaId predicate, Letter call, FormulaId post) {
  const auto back = return_of(call);
  if (!back) return false;
  logic::TermManager& terms = pool_.terms();
  const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(*back);
  const logic::Substitution updates(transition.updates.begin(), transition.updates.end());
  const Term caller = terms.substitute(pool_.term(predicate), alphabet_.hierarchical);
  const Term missed = terms.not_(terms.substitute(pool_.term(post), updates));
  return pool_.unsatisfiable(terms.and_({pool_.term(goal), caller, transition.guard, missed}));
}

// --- the fixpoint ---

NestedFixpoint::NestedFixpoint(FormulaPool& pool, NestedCalls& calls, const NestedAlphabet& alphabet)
    : pool_(pool),
      calls_(calls),
      alphabet_(alphabet),
      goals_(alphabet.procedures.size(), {FormulaPool::false_id}),
      outgoing_(alphabet.contexts.size()),
      incoming_(alphabet.contexts.size()) {
  automata::Nfa graph;  // for the order: a call leads into the callee and over it
  for (std::size_t location = 0; location < alphabet.contexts.size(); ++location)
    graph.add_state(alphabet.accepting[location]);
  graph.add_initial(alphabet.initial);
  for (Letter letter = 0; letter < alphabet.shapes.size(); ++letter) {
    const NestedAlphabet::Shape& shape = alphabet.shapes[letter];
    incoming_[shape.target].push_back(letter);
    if (shape.kind == SymbolKind::return_) {
      graph.add_transition(shape.call, letter, shape.target);
    } else {
      outgoing_[shape.source].push_back(letter);
      graph.add_transition(shape.source, letter, shape.target);
    }
  }
  order_ = depth_first_order(graph).position;
  for (std::uint32_t location = 0; location < alphabet.contexts.size(); ++location)
    if (alphabet.accepting[location]) touch({location, FormulaPool::false_id});
}

void NestedFixpoint::pend(std::uint32_t location, FormulaId goal) {
  const NestedNode node{location, goal};
  if (!frozen_.contains(node)) pending_.emplace(order_[location], node);
}

/// What may count on the node is looked at again.
void NestedFixpoint::touch(const NestedNode& node) {
  for (const Letter letter : incoming_[node.location]) {
    const NestedAlphabet::Shape& shape = alphabet_.shapes[letter];
    const std::uint32_t source = shape.kind == SymbolKind::return_ ? shape.call : shape.source;
    if (shape.kind != SymbolKind::call && !alphabet_.accepting[node.location]) {
      pend(source, node.goal);
      continue;
    }
    const std::size_t context = alphabet_.contexts[source];
    if (context == 0) {
      pend(source, FormulaPool::false_id);
      continue;
    }
    for (const FormulaId goal : goals_[context - 1]) pend(source, goal);
  }
}

void NestedFixpoint::add_goal(std::size_t procedure, FormulaId goal) {
  std::vector<FormulaId>& here = goals_[procedure];
  if (std::find(here.begin(), here.end(), goal) != here.end()) return;
  here.push_back(goal);
  const NestedNode exit{alphabet_.procedures[procedure].exit, goal};
  annotation_[exit] = {goal};
  frozen_.insert(exit);
  for (std::uint32_t location = 0; location < alphabet_.contexts.size(); ++location)
    if (alphabet_.contexts[location] == procedure + 1 && !outgoing_[location].empty()) pend(location, goal);
}

const std::vector<FormulaId>& NestedFixpoint::of(const NestedNode& node) const {
  static const std::vector<FormulaId> none;
  static const std::vector<FormulaId> all{FormulaPool::true_id};
  if (alphabet_.accepting[node.location]) return all;
  const auto found = annotation_.find(node);
  return found == annotation_.end() ? none : found->second;
}

bool NestedFixpoint::known_here(const NestedNode& node, FormulaId predicate) {
  const std::vector<FormulaId>& here = of(node);
  return std::any_of(here.begin(), here.end(), [&](FormulaId other) { return pool_.implies(predicate, other); });
}

void NestedFixpoint::put(const NestedNode& node, FormulaId predicate) {
  auto& here = annotation_[node];
  std::erase_if(here, [&](FormulaId other) { return pool_.implies(other, predicate); });
  here.push_back(predicate);
}

void NestedFixpoint::add(const NestedNode& node, FormulaId predicate) {
  if (predicate != FormulaPool::false_id && !alphabet_.accepting[node.location] && !frozen_.contains(node) &&
      !known_here(node, predicate)) {
    put(node, predicate);
    touch(node);
  }
}

FormulaId NestedFixpoint::both(FormulaId a, FormulaId b) {
  if (a == FormulaPool::true_id || b == FormulaPool::true_id) return a == FormulaPool::true_id ? b : a;
  return pool_.intern(pool_.terms().and_(pool_.term(a), pool_.term(b)));
}

FormulaId NestedFixpoint::decreasing(std::size_t caller_context, Letter call, FormulaId entered) {
  logic::TermManager& terms = pool_.terms();
  const logic::TransitionFormula& transition = alphabet_.letters.transitions.at(call);
  const logic::Substitution passed(transition.updates.begin(), transition.updates.end());
  const Term inner = terms.substitute((*ranks_)[calls_.procedure_of(call)], passed);
  const Term outer = (*ranks_)[caller_context - 1];
  if (inner.is_null() || outer.is_null() || inner.sort() != outer.sort()) return FormulaPool::false_id;
  for (const Term auxiliary : transition.auxiliaries) {
    const auto variables = logic::free_variables(inner);
    if (std::find(variables.begin(), variables.end(), auxiliary) != variables.end()) return FormulaPool::false_id;
  }
  const Term smaller = inner.sort().is_int() ? terms.less(inner, outer) : terms.bv_binary(Kind::BvUlt, inner, outer);
  return both(entered, pool_.intern(smaller));
}

std::vector<FormulaId> NestedFixpoint::entered(const NestedNode& node, Letter call, const NestedNode& entry) {
  std::vector<FormulaId> result;
  const std::size_t context = alphabet_.contexts[node.location];
  const bool restricted = ranks_ != nullptr && context != 0;
  for (const FormulaId predicate : of(entry)) {
    const FormulaId pre = pool_.precondition(predicate, call);
    result.push_back(restricted && pre != FormulaPool::false_id ? decreasing(context, call, pre) : pre);
  }
  if (!restricted) return result;
  if (const auto grounded = grounded_->find(entry); grounded != grounded_->end())
    for (const FormulaId predicate : grounded->second) result.push_back(pool_.precondition(predicate, call));
  return result;
}

/// The union of what holds behind a call that returns.
std::optional<FormulaId> NestedFixpoint::after_call(const NestedNode& node, Letter call) {
  const auto back = calls_.return_of(call);
  if (!back) return std::nullopt;
  std::vector<FormulaId> posts = of({alphabet_.shapes[*back].target, node.goal});
  if (posts.empty()) return std::nullopt;
  std::sort(posts.begin(), posts.end());
  if (posts.size() == 1) return posts.front();
  const auto all = pool_.disjunction(posts);
  return all ? *all : posts.back();
}

void NestedFixpoint::add_call(const NestedNode& node, Letter call, std::vector<FormulaId>& result) {
  const std::size_t procedure = calls_.procedure_of(call);
  const std::uint32_t entry = alphabet_.procedures[procedure].entry;
  const auto post = after_call(node, call);
  for (const FormulaId goal : goals_[procedure]) {
    if ((goal != FormulaPool::false_id && !post) || of({entry, goal}).empty()) continue;
    const FormulaId sure = goal == FormulaPool::false_id ? FormulaPool::true_id : calls_.sure_return(goal, call, *post);
    if (sure == FormulaPool::false_id) continue;
    for (const FormulaId pre : entered(node, call, {entry, goal}))
      if (pre != FormulaPool::false_id) result.push_back(both(pre, sure));
  }
}

std::vector<FormulaId> NestedFixpoint::successors(const NestedNode& node) {
  std::vector<FormulaId> result;
  for (const Letter letter : outgoing_[node.location]) {
    const NestedAlphabet::Shape& shape = alphabet_.shapes[letter];
    if (shape.kind == SymbolKind::call) {
      add_call(node, letter, result);
      continue;
    }
    for (const FormulaId post : of({shape.target, node.goal})) result.push_back(pool_.precondition(post, letter));
  }
  const std::size_t context = alphabet_.contexts[node.location];
  if (context != 0 && alphabet_.procedures[context - 1].entry == node.location)
    for (FormulaId& formula : result) formula = calls_.at_entry(context - 1, formula);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  std::erase(result, FormulaPool::false_id);
  return result;
}

/// A goal with which the call always leads to what is wanted behind it, if there is none.
void NestedFixpoint::find_goal(const NestedNode& node, Letter call) {
  const auto post = after_call(node, call);
  if (!post) return;
  const std::size_t procedure = calls_.procedure_of(call);
  const std::vector<FormulaId>& known = goals_[procedure];
  const auto suffices = [&](FormulaId goal) {
    return goal != FormulaPool::false_id && calls_.sure_return(goal, call, *post) == FormulaPool::true_id;
  };
  if (known.size() > goals_of_one || std::any_of(known.begin(), known.end(), suffices)) return;
  if (const auto goal = calls_.goal_for(call, *post)) add_goal(procedure, *goal);
}

void NestedFixpoint::run(const NestedCandidates& candidates) {
  while (!pending_.empty() && !pool_.out_of_time()) {
    const NestedNode node = pending_.begin()->second;
    pending_.erase(pending_.begin());
    if (!frozen_.contains(node) && !alphabet_.accepting[node.location] && visit(node, candidates)) touch(node);
  }
}

bool NestedFixpoint::visit(const NestedNode& node, const NestedCandidates& candidates) {
  if (candidates.exact) {
    for (const Letter letter : outgoing_[node.location])
      if (alphabet_.shapes[letter].kind == SymbolKind::call) find_goal(node, letter);
  }
  const std::vector<FormulaId> disjuncts = successors(node);
  if (disjuncts.empty()) return false;
  bool exact = false;
  if (candidates.exact && exact_changes_[node] < nested_exact_changes) {
    ++exact_changes_[node];
    if (const auto weakest = pool_.disjunction(disjuncts)) {
      if (*weakest == FormulaPool::false_id || !pool_.may_hold(*weakest) || known_here(node, *weakest)) return false;
      put(node, *weakest);
      return true;
    }
    exact = disjuncts.size() <= nested_preconditions;
  }
  const auto known = [&](FormulaId candidate) { return known_here(node, candidate); };
  const auto put_here = [&](FormulaId candidate) { put(node, candidate); };
  const bool changed = exact && pool_.offer(disjuncts, disjuncts, known, put_here);
  return pool_.offer(candidates.of(node.location), disjuncts, known, put_here) || changed;
}

}  // namespace bireach::relevance
