// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: finding a core and asking it share the encoding, which nobody else knows.
#include "relevance/explanation/error_core.h"

#include <algorithm>
#include <map>
#include <optional>

#include "relevance/explanation/core_hazards.h"

namespace bireach::relevance {

using Clock = std::chrono::steady_clock;
using logic::Integer;
using logic::SatResult;
using logic::Solver;
using logic::Term;
using logic::UnknownReason;
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
  std::vector<Term> ways{formula.goal()};
  for (const std::size_t branch : branches)
    if (branch >= from) ways.push_back(trace.terms().not_(formula.condition(branch)));
  return trace.terms().or_(std::move(ways));
}

Term input_formula(const ErrorTrace& trace, const ErrorFormula& formula, std::size_t i,
                   const InputConstraint& constraint) {
  TraceInputTerm input = trace.inputs()[i];
  input.chosen = formula.chosen()[i];
  return trace.admits(input, constraint);
}

}  // namespace

struct ErrorEncoding {
  ErrorEncoding(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCoreConfig& config);
  [[nodiscard]] const std::vector<Term>& items(bool guarded) const { return guarded ? guarded_items : plain_items; }
  [[nodiscard]] const std::vector<Term>& inputs(bool guarded) const { return guarded ? guarded_inputs : plain_inputs; }

  std::unique_ptr<Solver> solver;
  /// Literals of the items, and of the inputs with their values fixed (null: no part of the formula); with the guard of
  /// the formula, or without.
  std::vector<Term> guarded_items, plain_items, guarded_inputs, plain_inputs;
  std::map<Term, std::size_t> item_of, input_of;
};

ErrorEncoding::ErrorEncoding(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCoreConfig& config)
    : solver(make(trace, logic::SolverKind::z3, config)) {
  logic::TermManager& terms = trace.terms();
  for (const Term definition : formula.definitions()) solver->add(definition);
  const auto add = [&](Term part, Term guard, std::vector<Term>& plain, std::vector<Term>& guarded) {
    plain.push_back(name_of(terms, *solver, part));
    guarded.push_back(guard.is_true() ? plain.back() : name_of(terms, *solver, terms.implies(guard, plain.back())));
  };
  for (const ErrorFormula::Item& item : formula.items()) {
    add(item.formula, item.guard, plain_items, guarded_items);
    item_of.emplace(plain_items.back(), plain_items.size() - 1);
    item_of.emplace(guarded_items.back(), plain_items.size() - 1);
  }
  for (std::size_t i = 0; i < trace.inputs().size(); ++i) {
    if (formula.chosen()[i].is_null()) {
      plain_inputs.emplace_back();
      guarded_inputs.emplace_back();
      continue;
    }
    add(input_formula(trace, formula, i, trace.inputs()[i].constraint), formula.chosen_guards()[i], plain_inputs,
        guarded_inputs);
    input_of.emplace(plain_inputs.back(), i);
    input_of.emplace(guarded_inputs.back(), i);
  }
}

namespace {

class CoreFinder {
 public:
  CoreFinder(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCoreConfig& config)
      : trace_(trace),
        formula_(formula),
        config_(config),
        terms_(trace.terms()),
        encoding_(std::make_shared<ErrorEncoding>(trace, formula, config)) {
    for (const TraceInputTerm& input : trace.inputs()) precondition_.push_back(input.constraint);
    for (std::size_t i = 0; i < formula.items().size(); ++i) {
      using Role = ErrorFormula::Role;
      const Role role = formula.items()[i].role;
      (role == Role::fact ? facts_ : role == Role::condition ? conditions_ : essential_).push_back(i);
    }
  }

  std::variant<ErrorCore, UnknownReason> run() {
    if (auto failure = guarded_core()) return *failure;
    if (config_.keep_indices) keep_indices();
    if (auto failure = close()) return *failure;
    generalise();
    ErrorCore core{core_, {}, {}, {}, {}, precondition_, encoding_};
    close_scopes(trace_, formula_, core);
    return core;
  }

 private:
  using Selection = std::set<std::size_t>;

  SatResult check(const Selection& items, const std::vector<Term>& more, Deadline until) {
    std::vector<Term> assumptions = more;
    for (const std::size_t item : items) assumptions.push_back(encoding_->items(guarded_)[item]);
    for (const std::size_t i : inputs_) {
      const Term literal = encoding_->inputs(guarded_)[i];
      if (!literal.is_null()) assumptions.push_back(literal);
    }
    const milliseconds left = left_until(until);
    if (left.count() == 0 || config_.stop.stop_requested()) return SatResult::unknown;
    encoding_->solver->set_time_limit(left);
    return encoding_->solver->check(assumptions);
  }

