// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/procedure_clauses.h"

#include <algorithm>

#include "checker/blocks/block_program.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;
using logic::HornAtom;
using logic::Term;

namespace {

constexpr std::size_t max_procedure_clauses = 400;

class ProcedureClauseBuilder {
 public:
  using Context = ProcedureFlow::Context;

  /// With `inline_resumption` the code behind a call belongs to the clause of the call, where it is no loop head: fewer
  /// predicates, but a clause for every combination of calls on the way.
  ProcedureClauseBuilder(const frontend::Program& program, const frontend::Semantics& semantics,
                         const ProcedureFlow& procedures, const ControlFlow& flow, TypeBounds bounds,
                         bool inline_resumption)
      : program_(program),
        semantics_(semantics),
        terms_(semantics.terms()),
        procedures_(procedures),
        flow_(cut_at_calls(flow)),
        edges_(semantics, program),
        executor_(terms_, edges_, flow_),
        bounds_(bounds),
        inline_resumption_(inline_resumption) {}

  std::optional<ProcedureClauses> run() {
    const HornAtom initial{predicate(0, program_.initial, Role::inside), parameters(0, program_.initial, Role::inside)};
    add({}, initial_condition(semantics_, program_, flow_), initial);
    while (!pending_.empty() && result_.system.clauses.size() <= max_procedure_clauses) {
      const auto [context, location, role] = pending_.back();
      pending_.pop_back();
      leave(context, location, role);
    }
    if (result_.system.clauses.size() > max_procedure_clauses) return std::nullopt;
    return std::move(result_);
  }

 private:
  enum class Role { call, inside, exit };
  /// Values on a way from a predicate, and the predicates used on it.
  struct Way {
    SymbolicState state;
    std::vector<HornAtom> body;
  };

  ControlFlow cut_at_calls(ControlFlow flow) const {
    for (LocationId l = 0; l < program_.location_count(); ++l)
      if (procedures_.call_at(l) || procedures_.is_loop_head(l)) flow.is_cut[l] = true;
    for (const auto& procedure : program_.procedures) flow.is_cut[procedure.entry] = flow.is_cut[procedure.exit] = true;
    return flow;
  }

  [[nodiscard]] Term now(VariableId variable) const { return semantics_.variable(variable); }
  [[nodiscard]] Term at_entry(VariableId variable) {
    return terms_.variable("old(" + program_.variables[variable].name + ")", now(variable).sort());
  }
  [[nodiscard]] const std::set<VariableId>& entry_variables(Context context) const {
    static const std::set<VariableId> none;
    return context == 0 ? none : procedures_.live(program_.procedures[context - 1].entry);
  }

  std::vector<Term> parameters(Context context, LocationId location, Role role) {
    std::vector<Term> result;
    for (const VariableId variable : entry_variables(context)) result.push_back(at_entry(variable));
    if (role == Role::call) return result;
    for (const VariableId variable : procedures_.live(location))
      if (procedures_.may_change(context, variable)) result.push_back(now(variable));
    return result;
  }

  std::size_t predicate(Context context, LocationId location, Role role) {
    const auto [known, fresh] = numbers_.try_emplace({location, role}, numbers_.size());
    if (!fresh) return known->second;
    const char* kind = role == Role::call ? "call" : role == Role::exit ? "exit" : "at";
    result_.system.predicates.push_back(
        {kind + std::string("_L") + std::to_string(location), parameters(context, location, role)});
    result_.places.push_back({location, role == Role::exit});
    if (role != Role::exit) pending_.emplace_back(context, location, role);
    return known->second;
  }

  [[nodiscard]] Term range(Term value, VariableId variable) const {
    if (program_.variables[variable].array || semantics_.arithmetic() == frontend::Arithmetic::bitvector)
      return terms_.true_term();
    return semantics_.in_range(value, program_.variables[variable].type);
  }

  void add(std::vector<HornAtom> body, Term constraint, std::optional<HornAtom> head) {
    if (bounds_ == TypeBounds::none) constraint = without_bounds(terms_, constraint);
    if (!constraint.is_false()) result_.system.clauses.push_back({std::move(body), constraint, std::move(head)});
  }
  void add(const Way& way, std::optional<HornAtom> head) {
    add(way.body, terms_.and_(way.state.path), std::move(head));
  }

  /// The predicate with the way's values.
  HornAtom arrive(Context context, LocationId location, const Way& way) {
    const Role role = procedures_.is_exit(context, location) ? Role::exit : Role::inside;
    HornAtom atom{predicate(context, location, role), {}};
    for (const VariableId variable : entry_variables(context)) atom.arguments.push_back(at_entry(variable));
    for (const VariableId variable : procedures_.live(location))
      if (procedures_.may_change(context, variable)) atom.arguments.push_back(way.state.values[variable]);
    return atom;
  }

