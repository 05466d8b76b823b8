// SPDX-License-Identifier: Apache-2.0
#include "abstraction/slicing/error_invariants.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "abstraction/slicing/known_conditions.h"
#include "frontend/program/expression_translator.h"
#include "frontend/program/liveness.h"
#include "frontend/program/semantics.h"

namespace bireach::abstraction {

using frontend::EdgeId;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using logic::SatResult;
using logic::Term;
using Clock = std::chrono::steady_clock;

namespace {

std::unique_ptr<logic::Solver> make_solver(logic::TermManager& terms, const ErrorInvariantOptions& options,
                                           const std::stop_token& stop) {
  logic::SolverConfig config;
  config.time_limit = options.query_limit;
  config.unsat_cores = true;
  config.stop = stop;
  config.statistics = options.statistics;
  return logic::make_solver(logic::SolverKind::z3, terms, config);
}

class Conditions {
 public:
  Conditions(logic::TermManager& terms, const Program& program)
      : semantics_(terms, program, frontend::Arithmetic::integer),
        translator_(frontend::make_integer_translator(terms, program, semantics_.variables())) {}

  Term term(const ExprPtr& condition) { return translator_->condition(*condition).holds; }
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }
  void add_ranges(logic::Solver& solver, const std::vector<Term>& formulas) const {
    std::set<Term> variables;
    for (const Term formula : formulas)
      for (const Term variable : logic::free_variables(formula)) variables.insert(variable);
    for (const Term variable : variables) solver.add(semantics_.range_of(variable));
  }

 private:
  frontend::Semantics semantics_;
  std::unique_ptr<frontend::ExpressionTranslator> translator_;
};

/// By variable: may it be that its value decides which way an execution goes?
std::vector<bool> deciding_variables(const Program& program) {
  std::vector<bool> decides(program.variables.size(), false);
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (frontend::is_assume(program.edge(edge).statement))
      for (const VariableId read : frontend::variables_read(program.edge(edge).statement)) decides[read] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const auto target = frontend::assigned_variable(program.edge(edge).statement);
      if (!target || !decides[*target]) continue;
      for (const VariableId read : frontend::variables_read(program.edge(edge).statement))
        if (!decides[read]) decides[read] = grows = true;
    }
  }
  return decides;
}

/// Chooses conjuncts from the errors backward until each location's support those behind it.
class Support {
 public:
  Support(const Program& program, const FailingStates& known, const ErrorInvariantOptions& options,
          std::stop_token stop)
      : program_(program),
        known_(known),
        options_(options),
        stop_(std::move(stop)),
        conditions_(terms_, program),
        solver_(make_solver(terms_, options, stop_)),
        decides_(deciding_variables(program)),
        live_(frontend::live_variables(program)),
        library_(frontend::library_functions(program)),
        locations_(program.location_count()) {
    for (LocationId l = 0; l < known.at.size(); ++l) describe(known.at[l], l);
  }

  std::vector<ErrorInvariant> choose() {
    const WeakTopologicalOrder order = weak_topological_order(backward_graph(program_), errors());
    constexpr int rounds = 12;  // each adds a conjunct somewhere; more seldom happens
    bool grows = true;
    for (int round = 0; round < rounds && grows; ++round) {
      grows = false;
      for (const std::size_t node : order.nodes) grows = support(static_cast<LocationId>(node)) || grows;
    }
    if (grows)
      for (LocationId l = 0; l < locations_.size(); ++l) take_plain(l);
    return result();
  }

 private:
  static constexpr std::size_t price_unit = 1000;  // more than variables in a conjunct
  static constexpr std::size_t price_over = 3 * price_unit;
  static constexpr std::size_t price_idle = 4 * price_unit;

  struct Location {
    bool impossible = false;
    bool supported = true;
    std::vector<ExprPtr> conjuncts;   ///< in the order in which they are given up: plain ones, then disjunctions
    std::size_t plain = 0;            ///< how many
    std::vector<std::size_t> prices;  ///< descending, of each kind
    std::vector<Term> terms;
    std::vector<bool> chosen;
  };

  void describe(const FailingStates::Known& known, LocationId id) {
    Location& location = locations_[id];
    location.impossible = known.impossible;
    add(location, known.conjuncts, id);
    location.plain = location.conjuncts.size();
  }