  /// Takes the core of the last check.
  void take() {
    core_ = kept_;
    inputs_.clear();
    for (const Term literal : encoding_->solver->unsat_core()) {
      if (const auto item = encoding_->item_of.find(literal); item != encoding_->item_of.end())
        core_.insert(item->second);
      if (const auto input = encoding_->input_of.find(literal); input != encoding_->input_of.end())
        inputs_.insert(input->second);
    }
  }

  /// Facts, and conditions before them, join only if there is no core without them. `extra` is assumed too.
  std::optional<UnknownReason> find(const std::vector<Term>& extra) {
    Selection all(essential_.begin(), essential_.end());
    for (std::size_t i = 0; i < precondition_.size(); ++i) inputs_.insert(i);
    SatResult answer = check(all, extra, config_.deadline);
    for (const auto* more : {&conditions_, &facts_}) {
      if (answer != SatResult::sat || more->empty()) continue;
      all.insert(more->begin(), more->end());
      answer = check(all, extra, config_.deadline);
    }
    switch (answer) {
      case SatResult::unsat:
        take();
        return std::nullopt;
      case SatResult::sat:
        return "the error does not follow from the inputs";
      case SatResult::unknown:
        break;
    }
    if (left_until(config_.deadline).count() == 0 || config_.stop.stop_requested())
      return logic::no_time_left(config_.stop);
    UnknownReason reason = encoding_->solver->reason_unknown();
    reason.text = "the solver could not show that the error follows from the inputs: " + reason.text;
    return reason;
  }

  /// Drops conjuncts as long as the rest is unsatisfiable.
  void minimise(const std::vector<Term>& extra) {
    std::size_t size = 0;
    for (int round = 0; round < 3 && core_.size() != size; ++round) {
      size = core_.size();
      if (check(core_, extra, config_.minimise_until) != SatResult::unsat) break;
      take();
    }
    const Selection candidates = core_;
    for (const std::size_t item : candidates) {
      if (!core_.contains(item)) continue;
      Selection fewer = core_;
      fewer.erase(item);
      const SatResult answer = check(fewer, extra, config_.minimise_until);
      if (answer == SatResult::unsat) take();
      if (answer == SatResult::unknown) return;
    }
  }

  std::optional<UnknownReason> guarded_core() {
    guarded_ = true;
    const Term goal = name_of(terms_, *encoding_->solver, formula_.guarded_goal());
    if (auto failure = find({goal})) return failure;
    minimise({goal});
    return std::nullopt;
  }

  /// The variables that say which elements of arrays are accessed, and those that these get their values from.
  struct Indices {
    std::set<Term> variables, seen;

    /// What occurs in indices.
    void add(Term term) {
      if (!seen.insert(term).second) return;
      if (term.kind() == logic::Kind::Select || term.kind() == logic::Kind::Store) want(term[1]);
      for (const Term child : term.children()) add(child);
    }
    void want(Term value) {
      for (const Term variable : logic::free_variables(value)) variables.insert(variable);
    }
  };

  void keep_indices() {
    Indices indices;
    indices.add(trace_.holds());
    for (const std::size_t i : core_) {
      if (formula_.items()[i].role == ErrorFormula::Role::hazard) continue;
      const auto& transition = trace_.meaning(formula_.items()[i].position).transition;
      indices.add(transition.guard);
      for (const auto& [target, value] : transition.updates) indices.add(value);
    }
    std::set<Term>& wanted = indices.variables;
    for (std::size_t before = wanted.size() + 1; before != wanted.size();) {
      before = wanted.size();
      for (const std::size_t i : essential_) {
        const ErrorFormula::Item& item = formula_.items()[i];
        if (!wanted.contains(item.target) || !kept_.insert(i).second) continue;
        if (item.role != ErrorFormula::Role::statement) continue;
        for (const auto& [target, value] : trace_.meaning(item.position).transition.updates) indices.want(value);
      }
    }
    core_.insert(kept_.begin(), kept_.end());
  }

  [[nodiscard]] std::vector<std::size_t> branches_of_core() const {
    ErrorCore core;
    core.items = core_;
    close_scopes(trace_, formula_, core);
    return core.branches;
  }

