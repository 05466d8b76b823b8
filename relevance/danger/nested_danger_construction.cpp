// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/nested_danger_construction.h"

#include <algorithm>

#include "relevance/danger/danger_candidates.h"

namespace bireach::relevance {

using automata::Letter;
using automata::State;
using automata::SymbolKind;
using logic::Term;

namespace {

constexpr std::size_t ranks_tried = 16;
constexpr std::size_t assumed_at_once = 12;
constexpr std::size_t weakenings_of_nested = 6;

/// Candidates for entries, with the ranks of one attempt.
class Induction {
 public:
  Induction(FormulaPool& pool, NestedCalls& calls, const NestedAlphabet& alphabet, const NestedFixpoint& least,
            const NestedCandidates& candidates)
      : pool_(pool), calls_(calls), alphabet_(alphabet), least_(least), candidates_(candidates) {
    for (std::size_t procedure = 0; procedure < alphabet.procedures.size(); ++procedure)
      for (const FormulaId goal : least.goals(procedure)) collect({alphabet.procedures[procedure].entry, goal});
  }

  std::optional<NestedAnnotation> run() {
    if (all_.empty()) return std::nullopt;
    const std::vector<std::vector<Term>> choices = rank_choices();
    std::size_t combinations = 1;
    for (const auto& of_one : choices) combinations = std::min(ranks_tried, combinations * of_one.size());
    for (std::size_t i = 0; i < combinations && !pool_.out_of_time(); ++i) {
      Ranks ranks;
      std::size_t rest = i;
      for (const auto& of_one : choices) {
        ranks.push_back(of_one[rest % of_one.size()]);
        rest /= of_one.size();
      }
      if (auto annotation = attempt(ranks)) return annotation;
    }
    return std::nullopt;
  }

 private:
  using Assumed = std::map<NestedNode, std::vector<FormulaId>>;

  void collect(const NestedNode& entry) {
    std::vector<FormulaId> result;
    const auto add = [&](FormulaId candidate) {
      const std::vector<FormulaId>& known = least_.of(entry);
      const bool is_known =
          std::any_of(known.begin(), known.end(), [&](FormulaId other) { return pool_.implies(candidate, other); });
      if (!is_known && result.size() < assumed_at_once &&
          std::find(result.begin(), result.end(), candidate) == result.end())
        result.push_back(candidate);
    };
    if (least_.of(entry).empty()) return;  // no activation is known that ends there
    add(FormulaPool::true_id);
    for (const FormulaId candidate : candidates_.of(entry.location)) add(candidate);
    for (const FormulaId known : least_.of(entry))
      for (const Term weaker : weakenings(pool_.terms(), pool_.term(known), weakenings_of_nested))
        add(pool_.intern(weaker));
    if (!result.empty()) all_.emplace(entry, std::move(result));
  }

  /// By procedure, never none.
  [[nodiscard]] std::vector<std::vector<Term>> rank_choices() const {
    std::vector<std::vector<Term>> result;
    for (const NestedAlphabet::Procedure& procedure : alphabet_.procedures) {
      std::vector<Term>& here = result.emplace_back();
      std::vector<Term> negated;
      for (const auto& [variable, at_entry] : procedure.entry_values) {
        if (at_entry.sort().is_int()) {
          here.push_back(at_entry);
          negated.push_back(pool_.terms().neg(at_entry));
        } else if (at_entry.sort().is_bit_vector()) {
          here.push_back(at_entry);
          negated.push_back(pool_.terms().bv_unary(logic::Kind::BvNot, at_entry));
        }
      }
      here.insert(here.end(), negated.begin(), negated.end());
      if (here.empty()) here.emplace_back();
    }
    return result;
  }

  std::optional<NestedAnnotation> attempt(const Ranks& ranks) {
    Assumed assumed = all_;
    while (!assumed.empty() && !pool_.out_of_time()) {
      NestedFixpoint round(pool_, calls_, alphabet_);
      start(round, assumed);
      round.by_induction(ranks, least_.annotation());
      round.run(candidates_);
      if (!remove_uncovered(round, assumed))
        return pool_.out_of_time() ? std::nullopt : std::optional(round.annotation());
    }
    return std::nullopt;
  }

