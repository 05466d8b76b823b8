// SPDX-License-Identifier: Apache-2.0
#include "relevance/error_core.h"

#include <algorithm>
#include <map>
#include <optional>

namespace bireach::relevance {

using Clock = std::chrono::steady_clock;
using logic::Integer;
using logic::SatResult;
using logic::Solver;
using logic::Term;
using std::chrono::milliseconds;

namespace {

milliseconds left_until(Deadline deadline) {
  return std::max(std::chrono::duration_cast<milliseconds>(deadline - Clock::now()), milliseconds(0));
}

std::unique_ptr<Solver> make(const ErrorTrace& trace, logic::SolverKind kind, const ErrorCoreConfig& config) {
  logic::SolverConfig solver;
  solver.unsat_cores = true;
  solver.theory = trace.semantics().arithmetic() == frontend::Arithmetic::integer ? logic::SolverTheory::linear_integers
                                                                                  : logic::SolverTheory::bit_vectors;
  solver.stop = config.stop;
  solver.statistics = config.statistics;
  return logic::make_solver(kind, trace.terms(), solver);
}

/// Asserts `literal => formula` for a fresh literal.
Term name_of(logic::TermManager& terms, Solver& solver, Term formula) {
  const Term literal = terms.fresh_variable("holds@", logic::Sort::boolean());
  solver.add(terms.implies(literal, formula));
  return literal;
}

/// Not phi, and not the conditions of the branches: what must not be possible.
Term escape(const ErrorTrace& trace, const ErrorFormula& formula, const std::vector<std::size_t>& branches,
            std::size_t from) {
  std::vector<Term> ways{formula.at(trace.holds(), trace.length())};
  for (const std::size_t branch : branches) {
    if (branch >= from) ways.push_back(trace.terms().not_(formula.condition(branch)));
  }
  return trace.terms().or_(std::move(ways));
}

class CoreFinder {
 public:
  CoreFinder(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCoreConfig& config)
      : trace_(trace), formula_(formula), config_(config), terms_(trace.terms()) {
    for (const TraceInputTerm& input : trace.inputs()) precondition_.push_back(input.constraint);
    for (std::size_t i = 0; i < formula.items().size(); ++i) {
      const auto role = formula.items()[i].role;
      (role == ErrorFormula::Role::fact ? facts_ : essential_).push_back(i);
    }
  }

  std::variant<ErrorCore, std::string> run() {
    if (auto failure = guarded_core()) return *failure;
    if (auto failure = close()) return *failure;
    generalise();
    std::set<std::size_t> framed;
    for (const std::size_t i : core_) {
      const ErrorFormula::Item& item = formula_.items()[i];
      if (item.role == ErrorFormula::Role::frame) framed.insert(item.position);
    }
    return ErrorCore{core_, branches_, framed, precondition_};
  }

 private:
  using Selection = std::set<std::size_t>;

  /// One solver over all items, with or without their guards.
  struct Encoding {
    std::unique_ptr<Solver> solver;
    std::vector<Term> items;   // literals
    std::vector<Term> inputs;  // with fixed values; null: no part of the formula
    std::map<Term, std::size_t> item_of, input_of;
  };

  Encoding encode(bool guarded) {
    Encoding result{make(trace_, logic::SolverKind::z3, config_), {}, {}, {}, {}};
    for (const Term definition : formula_.definitions()) result.solver->add(definition);
    const auto guard = [&](Term condition, Term body) { return guarded ? terms_.implies(condition, body) : body; };
    for (const ErrorFormula::Item& item : formula_.items()) {
      result.items.push_back(name_of(terms_, *result.solver, guard(item.guard, item.formula)));
      result.item_of.emplace(result.items.back(), result.items.size() - 1);
    }
    for (std::size_t i = 0; i < precondition_.size(); ++i) {
      result.inputs.emplace_back();
      if (formula_.chosen()[i].is_null()) continue;
      const Term fixed = input_formula(i, precondition_[i]);
      result.inputs.back() = name_of(terms_, *result.solver, guard(formula_.chosen_guards()[i], fixed));
      result.input_of.emplace(result.inputs.back(), i);
    }
    return result;
  }

