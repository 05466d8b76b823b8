// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/nested_interpolation.h"

#include <algorithm>
#include <map>

#include "logic/elimination/quantifier_elimination.h"
#include "logic/elimination/rule_eliminator.h"
#include "logic/hoare/predicate_simplifier.h"
#include "logic/interpolation/horn_clauses.h"

namespace bireach::checker {

using automata::SymbolKind;
using logic::Term;

namespace {

constexpr std::chrono::milliseconds elimination_limit{300};
constexpr std::size_t max_predicate_size = 400;
constexpr std::size_t max_simplifier_queries = 60;

/// Without what the formula bounds only from outside: exists `bound`. formula.
std::optional<Term> project(logic::TermManager& terms, std::vector<Term> bound, Term formula,
                            const logic::EliminationConfig& config) {
  formula = logic::eliminate_cheaply(terms, bound, formula);
  if (bound.empty()) return formula;
  return logic::eliminate_exists(terms, bound, formula, config);
}

}  // namespace

namespace {

/// What is known of the values of a frame's variables at a call: forward, over symbols of their own.
struct Known {
  logic::Substitution values;
  std::vector<Term> conditions;
};

/// Weakest preconditions along the core, backward. What must hold at the end of a callee so that the postcondition of
/// its return follows depends on what is known of the caller there: of its own frame only if that is enough (results of
/// other calls are any), else of all that came before.
class NestedPreconditions {
 public:
  NestedPreconditions(const NestedProgram& program, const automata::NestedWord& word,
                      const std::vector<logic::TransitionFormula>& core, logic::Solver& solver,
                      logic::EliminationConfig config)
      : program_(program),
        solver_(solver),
        terms_(program.semantics().terms()),
        word_(word),
        core_(core),
        calls_(automata::matching_calls(word)),
        config_(std::move(config)) {}