  void start(NestedFixpoint& round, const Assumed& assumed) const {
    for (std::size_t procedure = 0; procedure < alphabet_.procedures.size(); ++procedure)
      for (const FormulaId goal : least_.goals(procedure)) round.add_goal(procedure, goal);
    for (const auto& [node, predicates] : least_.annotation())
      for (const FormulaId predicate : predicates) round.add(node, predicate);
    for (const auto& [entry, predicates] : assumed) {
      for (const FormulaId predicate : predicates) round.add(entry, predicate);
      round.freeze(entry);
    }
  }

  bool remove_uncovered(NestedFixpoint& round, Assumed& assumed) {
    bool removed = false;
    for (auto entry = assumed.begin(); entry != assumed.end();) {
      const std::vector<FormulaId> disjuncts = round.successors(entry->first);
      const std::size_t count =
          std::erase_if(entry->second, [&](FormulaId candidate) { return !pool_.covered(candidate, disjuncts); });
      removed = removed || count > 0;
      entry = entry->second.empty() ? assumed.erase(entry) : std::next(entry);
    }
    return removed;
  }

  FormulaPool& pool_;
  NestedCalls& calls_;
  const NestedAlphabet& alphabet_;
  const NestedFixpoint& least_;
  const NestedCandidates& candidates_;
  Assumed all_;
};

/// The part of the product of nodes and predicates that is reachable from annotated initial nodes.
class NestedProductBuilder {
 public:
  NestedProductBuilder(FormulaPool& pool, NestedCalls& calls, const NestedAlphabet& alphabet,
                       const NestedAnnotation& annotation, Steps steps)
      : pool_(pool), calls_(calls), alphabet_(alphabet), annotation_(annotation), strict_(steps == Steps::must) {
    outgoing_.resize(alphabet.contexts.size());
    for (Letter letter = 0; letter < alphabet.shapes.size(); ++letter)
      if (alphabet.shapes[letter].kind != SymbolKind::return_)
        outgoing_[alphabet.shapes[letter].source].push_back(letter);
    goals_.resize(alphabet.procedures.size());
    for (const auto& [node, predicates] : annotation) {
      for (std::size_t procedure = 0; procedure < goals_.size(); ++procedure)
        if (alphabet.procedures[procedure].entry == node.location && !predicates.empty())
          goals_[procedure].push_back(node.goal);
    }
  }

  NestedErrorAutomaton run() {
    const NestedNode initial{alphabet_.initial, FormulaPool::false_id};
    for (const FormulaId predicate : of(initial))
      if (!strict_ || pool_.is_satisfiable(predicate)) whole_.add_initial(number_of(initial, predicate));
    for (std::size_t next = 0; next < members_.size() && !pool_.out_of_time(); ++next) expand(static_cast<State>(next));
    std::vector<State> origin;
    NestedErrorAutomaton result;
    result.automaton = automata::trim(whole_, &origin);
    for (const State old : origin) {
      result.predicates.push_back(pool_.term(members_[old].second));
      result.goals.push_back(pool_.term(members_[old].first.goal));
    }
    result.guarantee = strict_ ? Guarantee::feasible : Guarantee::feasible_continuation;
    return result;
  }

 private:
  using Member = std::pair<NestedNode, FormulaId>;

  const std::vector<FormulaId>& of(const NestedNode& node) const {
    static const std::vector<FormulaId> none;
    static const std::vector<FormulaId> all{FormulaPool::true_id};
    if (alphabet_.accepting[node.location]) return all;
    const auto found = annotation_.find(node);
    return found == annotation_.end() ? none : found->second;
  }

  State number_of(NestedNode node, FormulaId predicate) {
    if (alphabet_.accepting[node.location]) node.goal = FormulaPool::false_id;
    const auto [found, fresh] = numbers_.try_emplace({node, predicate}, static_cast<State>(members_.size()));
    if (fresh) {
      members_.emplace_back(node, predicate);
      whole_.add_state(alphabet_.accepting[node.location]);
    }
    return found->second;
  }

  bool may_step(FormulaId predicate, Letter letter, FormulaId post) {
    return strict_ ? pool_.implies(predicate, pool_.precondition(post, letter))
                   : pool_.may_step(predicate, letter, post);
  }

