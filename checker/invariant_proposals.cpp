// SPDX-License-Identifier: Apache-2.0
#include "checker/invariant_proposals.h"

#include <algorithm>
#include <map>
#include <memory>

#include "checker/formula_text.h"
#include "checker/source_editor.h"
#include "checker/value_templates.h"
#include "logic/model.h"
#include "logic/solver.h"

namespace bireach::checker {
namespace {

using frontend::LocationId;
using frontend::VariableId;
using logic::Term;

constexpr std::size_t max_text = 2000;       // of a conjunct
constexpr std::size_t max_alternatives = 4;  // of a disjunction
constexpr std::size_t max_proposals = 80;    // at a place
constexpr std::size_t max_variables = 40;    // of templates
constexpr std::size_t max_searched = 40;     // states in which the greatest value of a variable is looked for
constexpr unsigned max_rounds = 60;          // of values that break a template, at a place
constexpr std::chrono::milliseconds value_limit{500};

/// Asks for values of the variables at one place until none breaks a template.
class ValueSearch {
 public:
  ValueSearch(const frontend::Program& program, const ProofStates& states, std::vector<VariableId> variables,
              TemplateFitter& fitter, std::stop_token stop)
      : program_(program), states_(states), variables_(std::move(variables)), fitter_(fitter) {
    logic::SolverConfig config;
    config.time_limit = value_limit;
    config.stop = stop;
    solver_ = logic::make_solver(logic::SolverKind::z3, states.terms(), config);
    stop_ = std::move(stop);
  }

  void run(const std::vector<const ProofState*>& states) {
    std::vector<const ProofState*> symbolic;
    for (const ProofState* state : states) {
      const bool constant = std::all_of(variables_.begin(), variables_.end(),
                                        [&](VariableId v) { return state->values[v].is_constant(); });
      if (constant) {
        add(*state, logic::Model());
      } else {
        symbolic.push_back(state);
      }
    }
    unsigned rounds = 0;
    for (const ProofState* state : symbolic) {
      while (rounds < max_rounds && !stop_.stop_requested() && breaks(*state)) ++rounds;
    }
    if (symbolic.size() > max_searched) return;
    while (const auto bound = fitter_.open_bound()) fitter_.close(*bound, extreme(*bound, symbolic));
  }

 private:
  /// The greatest (lowest) value by halving what is left of the type's range.
  std::optional<logic::Integer> extreme(const TemplateFitter::OpenBound& bound,
                                        const std::vector<const ProofState*>& states) {
    const logic::Integer sign = bound.is_upper ? 1 : -1;
    const frontend::IntegerType& type = fitter_.variable(bound.variable).type;
    logic::Integer seen = sign * bound.seen;  // some value is; none is beyond `limit`
    logic::Integer limit = bound.is_upper ? type.max() : logic::Integer(-type.min());
    while (seen < limit) {
      const logic::Integer middle = seen + (limit - seen) / 2;
      const auto beyond = value_beyond(bound, sign * middle, states);
      if (!beyond) return std::nullopt;
      if (*beyond) {
        seen = sign * **beyond;
      } else {
        limit = middle;
      }
    }
    return sign * limit;
  }

  /// Nothing: not known. Nothing within: there is none.
  std::optional<std::optional<logic::Integer>> value_beyond(const TemplateFitter::OpenBound& bound,
                                                            const logic::Integer& limit,
                                                            const std::vector<const ProofState*>& states) {
    logic::TermManager& terms = states_.terms();
    const VariableId v = variables_[bound.variable];
    for (const ProofState* state : states) {
      const Term constant = terms.bit_vector(limit, state->values[v].sort().width());
      const bool is_signed = program_.variables[v].type.is_signed;
      const logic::Kind less = is_signed ? logic::Kind::BvSlt : logic::Kind::BvUlt;
      std::vector<Term> query = state->path;
      query.push_back(bound.is_upper ? terms.bv_binary(less, constant, state->values[v])
                                     : terms.bv_binary(less, state->values[v], constant));
      switch (solver_->check(query)) {
        case logic::SatResult::unsat:
          continue;
        case logic::SatResult::unknown:
          return std::nullopt;
        case logic::SatResult::sat:
          break;
      }
      const logic::Model model = solver_->model();
      const logic::Value value =
          states_.semantics().to_c_value(logic::evaluate(state->values[v], model), program_.variables[v]);
      return std::optional(std::get<logic::Integer>(value));
    }
    return std::optional<logic::Integer>();
  }