  std::vector<Term> run() {
    const std::vector<Known> of_frame = forward(false);
    const std::vector<Known> of_all = forward(true);
    std::vector<Term> result;
    Term post = terms_.false_term();
    for (std::size_t i = word_.size(); i-- > 0 && !config_.stop.stop_requested();) {
      const NestedLetter& letter = program_.letters()[word_[i].letter];
      const Term wrong = wrong_before(i, post);
      if (letter.kind == SymbolKind::return_) {
        const std::size_t call = *calls_[i];
        post = before_return(i, wrong, of_frame[call]);
        if (post.is_false()) post = before_return(i, wrong, of_all[call]);
        need_at_call(call, terms_.and_(wrong, post));
      } else {
        post = negated_projection(wrong, program_.vocabulary(letter.source));
        if (const auto need = needs_.find(i); need != needs_.end()) post = terms_.and_(post, need->second);
      }
      if (i > 0) result.push_back(post);
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  /// guard /\ not post[updates]: the step leads to where `post` does not hold.
  [[nodiscard]] Term wrong_before(std::size_t position, Term post) {
    logic::Substitution map;
    for (const auto& [variable, value] : core_[position].updates) map.emplace(variable, value);
    return terms_.and_(core_[position].guard, terms_.not_(terms_.substitute(post, map)));
  }

  /// not exists what the vocabulary does not have. wrong; true where that is not found.
  [[nodiscard]] Term negated_projection(Term wrong, const std::vector<Term>& vocabulary) {
    std::vector<Term> bound;
    for (const Term variable : logic::free_variables(wrong))
      if (!std::binary_search(vocabulary.begin(), vocabulary.end(), variable)) bound.push_back(variable);
    const std::optional<Term> projected = project(terms_, bound, wrong, config_);
    if (!projected || logic::dag_size(*projected) > max_predicate_size) return terms_.true_term();
    std::vector<Term> ranges;
    for (const Term variable : logic::free_variables(*projected)) ranges.push_back(program_.range_of(variable));
    logic::SimplificationOptions options;
    options.max_queries = max_simplifier_queries;
    return terms_.not_(logic::simplify_in_context(terms_, solver_, *projected, terms_.and_(ranges), options));
  }

  [[nodiscard]] Term before_return(std::size_t position, Term wrong, const Known& known) {
    const NestedLetter& letter = program_.letters()[word_[position].letter];
    logic::Substitution map;
    for (const Term variable : program_.vocabulary(letter.call_start))
      map.emplace(program_.hierarchical(variable), known.values.at(variable));
    const Term known_wrong = terms_.and_(terms_.and_(known.conditions), terms_.substitute(wrong, map));
    return negated_projection(known_wrong, program_.vocabulary(letter.source));
  }

  /// What the call has to know, so that with what holds at the callee's end nothing goes wrong.
  void need_at_call(std::size_t call, Term wrong) {
    logic::Substitution back;
    std::vector<Term> copies;
    for (const Term variable : program_.vocabulary(program_.letters()[word_[call].letter].source)) {
      copies.push_back(program_.hierarchical(variable));
      back.emplace(copies.back(), variable);
    }
    std::sort(copies.begin(), copies.end());
    needs_[call] = terms_.substitute(negated_projection(wrong, copies), back);
  }

  /// Before each position. With `all`, callees' values and conditions are known, too.
  std::vector<Known> forward(bool all) {
    std::vector<Known> result;
    std::vector<Known> suspended;
    Known now;
    for (std::size_t i = 0; i < word_.size(); ++i) {
      const NestedLetter& letter = program_.letters()[word_[i].letter];
      introduce(now, letter.source);
      result.push_back(now);
      logic::Substitution map = now.values;
      if (letter.kind == SymbolKind::return_) {
        const Known& caller = suspended.back();
        if (!all) map.clear();
        for (const Term variable : program_.vocabulary(letter.call_start))
          map.insert_or_assign(program_.hierarchical(variable), caller.values.at(variable));
        now.values.clear();
        if (!all) now.conditions = caller.conditions;
        suspended.pop_back();
      }
      const auto symbolic = [&](Term term) {
        for (const Term variable : logic::free_variables(term))
          if (!map.contains(variable)) map.emplace(variable, terms_.fresh_variable("known", variable.sort()));
        return terms_.substitute(term, map);
      };
      if (letter.kind != SymbolKind::return_) now.conditions.push_back(symbolic(core_[i].guard));
      logic::Substitution after;
      for (const Term variable : program_.vocabulary(letter.target)) {
        const auto update = core_[i].updates.find(variable);
        after.emplace(variable, symbolic(update == core_[i].updates.end() ? variable : update->second));
      }
      if (letter.kind == SymbolKind::call) {
        suspended.push_back(now);
        if (!all) {
          after.clear();
          now.conditions.clear();
        }
      }
      now.values = std::move(after);
    }
    return result;
  }

  /// Symbols for the variables that have no value yet; those at an entry are the same now and then.
  void introduce(Known& known, frontend::LocationId location) {
    for (const Term variable : program_.vocabulary(location)) {
      if (known.values.contains(variable)) continue;
      known.values.emplace(variable, terms_.fresh_variable("known", variable.sort()));
    }
    const ProcedureFlow::Context context = program_.context_of(location);
    if (context == 0 || program_.program().procedures[context - 1].entry != location) return;
    for (frontend::VariableId v = 0; v < program_.program().variables.size(); ++v) {
      const auto before = known.values.find(program_.at_entry(v));
      const auto now = known.values.find(program_.semantics().variable(v));
      if (before != known.values.end() && now != known.values.end()) now->second = before->second;
    }
  }

  const NestedProgram& program_;
  logic::Solver& solver_;
  logic::TermManager& terms_;
  const automata::NestedWord& word_;
  const std::vector<logic::TransitionFormula>& core_;
  std::vector<std::optional<std::size_t>> calls_;
  logic::EliminationConfig config_;
  std::map<std::size_t, Term> needs_;  ///< by position of a call
};

}  // namespace

std::vector<Term> nested_preconditions(const NestedProgram& program, const automata::NestedWord& word,
                                       const std::vector<logic::TransitionFormula>& core, logic::Solver& solver,
                                       std::stop_token stop, logic::SolverStatistics* statistics) {
  return NestedPreconditions(program, word, core, solver, {elimination_limit, std::move(stop), statistics}).run();
}

namespace {

class NestedHornSystem {
 public:
  NestedHornSystem(const NestedProgram& program, const automata::NestedWord& word,
                   const std::vector<logic::TransitionFormula>& transitions, NestedHornScope scope, bool bounded)
      : program_(program), word_(word), transitions_(transitions), scope_(scope), bounded_(bounded) {
    const frontend::LocationId start = program.letters()[word.front().letter].source;
    clause({}, program.initial_condition(), {{predicate(0, start), program.vocabulary(start)}});
    const auto calls = automata::matching_calls(word);
    for (std::size_t i = 0; i < word.size(); ++i) add(i, calls[i]);
  }
  [[nodiscard]] const logic::HornSystem& system() const { return system_; }