  void leave(Context context, LocationId location, Role role) {
    Way way{{{}, semantics_.variables(), true},
            {{predicate(context, location, role), parameters(context, location, role)}}};
    for (const VariableId variable : entry_variables(context)) {
      if (role == Role::call || !procedures_.may_change(context, variable))
        way.state.values[variable] = at_entry(variable);
      if (bounds_ == TypeBounds::all) way.state.path.push_back(range(at_entry(variable), variable));
    }
    if (bounds_ == TypeBounds::all && role == Role::inside)
      for (const VariableId variable : procedures_.live(location))
        way.state.path.push_back(range(way.state.values[variable], variable));
    go_on(context, location, way);
  }

  void go_on(Context context, LocationId from, const Way& way) {
    if (const ProcedureFlow::Call* invocation = procedures_.call_at(from)) return call(context, *invocation, way);
    const auto targets = executor_.run(from, way.state, fresh());
    for (const auto& [target, state] : targets) {
      const Way next{state, way.body};
      if (program_.location(target).kind != LocationKind::Normal)
        add(next, std::nullopt);
      else if (const ProcedureFlow::Call* invocation = procedures_.call_at(target);
               invocation && !procedures_.is_loop_head(target))
        call(context, *invocation, next);
      else
        add(next, arrive(context, target, next));
      if (result_.system.clauses.size() > max_procedure_clauses) return;
    }
  }

  FreshAuxiliaries fresh() {
    return [this](EdgeId, const std::vector<Term>& needed) {
      std::vector<Term> instances;
      for (const Term auxiliary : needed)
        instances.push_back(terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
      return instances;
    };
  }

  void call(Context context, const ProcedureFlow::Call& call, const Way& before) {
    const frontend::Procedure& callee = program_.procedures[call.callee - 1];
    SymbolicState passed = before.state;
    for (const EdgeId edge : call.passing) {
      const std::vector<Term>& auxiliaries = edges_.of(edge).transition.auxiliaries;
      auto next = executor_.step(passed, edge, auxiliaries.empty() ? auxiliaries : fresh()(edge, auxiliaries));
      if (!next) return;
      passed = std::move(*next);
    }
    HornAtom entered{predicate(call.callee, callee.entry, Role::call), {}};
    for (const VariableId variable : entry_variables(call.callee)) entered.arguments.push_back(passed.values[variable]);
    Way after{passed, before.body};
    add(after, entered);
    HornAtom summary{predicate(call.callee, callee.exit, Role::exit), entered.arguments};
    for (const VariableId variable : procedures_.live(callee.exit)) {
      const Term result = terms_.fresh_variable(program_.variables[variable].name + "'", now(variable).sort());
      summary.arguments.push_back(result);
      after.state.values[variable] = result;
      if (bounds_ == TypeBounds::all) after.state.path.push_back(range(result, variable));
    }
    for (const VariableId kept : call.call->kept) after.state.values[kept] = before.state.values[kept];
    after.body.push_back(std::move(summary));
    const LocationId resumed = call.call->resumed;
    const bool stops =
        procedures_.is_exit(context, resumed) || procedures_.is_loop_head(resumed) || !inline_resumption_;
    if (program_.location(resumed).kind != LocationKind::Normal) {
      if (flow_.reaches_target[resumed]) add(after, std::nullopt);
    } else if (stops) {
      add(after, arrive(context, resumed, after));
    } else {
      go_on(context, resumed, after);
    }
  }

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  logic::TermManager& terms_;
  const ProcedureFlow& procedures_;
  ControlFlow flow_;
  EdgeSemantics edges_;
  RegionExecutor executor_;
  TypeBounds bounds_;
  bool inline_resumption_;
  ProcedureClauses result_;
  std::map<std::pair<LocationId, Role>, std::size_t> numbers_;
  std::vector<std::tuple<Context, LocationId, Role>> pending_;
};

}  // namespace

Term without_bounds(logic::TermManager& terms, Term formula) {
  static const logic::Integer large = (logic::Integer(1) << 31U) - 16;
  if (formula.kind() == logic::Kind::And || formula.kind() == logic::Kind::Or) {
    std::vector<Term> parts;
    for (const Term child : formula.children()) parts.push_back(without_bounds(terms, child));
    return formula.kind() == logic::Kind::And ? terms.and_(parts) : terms.or_(parts);
  }
  if (formula.kind() != logic::Kind::LessEqual) return formula;
  const auto is_large = [](Term side) {
    const Term constant = side.kind() == logic::Kind::Add ? side[0] : side;
    return constant.is_constant() && constant.sort().is_int() && abs(constant.constant()) >= large;
  };
  return is_large(formula[0]) || is_large(formula[1]) ? terms.true_term() : formula;
}

std::optional<ProcedureClauses> procedure_clauses(const frontend::Program& program,
                                                  const frontend::Semantics& semantics, const ControlFlow& flow,
                                                  TypeBounds bounds, bool inline_resumptions) {
  const ProcedureFlow procedures(program, flow);
  if (!procedures.problem().empty()) return std::nullopt;
  for (const bool inline_resumption : {true, false}) {
    if (inline_resumption && !inline_resumptions) continue;
    if (auto clauses = ProcedureClauseBuilder(program, semantics, procedures, flow, bounds, inline_resumption).run())
      return clauses;
  }
  return std::nullopt;
}

}  // namespace bireach::checker