  bool breaks(const ProofState& state) {
    logic::TermManager& terms = states_.terms();
    std::vector<Term> values;
    for (const VariableId v : variables_) values.push_back(state.values[v]);
    std::vector<Term> all;
    for (const FittedTemplate& fitted : fitter_.fit()) all.push_back(fitter_.formula(terms, fitted, values));
    std::vector<Term> query = state.path;
    query.push_back(fitter_.is_empty() ? terms.true_term() : terms.not_(terms.and_(all)));
    if (solver_->check(query) != logic::SatResult::sat) return false;
    add(state, solver_->model());
    return true;
  }

  void add(const ProofState& state, const logic::Model& model) {
    logic::Evaluator evaluator(model);
    std::vector<logic::Integer> values;
    for (const VariableId v : variables_) {
      const logic::Value value = states_.semantics().to_c_value(evaluator(state.values[v]), program_.variables[v]);
      values.push_back(std::get<logic::Integer>(value));
    }
    fitter_.add(std::move(values));
  }

  const frontend::Program& program_;
  const ProofStates& states_;
  std::vector<VariableId> variables_;
  TemplateFitter& fitter_;
  std::unique_ptr<logic::Solver> solver_;
  std::stop_token stop_;
};

}  // namespace

InvariantProposals InvariantProposer::propose(const InvariantPlace& place) const {
  InvariantProposals result;
  std::vector<Term> predicates;
  bool has_proof = false;
  for (const LocationId location : place.locations) {
    if (states_.at(location) == nullptr) return result;  // anything may hold
    const std::vector<Term>& here = states_.predicates(location);
    has_proof = has_proof || !here.empty();
    predicates.insert(predicates.end(), here.begin(), here.end());
  }
  std::sort(predicates.begin(), predicates.end(), [](Term a, Term b) { return a.id() < b.id(); });
  predicates.erase(std::unique(predicates.begin(), predicates.end()), predicates.end());
  for (const Term predicate : predicates) {
    if (place.is_loop()) result.wanted += logic::conjuncts(predicate).size();
    add_texts(predicate, place.scope, result.proposals);
  }
  if (predicates.size() > 1 && predicates.size() <= max_alternatives)
    add_disjunction(predicates, place.scope, result.proposals);
  if (has_proof) {
    add_ways(place, result.proposals);
  } else if (states_.semantics().arithmetic() == frontend::Arithmetic::bitvector) {
    add_templates(place, result.proposals);
  }
  if (result.proposals.size() > max_proposals) result.proposals.resize(max_proposals);
  return result;
}

std::vector<std::string> InvariantProposer::texts(Term predicate, std::size_t scope, bool widened) const {
  std::vector<std::string> result;
  for (const std::string& text :
       conjunct_texts(predicate, [&](Term variable) { return names_(variable, scope, widened); })) {
    const auto finished = InvariantNames::finished(text);
    const bool usable = finished && finished->size() <= max_text && expression_problem(*finished).empty() &&
                        *finished != "true" && *finished != "false";
    // What is evaluated only sometimes is not looked at closely enough to read memory in it.
    const bool reads_sometimes =
        usable && finished->find("->") != std::string::npos &&
        (finished->find("||") != std::string::npos || finished->find('?') != std::string::npos);
    result.push_back(usable && !reads_sometimes ? *finished : std::string());
  }
  return result;
}

void InvariantProposer::add_texts(Term predicate, std::size_t scope, Texts& result) const {
  const std::vector<std::string> plain = texts(predicate, scope, false);
  const std::vector<std::string> wide = texts(predicate, scope, true);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool known = plain[i].empty() || std::any_of(result.begin(), result.end(),
                                                       [&](const auto& other) { return other.text == plain[i]; });
    if (known) continue;
    const bool same_order = plain.size() == wide.size();
    result.push_back({plain[i], same_order && wide[i] != plain[i] ? wide[i] : std::string()});
  }
}