 private:
  std::size_t predicate(std::size_t position, frontend::LocationId location) {
    const std::size_t key = scope_ == NestedHornScope::positions ? position : location;
    const auto [known, fresh] = numbers_.try_emplace(key, system_.predicates.size());
    if (fresh) system_.predicates.push_back({"P" + std::to_string(known->second), program_.vocabulary(location)});
    return known->second;
  }

  void add(std::size_t position, std::optional<std::size_t> call) {
    const NestedLetter& letter = program_.letters()[word_[position].letter];
    const logic::TransitionFormula& transition = transitions_[position];
    std::vector<logic::HornAtom> body{{predicate(position, letter.source), program_.vocabulary(letter.source)}};
    if (call) {
      logic::HornAtom caller{predicate(*call, letter.call_start), {}};
      for (const Term variable : program_.vocabulary(letter.call_start))
        caller.arguments.push_back(program_.hierarchical(variable));
      body.push_back(std::move(caller));
    }
    if (position + 1 == word_.size()) return clause(std::move(body), transition.guard, std::nullopt);
    logic::HornAtom head{predicate(position + 1, letter.target), {}};
    for (const Term variable : program_.vocabulary(letter.target)) {
      const auto update = transition.updates.find(variable);
      head.arguments.push_back(update == transition.updates.end() ? variable : update->second);
    }
    clause(std::move(body), transition.guard, std::move(head));
  }

  void clause(std::vector<logic::HornAtom> body, Term constraint, std::optional<logic::HornAtom> head) {
    if (bounded_) {
      std::vector<Term> ranges{constraint};
      for (const logic::HornAtom& atom : body)
        for (const Term argument : atom.arguments) ranges.push_back(program_.range_of(argument));
      constraint = program_.semantics().terms().and_(ranges);
    }
    system_.clauses.push_back({std::move(body), constraint, std::move(head)});
  }

  const NestedProgram& program_;
  const automata::NestedWord& word_;
  const std::vector<logic::TransitionFormula>& transitions_;
  NestedHornScope scope_;
  bool bounded_;
  logic::HornSystem system_;
  std::map<std::size_t, std::size_t> numbers_;
};

}  // namespace

std::variant<std::vector<Term>, logic::InterpolationFailure> nested_horn_interpolants(
    const NestedProgram& program, const automata::NestedWord& word,
    const std::vector<logic::TransitionFormula>& transitions, NestedHornScope scope, bool bounded,
    const logic::InterpolationConfig& config) {
  const NestedHornSystem clauses(program, word, transitions, scope, bounded);
  return logic::solve_horn_clauses(program.semantics().terms(), clauses.system(), config);
}

}  // namespace bireach::checker