  /// A core of the guarded formula almost always shows that the branches go as they did, since each conjunct is used
  /// with its guard. Where it does not (the error follows either way), what explains the branches is added.
  std::optional<UnknownReason> close() {
    guarded_ = false;
    for (;;) {
      branches_ = branches_of_core();
      const Term goal = name_of(terms_, *encoding_->solver, escape(trace_, formula_, branches_, 0));
      const SatResult answer = check(core_, {goal}, config_.deadline);
      if (answer == SatResult::unsat) {
        take();
        if (branches_of_core() == branches_) break;
        continue;
      }
      const Selection before = core_;
      if (auto failure = find({goal})) return failure;
      core_.insert(before.begin(), before.end());
      if (branches_of_core() == branches_) {
        for (std::size_t i = 0; i < precondition_.size(); ++i) inputs_.insert(i);
        break;
      }
    }
    return std::nullopt;
  }

  /// Is the error inevitable with these constraints?
  SatResult follows(const std::vector<InputConstraint>& constraints) {
    std::vector<Term> assumptions{goal_};
    for (const std::size_t item : core_) assumptions.push_back(encoding_->plain_items[item]);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (formula_.chosen()[i].is_null() || (!constraints[i].lower && !constraints[i].upper)) continue;
      const Term formula = input_formula(trace_, formula_, i, constraints[i]);
      assumptions.push_back(name_of(terms_, *encoding_->solver, formula));
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
    for (std::size_t i = 0; i < precondition_.size(); ++i)
      if (inputs_.contains(i) && !widen(i)) return;
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
    const Integer escape = value_in_model(i);
    const bool above = escape > precondition_[i].value;
    constexpr bool upwards = true;
    return widen(i, upwards, above ? std::optional(escape) : std::nullopt) &&
           widen(i, !upwards, above ? std::nullopt : std::optional(escape));
  }

  /// Moves one bound away from the value as far as the error follows: to the type's bound, or just before what a model
  /// shows to be too far, or by bisection. `bad`: a value that is known to be too far.
  bool widen(std::size_t i, bool upwards, std::optional<Integer> bad) {
    constexpr unsigned most_steps = 70;  // every second one halves the distance
    const frontend::ScalarType& type = type_of(i);
    Integer good = precondition_[i].value;
    bool guess = true;
    for (unsigned step = 0; step < most_steps; ++step) {
      if (bad && (upwards ? good + 1 >= *bad : good - 1 <= *bad)) return true;
      Integer next = upwards ? type.max() : type.min();
      if (bad && guess) next = upwards ? Integer(*bad - 1) : Integer(*bad + 1);
      if (bad && !guess) next = Integer((good + *bad) / 2);
      guess = !bad || !guess;
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
    const Integer found = value_in_model(i);
    const bool between = upwards ? good < found && found <= tried : tried <= found && found < good;
    return between ? found : tried;
  }

  [[nodiscard]] Integer value_in_model(std::size_t i) {
    const logic::Value value = logic::evaluate(formula_.chosen()[i], encoding_->solver->model());
    return type_of(i).convert(std::get<Integer>(value));
  }

  [[nodiscard]] const frontend::ScalarType& type_of(std::size_t i) const {
    return trace_.variable(trace_.inputs()[i].constraint.variable).type;
  }

  const ErrorTrace& trace_;
  const ErrorFormula& formula_;
  const ErrorCoreConfig& config_;
  logic::TermManager& terms_;
  std::vector<InputConstraint> precondition_;
  std::vector<std::size_t> essential_, conditions_, facts_;
  Selection core_;
  Selection kept_;                ///< stays in the core
  std::set<std::size_t> inputs_;  ///< of the core
  std::vector<std::size_t> branches_;
  std::shared_ptr<ErrorEncoding> encoding_;
  bool guarded_ = true;  ///< which literals are assumed
  Term goal_;
};

/// Assumes one literal for what belongs to each position.
class LiteralCoreFormula final : public CoreFormula {
 public:
  LiteralCoreFormula(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCore& core,
                     logic::SolverKind solver, const ErrorCoreConfig& config)
      : trace_(trace), formula_(formula), core_(core), deadline_(config.deadline) {
    if (solver == logic::SolverKind::z3) {
      solver_ = core.encoding->solver.get();
    } else {
      own_ = make(trace, solver, config);
      solver_ = own_.get();
      for (const Term definition : formula.definitions()) solver_->add(definition);
    }
    const auto literal_of = [&](std::size_t item) {
      return solver == logic::SolverKind::z3 ? core.encoding->plain_items[item]
                                             : name_of(trace.terms(), *solver_, formula.items()[item].formula);
    };
    // What reads yield is no question here: the trace itself has all writes.
    for (std::size_t item = 0; item < formula.items().size(); ++item)
      if (formula.items()[item].role == ErrorFormula::Role::hazard) always_.push_back(literal_of(item));
    for (const std::size_t item : core.items)
      if (formula.items()[item].role != ErrorFormula::Role::hazard)
        literals_.emplace_back(formula.items()[item].position, literal_of(item));
    for (std::size_t i = 0; i < core.precondition.size(); ++i) {
      const InputConstraint& constraint = core.precondition[i];
      if (formula.chosen()[i].is_null() || (!constraint.lower && !constraint.upper)) continue;
      const Term literal = name_of(trace.terms(), *solver_, input_formula(trace, formula, i, constraint));
      // Initial values are part of the prefix only.
      if (constraint.position)
        literals_.emplace_back(*constraint.position, literal);
      else
        initial_.push_back(literal);
    }
  }