void InvariantProposer::add_disjunction(const std::vector<Term>& predicates, std::size_t scope, Texts& result) const {
  InvariantProposal proposal;
  for (const Term predicate : predicates) {
    std::vector<std::string> parts = texts(predicate, scope, false);
    std::erase(parts, "");
    if (parts.empty()) return;
    std::string conjunction;
    for (const std::string& part : parts) {
      if (part.find("->") != std::string::npos) return;
      conjunction += (conjunction.empty() ? "(" : " && (") + part + ")";
    }
    proposal.text += (proposal.text.empty() ? "(" : " || (") + conjunction + ")";
    proposal.alternatives.push_back(std::move(parts));
  }
  if (proposal.text.size() <= max_text) result.push_back(std::move(proposal));
}

/// What was found out on the ways from the annotated locations: conditions over variables that have not changed since,
/// and constants that were assigned.
void InvariantProposer::add_ways(const InvariantPlace& place, Texts& result) const {
  logic::TermManager& terms = states_.terms();
  const std::vector<Term>& variables = states_.semantics().variables();
  std::map<Term, std::size_t> number_of;
  for (std::size_t v = 0; v < variables.size(); ++v) number_of.emplace(variables[v], v);
  for (const LocationId location : place.locations) {
    for (const ProofState& state : *states_.at(location)) {
      for (const Term condition : state.path) {
        const std::vector<Term> used = logic::free_variables(condition);
        const bool unchanged = std::all_of(used.begin(), used.end(), [&](Term variable) {
          const auto known = number_of.find(variable);
          return known != number_of.end() && state.values[known->second] == variable;
        });
        if (unchanged && !condition.has_quantifier()) add_texts(condition, place.scope, result);
      }
      for (std::size_t v = 0; v < variables.size(); ++v) {
        const Term value = state.values[v];
        if (value.is_null() || !value.is_constant() || !names_.is_visible(program_.variables[v], place.scope)) continue;
        add_texts(terms.equal(variables[v], value), place.scope, result);
      }
      if (result.size() > max_proposals || stop_.stop_requested()) return;
    }
  }
}

void InvariantProposer::add_templates(const InvariantPlace& place, Texts& result) const {
  std::vector<const ProofState*> states;
  for (const LocationId location : place.locations) {
    for (const ProofState& state : *states_.at(location)) states.push_back(&state);
  }
  std::vector<VariableId> variables;
  std::vector<TemplateVariable> shown;
  for (VariableId v = 0; v < program_.variables.size() && variables.size() < max_variables; ++v) {
    const frontend::Variable& variable = program_.variables[v];
    const bool is_number = !variable.array && !variable.type.is_floating && !frontend::is_pointer(variable) &&
                           variable.type.width <= 64 && !program_.memory.cells.contains(v);
    if (!is_number || !names_.is_visible(variable, place.scope)) continue;
    const bool known =
        std::all_of(states.begin(), states.end(), [&](const ProofState* state) { return !state->values[v].is_null(); });
    if (!known) continue;
    variables.push_back(v);
    shown.push_back({variable.user_name, variable.type});
  }
  if (variables.empty() || states.empty()) return;
  TemplateFitter fitter(shown);
  ValueSearch(program_, states_, variables, fitter, stop_).run(states);
  for (const FittedTemplate& fitted : fitter.fit()) {
    InvariantProposal proposal{fitter.text(fitted, false), fitter.text(fitted, true)};
    if (proposal.widened == proposal.text) proposal.widened.clear();
    if (expression_problem(proposal.text).empty()) result.push_back(std::move(proposal));
  }
}

}  // namespace bireach::checker