  [[nodiscard]] Term input_formula(std::size_t i, const InputConstraint& constraint) const {
    TraceInputTerm input = trace_.inputs()[i];
    input.chosen = formula_.chosen()[i];
    return trace_.admits(input, constraint);
  }

  SatResult check(Encoding& encoding, const Selection& items, const std::vector<Term>& more, Deadline until) {
    std::vector<Term> assumptions = more;
    for (const std::size_t item : items) assumptions.push_back(encoding.items[item]);
    for (std::size_t i = 0; i < encoding.inputs.size(); ++i) {
      if (!encoding.inputs[i].is_null() && inputs_.contains(i)) assumptions.push_back(encoding.inputs[i]);
    }
    const milliseconds left = left_until(until);
    if (left.count() == 0 || config_.stop.stop_requested()) return SatResult::unknown;
    encoding.solver->set_time_limit(left);
    return encoding.solver->check(assumptions);
  }

  /// Takes the core of the last check.
  void take(Encoding& encoding) {
    core_.clear();
    inputs_.clear();
    for (const Term literal : encoding.solver->unsat_core()) {
      if (const auto item = encoding.item_of.find(literal); item != encoding.item_of.end()) core_.insert(item->second);
      if (const auto input = encoding.input_of.find(literal); input != encoding.input_of.end())
        inputs_.insert(input->second);
    }
  }

  /// Facts join only if there is no core without them. `extra` is assumed too.
  std::optional<std::string> find(Encoding& encoding, const std::vector<Term>& extra) {
    Selection all(essential_.begin(), essential_.end());
    for (std::size_t i = 0; i < precondition_.size(); ++i) inputs_.insert(i);
    SatResult answer = check(encoding, all, extra, config_.deadline);
    if (answer == SatResult::sat) {
      all.insert(facts_.begin(), facts_.end());
      answer = check(encoding, all, extra, config_.deadline);
    }
    switch (answer) {
      case SatResult::unsat:
        take(encoding);
        return std::nullopt;
      case SatResult::sat:
        return "the error does not follow from the inputs";
      case SatResult::unknown:
        break;
    }
    return "the solver could not show that the error follows from the inputs: " +
           (left_until(config_.deadline).count() == 0 ? "no time was left" : encoding.solver->reason_unknown());
  }

  /// Drops conjuncts as long as the rest is unsatisfiable.
  void minimise(Encoding& encoding, const std::vector<Term>& extra) {
    std::size_t size = 0;
    for (int round = 0; round < 3 && core_.size() != size; ++round) {
      size = core_.size();
      if (check(encoding, core_, extra, config_.minimise_until) != SatResult::unsat) break;
      take(encoding);
    }
    const Selection candidates = core_;
    for (const std::size_t item : candidates) {
      if (!core_.contains(item)) continue;
      Selection fewer = core_;
      fewer.erase(item);
      const SatResult answer = check(encoding, fewer, extra, config_.minimise_until);
      if (answer == SatResult::unsat) take(encoding);
      if (answer == SatResult::unknown) return;
    }
  }

  std::optional<std::string> guarded_core() {
    Encoding encoding = encode(true);
    encoding.solver->add(formula_.guarded_goal());
    if (auto failure = find(encoding, {})) return failure;
    minimise(encoding, {});
    return std::nullopt;
  }

  [[nodiscard]] std::vector<std::size_t> branches_of_core() const {
    if (formula_.kind() == ExplanationKind::plain) return {};
    std::set<std::size_t> branches;
    const auto add_scope = [&](std::size_t position) {
      for (auto branch = trace_.scopes().enclosing[position]; branch && branches.insert(*branch).second;
           branch = trace_.scopes().enclosing[*branch]) {
      }
    };
    add_scope(trace_.length());
    for (const std::size_t i : core_) {
      const ErrorFormula::Item& item = formula_.items()[i];
      add_scope(item.position);
      if (item.role == ErrorFormula::Role::frame) branches.insert(item.position);
    }
    return {branches.begin(), branches.end()};
  }