  bool holds_at(Term predicate, std::size_t position) override {
    std::vector<Term> assumptions = initial_;
    assumptions.insert(assumptions.end(), always_.begin(), always_.end());
    for (const auto& [at, literal] : literals_)
      if (at < position) assumptions.push_back(literal);
    assumptions.push_back(name(trace_.terms().not_(formula_.at(predicate, position))));
    return refuted(assumptions);
  }

  bool keeps_error(Term predicate, std::size_t position) override {
    std::vector<Term> assumptions = always_;
    assumptions.push_back(name(formula_.at(predicate, position)));
    for (const auto& [at, literal] : literals_)
      if (at >= position) assumptions.push_back(literal);
    assumptions.push_back(name(escape(trace_, formula_, core_.branches, position)));
    return refuted(assumptions);
  }

 private:
  /// Literals cost the solver less than formulas, for which it has to open a scope.
  Term name(Term formula) { return name_of(trace_.terms(), *solver_, formula); }

  bool refuted(const std::vector<Term>& assumptions) {
    constexpr milliseconds query_limit{500};
    const milliseconds left = left_until(deadline_);
    if (left.count() == 0) return false;
    solver_->set_time_limit(std::min(left, query_limit));
    return solver_->check(assumptions) == SatResult::unsat;
  }

  const ErrorTrace& trace_;
  const ErrorFormula& formula_;
  const ErrorCore& core_;
  Deadline deadline_;
  std::unique_ptr<Solver> own_;
  Solver* solver_ = nullptr;
  std::vector<Term> initial_, always_;
  std::vector<std::pair<std::size_t, Term>> literals_;  ///< by position
};

}  // namespace

namespace {

void add_hazards(const ErrorTrace& trace, const ErrorFormula& formula, ErrorCore& core) {
  CoreHazards found = hazards_of_core(trace, formula, core.items, core.branches);
  core.hazards = std::move(found.hazards);
  core.kept.insert(found.accesses.begin(), found.accesses.end());
}

}  // namespace

void close_scopes(const ErrorTrace& trace, const ErrorFormula& formula, ErrorCore& core) {
  core.branches.clear();
  core.framed.clear();
  core.hazards.clear();
  core.kept.clear();
  if (formula.kind() == ExplanationKind::plain) return add_hazards(trace, formula, core);
  std::set<std::size_t> branches;
  const auto add_scope = [&](std::size_t position) {
    for (auto branch = trace.scopes().enclosing[position]; branch && branches.insert(*branch).second;
         branch = trace.scopes().enclosing[*branch]) {
    }
  };
  add_scope(trace.length());
  for (const std::size_t i : core.items) {
    const ErrorFormula::Item& item = formula.items()[i];
    add_scope(item.position);
    if (item.role == ErrorFormula::Role::frame) core.framed.insert(item.branch);
  }
  for (const std::size_t branch : core.framed) {
    add_scope(branch);
    branches.insert(branch);
  }
  core.branches.assign(branches.begin(), branches.end());
  core.kept = core.framed;
  add_hazards(trace, formula, core);
}

std::variant<ErrorCore, UnknownReason> find_error_core(const ErrorTrace& trace, const ErrorFormula& formula,
                                                       const ErrorCoreConfig& config) {
  return CoreFinder(trace, formula, config).run();
}

std::unique_ptr<CoreFormula> make_core_formula(const ErrorTrace& trace, const ErrorFormula& formula,
                                               const ErrorCore& core, logic::SolverKind solver,
                                               const ErrorCoreConfig& config) {
  return std::make_unique<LiteralCoreFormula>(trace, formula, core, solver, config);
}

}  // namespace bireach::relevance