  void add(Location& location, std::vector<ExprPtr> conditions, LocationId id) {
    std::stable_sort(conditions.begin(), conditions.end(),
                     [&](const ExprPtr& a, const ExprPtr& b) { return price(*a, id) > price(*b, id); });
    for (const ExprPtr& condition : conditions) {
      location.conjuncts.push_back(condition);
      location.prices.push_back(price(*condition, id));
      location.terms.push_back(conditions_.term(condition));
      location.chosen.push_back(false);
    }
  }

  /// What is given up first has the highest: what plays no part, then what nothing reads from here on. Where relations
  /// are preferred, bounds of what the branch there reads say the least: they only repeat what it asks.
  [[nodiscard]] std::size_t price(const Expr& condition, LocationId location) const {
    constexpr std::size_t most = price_unit;
    const std::size_t variables = variables_in(condition);
    const auto is_internal = [&](const Expr& read) {
      const frontend::Variable& variable = program_.variables[read.variable];
      return variable.user_name.empty() || library_.contains(variable.function);
    };
    if (is_idle(condition)) return price_idle + variables;
    // Relations to what was read before are those of the paper.
    if (options_.preference == SupportPreference::bounds && is_over(condition, location)) return price_over + variables;
    if (frontend::any_read(condition, is_internal)) return 2 * most + variables;
    if (options_.preference == SupportPreference::bounds) return variables;
    bool repeats = false;
    for (const EdgeId edge : program_.outgoing(location))
      if (variables == 1 && frontend::is_assume(program_.edge(edge).statement))
        frontend::for_each_read(program_.edge(edge).statement, [&](const Expr& read) {
          repeats =
              repeats || frontend::any_read(condition, [&](const Expr& own) { return own.variable == read.variable; });
        });
    if (variables > 2) return most + variables;
    return repeats ? most : most - variables;
  }

  /// Does it speak of what decides nothing, or is to be avoided?
  [[nodiscard]] bool is_idle(const Expr& condition) const {
    return frontend::any_read(condition, [&](const Expr& read) {
      return !decides_[read.variable] || (!options_.avoided.empty() && options_.avoided[read.variable]);
    });
  }
  /// Does it speak of what nothing reads from there on?
  [[nodiscard]] bool is_over(const Expr& condition, LocationId location) const {
    return frontend::any_read(condition, [&](const Expr& read) { return !live_[location][read.variable]; });
  }

  [[nodiscard]] std::vector<std::size_t> errors() const {
    std::vector<std::size_t> result;
    for (LocationId l = 0; l < program_.location_count(); ++l)
      if (program_.location(l).kind == LocationKind::Error) result.push_back(l);
    return result;
  }

  /// Of what is known, that which says something to people.
  void take_plain(LocationId id) {
    Location& location = locations_[id];
    location.supported = false;
    for (std::size_t i = 0; i < location.plain; ++i) {
      const Expr& conjunct = *location.conjuncts[i];
      const bool says_something =
          variables_in(conjunct) <= 2 && is_plain(conjunct) && !is_idle(conjunct) && !is_over(conjunct, id);
      location.chosen[i] = location.chosen[i] || says_something;
    }
  }

  static bool is_plain(const Expr& condition) {
    static const logic::Integer large = logic::power_of_two(24);
    if (condition.kind == Expr::Kind::Constant && abs(condition.value) >= large) return false;
    return std::all_of(condition.operands.begin(), condition.operands.end(),
                       [](const ExprPtr& operand) { return is_plain(*operand); });
  }

  [[nodiscard]] static std::vector<Term> those(const Location& location, const std::vector<bool>& which) {
    std::vector<Term> result;
    for (std::size_t i = 0; i < location.terms.size(); ++i)
      if (which[i]) result.push_back(location.terms[i]);
    return result;
  }

  /// What holds behind the edge, as it is needed, in terms of before; of a value that is chosen freely nothing is
  /// known.
  Term behind(EdgeId edge, const logic::TransitionFormula& transition) {
    const Location& location = locations_[program_.target(edge)];
    if (location.impossible) return terms_.false_term();
    const auto* havoc = frontend::as_havoc(program_.edge(edge).statement);
    std::vector<Term> needed;
    const logic::Substitution updates(transition.updates.begin(), transition.updates.end());
    for (std::size_t i = 0; i < location.terms.size(); ++i) {
      if (!location.chosen[i]) continue;
      const auto reads = [&](const Expr& read) { return read.variable == havoc->target.variable; };
      if (havoc != nullptr && frontend::any_read(*location.conjuncts[i], reads)) continue;
      needed.push_back(terms_.substitute(location.terms[i], updates));
    }
    return terms_.and_(std::move(needed));
  }