  /// A core of the guarded formula almost always shows that the branches go as they did, since each conjunct is used
  /// with its guard. Where it does not (the error follows either way), what explains the branches is added.
  std::optional<std::string> close() {
    Encoding encoding = encode(false);
    for (;;) {
      branches_ = branches_of_core();
      const Term goal = name_of(terms_, *encoding.solver, escape(trace_, formula_, branches_, 0));
      const SatResult answer = check(encoding, core_, {goal}, config_.deadline);
      if (answer == SatResult::unsat) {
        take(encoding);
        if (branches_of_core() == branches_) break;
        continue;
      }
      const Selection before = core_;
      if (auto failure = find(encoding, {goal})) return failure;
      core_.insert(before.begin(), before.end());
      if (branches_of_core() == branches_) {
        for (std::size_t i = 0; i < precondition_.size(); ++i) inputs_.insert(i);
        break;
      }
    }
    encoding_ = std::move(encoding);
    return std::nullopt;
  }

  /// Is the error inevitable with these constraints?
  SatResult follows(const std::vector<InputConstraint>& constraints) {
    std::vector<Term> assumptions{goal_};
    for (const std::size_t item : core_) assumptions.push_back(encoding_->items[item]);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (formula_.chosen()[i].is_null() || (!constraints[i].lower && !constraints[i].upper)) continue;
      assumptions.push_back(input_formula(i, constraints[i]));
    }
    const milliseconds left = left_until(config_.generalise_until);
    if (left.count() == 0 || config_.stop.stop_requested()) return SatResult::unknown;
    encoding_->solver->set_time_limit(left);
    return encoding_->solver->check(assumptions);
  }

  void generalise() {
    goal_ = name_of(terms_, *encoding_->solver, escape(trace_, formula_, branches_, 0));
    for (std::size_t i = 0; i < precondition_.size(); ++i) {
      if (inputs_.contains(i)) continue;
      precondition_[i].lower.reset();
      precondition_[i].upper.reset();
    }
    for (std::size_t i = 0; i < precondition_.size(); ++i) {
      if (inputs_.contains(i) && !widen(i)) return;
    }
  }

  /// False when time is up.
  bool widen(std::size_t i) {
    std::vector<InputConstraint> constraints = precondition_;
    InputConstraint& input = constraints[i];
    input.lower.reset();
    input.upper.reset();
    switch (follows(constraints)) {
      case SatResult::unsat:
        precondition_ = constraints;
        return true;
      case SatResult::unknown:
        return false;
      case SatResult::sat:
        break;
    }
    if (formula_.chosen()[i].sort().is_bool()) return true;
    return widen(i, true) && widen(i, false);
  }

  /// Moves one bound away from the value as far as the error follows: to the type's bound, or just before what a model
  /// shows to be too far, or by bisection.
  bool widen(std::size_t i, bool upwards) {
    const frontend::IntegerType& type = type_of(i);
    Integer good = precondition_[i].value;
    std::optional<Integer> bad;
    for (unsigned step = 0; step < 40; ++step) {
      if (bad && (upwards ? good + 1 >= *bad : good - 1 <= *bad)) return true;
      Integer next = upwards ? type.max() : type.min();
      if (bad) next = step % 3 == 1 ? (upwards ? Integer(*bad - 1) : Integer(*bad + 1)) : Integer((good + *bad) / 2);
      if (bad && next == good) next = upwards ? Integer(good + 1) : Integer(good - 1);
      std::vector<InputConstraint> constraints = precondition_;
      std::optional<Integer>& bound = upwards ? constraints[i].upper : constraints[i].lower;
      bound = next;
      if (!bad) bound.reset();
      switch (follows(constraints)) {
        case SatResult::unsat:
          precondition_ = constraints;
          if (!bad) return true;
          good = next;
          break;
        case SatResult::sat:
          bad = too_far(i, next, good, upwards);
          break;
        case SatResult::unknown:
          return false;
      }
    }
    return true;
  }