  void expand(State number) {
    const auto [node, predicate] = members_[number];
    for (const Letter letter : outgoing_[node.location]) {
      const NestedAlphabet::Shape& shape = alphabet_.shapes[letter];
      if (shape.kind == SymbolKind::call) {
        expand_call(number, letter);
        continue;
      }
      const NestedNode target{shape.target, node.goal};
      for (const FormulaId post : of(target)) {
        const bool steps = at_entry(node.location) ? may_step_at_entry(node, predicate, letter, post)
                                                   : may_step(predicate, letter, post);
        if (steps) whole_.add_internal(number, letter, number_of(target, post));
      }
    }
  }

  [[nodiscard]] bool at_entry(std::uint32_t location) const {
    const std::size_t context = alphabet_.contexts[location];
    return context != 0 && alphabet_.procedures[context - 1].entry == location;
  }

  bool may_step_at_entry(const NestedNode& node, FormulaId predicate, Letter letter, FormulaId post) {
    const std::size_t procedure = alphabet_.contexts[node.location] - 1;
    const FormulaId pre = calls_.at_entry(procedure, pool_.precondition(post, letter));
    if (strict_) return pool_.implies(predicate, pre);
    // A precondition for known choices only may miss the predicate that is covered by another one.
    return pool_.may_intersect(predicate, pre) || pool_.may_step(predicate, letter, post);
  }

  void expand_call(State number, Letter call) {
    const auto [node, predicate] = members_[number];
    const std::size_t procedure = calls_.procedure_of(call);
    const NestedAlphabet::Procedure& callee = alphabet_.procedures[procedure];
    for (const FormulaId goal : goals_[procedure]) {
      if (goal != FormulaPool::false_id && !expand_return(number, call, goal)) continue;
      const NestedNode entry{callee.entry, goal};
      for (const FormulaId entered : of(entry))
        if (may_step(predicate, call, entered) && may_count_on(node, predicate, call, goal, entered))
          whole_.add_call(number, call, number_of(entry, entered));
    }
  }

  /// Is there a caller that the callee's goal surely leads on? (The preconditions of condition (5).)
  bool may_count_on(const NestedNode& node, FormulaId predicate, Letter call, FormulaId goal, FormulaId entered) {
    const auto back = calls_.return_of(call);
    if (strict_ || goal == FormulaPool::false_id || !back) return true;
    const auto post = pool_.disjunction(of({alphabet_.shapes[*back].target, node.goal}));
    const FormulaId sure = post ? calls_.sure_return(goal, call, *post) : FormulaPool::true_id;
    const Term pre = pool_.term(pool_.precondition(entered, call));
    return pool_.may_intersect(predicate, pool_.intern(pool_.terms().and_(pre, pool_.term(sure))));
  }

  /// The returns to this caller; false if there is none.
  bool expand_return(State number, Letter call, FormulaId goal) {
    const auto [node, predicate] = members_[number];
    const auto back = calls_.return_of(call);
    if (!back) return false;
    const NestedNode resumed{alphabet_.shapes[*back].target, node.goal};
    const NestedNode exit{alphabet_.procedures[calls_.procedure_of(call)].exit, goal};
    std::vector<FormulaId> posts;
    for (const FormulaId post : of(resumed))
      if (strict_ ? calls_.must_return(goal, predicate, call, post) : calls_.may_return(goal, predicate, call, post))
        posts.push_back(post);
    for (const FormulaId post : posts)
      whole_.add_return(number_of(exit, goal), number, *back, number_of(resumed, post));
    return !posts.empty();
  }

  FormulaPool& pool_;
  NestedCalls& calls_;
  const NestedAlphabet& alphabet_;
  const NestedAnnotation& annotation_;
  bool strict_;
  std::vector<std::vector<Letter>> outgoing_;  ///< by location
  std::vector<std::vector<FormulaId>> goals_;  ///< by procedure, with which it is entered
  automata::NestedWordAutomaton whole_;
  std::map<Member, State> numbers_;
  std::vector<Member> members_;
};

}  // namespace

std::optional<NestedAnnotation> annotate_by_induction(FormulaPool& pool, NestedCalls& calls,
                                                      const NestedAlphabet& alphabet, const NestedFixpoint& least,
                                                      const NestedCandidates& candidates) {
  return Induction(pool, calls, alphabet, least, candidates).run();
}

NestedErrorAutomaton make_nested_automaton(FormulaPool& pool, NestedCalls& calls, const NestedAlphabet& alphabet,
                                           const NestedAnnotation& annotation, Steps steps) {
  return NestedProductBuilder(pool, calls, alphabet, annotation, steps).run();
}

}  // namespace bireach::relevance