  /// Adds conjuncts that are needed; says whether there were any.
  bool support(LocationId id) {
    Location& location = locations_[id];
    if (location.impossible || !location.supported || program_.outgoing(id).empty()) return false;
    if (stop_.stop_requested()) {
      take_plain(id);
      return true;
    }
    std::vector<Term> question;
    std::vector<Term> guards;
    for (const EdgeId edge : program_.outgoing(id)) {
      const logic::TransitionFormula& transition = transition_of(edge);
      guards.push_back(transition.guard);
      question.push_back(terms_.implies(transition.guard, terms_.not_(behind(edge, transition))));
    }
    question.push_back(terms_.or_(guards));
    solver_->push();
    std::vector<Term> all = question;
    all.insert(all.end(), location.terms.begin(), location.terms.end());
    conditions_.add_ranges(*solver_, all);
    for (const Term formula : question) solver_->add(formula);
    const bool grows = minimise(location, id, wanted_at(id));
    solver_->pop();
    return grows;
  }

  /// The variables that what follows speaks of.
  [[nodiscard]] std::set<VariableId> wanted_at(LocationId id) const {
    std::set<VariableId> wanted;
    const auto note = [&](const Expr& read) { wanted.insert(read.variable); };
    for (const EdgeId edge : program_.outgoing(id)) {
      const Location& next = locations_[program_.target(edge)];
      for (std::size_t i = 0; i < next.conjuncts.size(); ++i)
        if (next.chosen[i]) frontend::for_each_read(*next.conjuncts[i], note);
      frontend::for_each_read(program_.edge(edge).statement, note);
    }
    return wanted;
  }

  /// In which conjuncts are given up: of the same price first those that bring in other variables.
  [[nodiscard]] static std::vector<std::size_t> order_of(const Location& location, const std::set<VariableId>& wanted) {
    std::vector<std::size_t> foreign(location.conjuncts.size(), 0);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < foreign.size(); ++i) {
      order.push_back(i);
      frontend::for_each_read(*location.conjuncts[i], [&](const Expr& read) {
        foreign[i] += wanted.contains(read.variable) ? std::size_t{0} : std::size_t{1};
      });
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(location.prices[a], foreign[a]) > std::pair(location.prices[b], foreign[b]);
    });
    return order;
  }

  /// Which ones may be chosen, at least those that are: disjunctions only where there is no other way. Nothing: all
  /// of them together do not do, or it is not known.
  std::optional<std::vector<bool>> enough(Location& location, LocationId id) {
    std::vector<bool> plain(location.terms.size(), true);
    for (std::size_t i = location.plain; i < plain.size(); ++i) plain[i] = location.chosen[i];
    if (solver_->check(those(location, plain)) == SatResult::unsat) return plain;
    const std::vector<ExprPtr>& disjunctions = known_.at[id].disjunctions;
    if (disjunctions.empty()) return std::nullopt;
    if (location.terms.size() == location.plain) add(location, disjunctions, id);
    conditions_.add_ranges(*solver_, location.terms);
    if (solver_->check(location.terms) != SatResult::unsat) return std::nullopt;
    return std::vector<bool>(location.terms.size(), true);
  }

  /// Those that say something worth knowing, as far as they do.
  std::vector<bool> worth_knowing(const Location& location, const std::vector<bool>& candidates) {
    for (const std::size_t least : {price_over, price_idle}) {
      std::vector<bool> kept = candidates;
      for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] = kept[i] && (location.chosen[i] || location.prices[i] < least);
      if (kept != candidates && solver_->check(those(location, kept)) == SatResult::unsat) return kept;
    }
    return candidates;
  }

  bool minimise(Location& location, LocationId id, const std::set<VariableId>& wanted) {
    if (solver_->check(those(location, location.chosen)) == SatResult::unsat) return false;
    const auto candidates = enough(location, id);
    if (!candidates) {
      take_plain(id);
      return true;
    }
    std::vector<bool> kept = worth_knowing(location, *candidates);
    // Asked again, since the last question may have been about fewer: without an answer there is no core.
    if (options_.preference == SupportPreference::bounds && solver_->check(those(location, kept)) == SatResult::unsat) {
      const std::vector<Term> core = solver_->unsat_core();
      for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] =
            location.chosen[i] || (kept[i] && std::find(core.begin(), core.end(), location.terms[i]) != core.end());
    }
    for (const std::size_t i : order_of(location, wanted)) {
      if (location.chosen[i] || !kept[i]) continue;
      kept[i] = false;
      kept[i] = solver_->check(those(location, kept)) != SatResult::unsat;
    }
    location.chosen = std::move(kept);
    return true;
  }

  const logic::TransitionFormula& transition_of(EdgeId edge) {
    const auto known = transitions_.find(edge);
    if (known != transitions_.end()) return known->second;
    return transitions_.emplace(edge, conditions_.semantics().transition(edge)).first->second;
  }

  [[nodiscard]] std::vector<ErrorInvariant> result() const {
    std::vector<ErrorInvariant> result;
    for (const Location& location : locations_) {
      ErrorInvariant& invariant = result.emplace_back();
      invariant.impossible = location.impossible;
      invariant.supported = location.supported;
      for (std::size_t i = location.conjuncts.size(); i-- > 0;)
        if (location.chosen[i]) invariant.conjuncts.push_back(location.conjuncts[i]);
    }
    return result;
  }

  const Program& program_;
  const FailingStates& known_;
  const ErrorInvariantOptions& options_;
  const std::stop_token stop_;
  logic::TermManager terms_;
  Conditions conditions_;
  std::unique_ptr<logic::Solver> solver_;
  const std::vector<bool> decides_;
  const std::vector<std::vector<bool>> live_;  ///< by location, then by variable
  const std::set<std::string> library_;        ///< functions whose text is not the user's
  std::vector<Location> locations_;
  std::map<EdgeId, logic::TransitionFormula> transitions_;
};

}  // namespace