  /// The value of the input in the last model, which escapes the error.
  [[nodiscard]] Integer too_far(std::size_t i, const Integer& tried, const Integer& good, bool upwards) {
    const logic::Value value = logic::evaluate(formula_.chosen()[i], encoding_->solver->model());
    const Integer found = type_of(i).convert(std::get<Integer>(value));
    const bool between = upwards ? good < found && found <= tried : tried <= found && found < good;
    return between ? found : tried;
  }

  [[nodiscard]] const frontend::IntegerType& type_of(std::size_t i) const {
    return trace_.variable(trace_.inputs()[i].constraint.variable).type;
  }

  const ErrorTrace& trace_;
  const ErrorFormula& formula_;
  const ErrorCoreConfig& config_;
  logic::TermManager& terms_;
  std::vector<InputConstraint> precondition_;
  std::vector<std::size_t> essential_, facts_;
  Selection core_;
  std::set<std::size_t> inputs_;  ///< of the core
  std::vector<std::size_t> branches_;
  std::optional<Encoding> encoding_;
  Term goal_;
};

}  // namespace

std::variant<ErrorCore, std::string> find_error_core(const ErrorTrace& trace, const ErrorFormula& formula,
                                                     const ErrorCoreConfig& config) {
  return CoreFinder(trace, formula, config).run();
}

CoreFormula::CoreFormula(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCore& core,
                         logic::SolverKind solver, const ErrorCoreConfig& config)
    : trace_(trace), formula_(formula), core_(core), deadline_(config.deadline), solver_(make(trace, solver, config)) {
  logic::TermManager& terms = trace.terms();
  for (const Term definition : formula.definitions()) solver_->add(definition);
  std::map<std::size_t, std::vector<Term>> parts;
  for (const std::size_t item : core.items) {
    parts[formula.items()[item].position].push_back(formula.items()[item].formula);
  }
  for (std::size_t i = 0; i < core.precondition.size(); ++i) {
    const InputConstraint& constraint = core.precondition[i];
    if (formula.chosen()[i].is_null() || (!constraint.lower && !constraint.upper)) continue;
    TraceInputTerm input = trace.inputs()[i];
    input.chosen = formula.chosen()[i];
    if (constraint.initial) {
      // Part of the state at the start, so of the prefix only.
      initial_.push_back(name_of(terms, *solver_, trace.admits(input, constraint)));
    } else {
      parts[constraint.position].push_back(trace.admits(input, constraint));
    }
  }
  for (auto& [position, formulas] : parts) {
    literals_.emplace_back(position, name_of(terms, *solver_, terms.and_(std::move(formulas))));
  }
}

bool CoreFormula::refuted(const std::vector<Term>& assumptions) {
  constexpr milliseconds query_limit{500};
  const milliseconds left = left_until(deadline_);
  if (left.count() == 0) return false;
  solver_->set_time_limit(std::min(left, query_limit));
  return solver_->check(assumptions) == SatResult::unsat;
}

bool CoreFormula::holds_at(Term predicate, std::size_t position) {
  std::vector<Term> assumptions = initial_;
  for (const auto& [at, literal] : literals_) {
    if (at < position) assumptions.push_back(literal);
  }
  assumptions.push_back(trace_.terms().not_(formula_.at(predicate, position)));
  return refuted(assumptions);
}

bool CoreFormula::keeps_error(Term predicate, std::size_t position) {
  std::vector<Term> assumptions{formula_.at(predicate, position)};
  for (const auto& [at, literal] : literals_) {
    if (at >= position) assumptions.push_back(literal);
  }
  assumptions.push_back(escape(trace_, formula_, core_.branches, position));
  return refuted(assumptions);
}

bool CoreFormula::implies(Term premise, Term conclusion) {
  if (premise == conclusion || conclusion.is_true()) return true;
  std::vector<Term> assumptions{premise, trace_.terms().not_(conclusion)};
  for (const Term variable : logic::free_variables(trace_.terms().and_(premise, conclusion))) {
    assumptions.push_back(trace_.semantics().range_of(variable));
  }
  return refuted(assumptions);
}

}  // namespace bireach::relevance