ErrorInvariants error_invariants(const Program& program, const ErrorInvariantOptions& options, std::stop_token stop) {
  return error_invariants(program, failing_states(program, options, stop), options, stop);
}

ErrorInvariants error_invariants(const Program& program, const FailingStates& known,
                                 const ErrorInvariantOptions& options, std::stop_token stop) {
  ErrorInvariants result;
  result.unmodelled = known.unmodelled;
  result.rounds = known.rounds;
  if (!known.complete) {
    result.at.resize(program.location_count());
    return result;
  }
  result.complete = true;
  result.at = Support(program, known, options, std::move(stop)).choose();
  return result;
}

class ImplicationChecker::Translation {
 public:
  Translation(const Program& program, const ErrorInvariantOptions& options, const std::stop_token& stop)
      : conditions_(terms_, program), solver_(make_solver(terms_, options, stop)) {}

  std::optional<bool> implies(const ErrorInvariant& premise, const ErrorInvariant& conclusion) {
    if (premise.impossible) return true;
    std::vector<Term> formulas;
    std::vector<Term> needed;
    for (const ExprPtr& condition : premise.conjuncts) formulas.push_back(conditions_.term(condition));
    for (const ExprPtr& condition : conclusion.conjuncts) needed.push_back(conditions_.term(condition));
    formulas.push_back(conclusion.impossible ? terms_.true_term() : terms_.not_(terms_.and_(std::move(needed))));
    solver_->push();
    conditions_.add_ranges(*solver_, formulas);
    for (const Term formula : formulas) solver_->add(formula);
    const SatResult result = solver_->check();
    solver_->pop();
    return result == SatResult::unknown ? std::nullopt : std::optional(result == SatResult::unsat);
  }

 private:
  logic::TermManager terms_;
  Conditions conditions_;
  std::unique_ptr<logic::Solver> solver_;
};

ImplicationChecker::ImplicationChecker(const Program& program, const ErrorInvariantOptions& options,
                                       std::stop_token stop)
    : translation_(std::make_unique<Translation>(program, options, stop)) {}

ImplicationChecker::~ImplicationChecker() = default;

std::optional<bool> ImplicationChecker::implies(const ErrorInvariant& premise, const ErrorInvariant& conclusion) {
  return translation_->implies(premise, conclusion);
}

}  // namespace bireach::abstraction
