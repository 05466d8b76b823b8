// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/invariants/invariant_proposals.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "checker/report/text/formula_text.h"
#include "checker/witness/invariants/value_templates.h"
#include "frontend/clang/reading/source_editor.h"
#include "logic/solvers/solver.h"
#include "logic/terms/model.h"

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

/// What templates speak of: a variable, or what a pointer leads to.
struct Measured {
  std::string text;
  VariableId variable;                ///< or the cells that the pointer leads to
  std::optional<VariableId> pointer;  ///< its value is the index

  [[nodiscard]] bool is_known(const ProofState& state) const {
    return !state.values[variable].is_null() && (!pointer || !state.values[*pointer].is_null());
  }
  [[nodiscard]] Term value(logic::TermManager& terms, const ProofState& state) const {
    const Term whole = state.values[variable];
    return pointer ? terms.select(whole, state.values[*pointer]) : whole;
  }
};

/// Asks for values at one place until none breaks a template.
class ValueSearch {
 public:
  ValueSearch(const frontend::Program& program, const ProofStates& states, std::vector<Measured> measured,
              TemplateFitter& fitter, std::stop_token stop)
      : program_(program), states_(states), measured_(std::move(measured)), fitter_(fitter) {
    logic::SolverConfig config;
    config.time_limit = value_limit;
    config.stop = stop;
    solver_ = logic::make_solver(logic::SolverKind::z3, states.terms(), config);
    stop_ = std::move(stop);
  }

  void run(const std::vector<const ProofState*>& states) {
    std::vector<const ProofState*> symbolic;
    for (const ProofState* state : states) {
      const bool constant = std::all_of(measured_.begin(), measured_.end(), [&](const Measured& measured) {
        return measured.value(states_.terms(), *state).is_constant();
      });
      if (constant)
        add(*state, logic::Model());
      else
        symbolic.push_back(state);
    }
    unsigned rounds = 0;
    for (const ProofState* state : symbolic)
      while (rounds < max_rounds && !stop_.stop_requested() && breaks(*state)) ++rounds;
    if (symbolic.size() > max_searched) return;
    while (const auto bound = fitter_.open_bound()) fitter_.close(*bound, extreme(*bound, symbolic));
  }

 private:
  /// The greatest (lowest) value by halving what is left of the type's range.
  std::optional<logic::Integer> extreme(const TemplateFitter::OpenBound& bound,
                                        const std::vector<const ProofState*>& states) {
    const logic::Integer sign = bound.is_upper ? 1 : -1;
    const frontend::ScalarType& type = fitter_.variable(bound.variable).type;
    logic::Integer seen = sign * bound.seen;  // some value is; none is beyond `limit`
    logic::Integer limit = bound.is_upper ? type.max() : logic::Integer(-type.min());
    while (seen < limit) {
      const logic::Integer middle = seen + (limit - seen) / 2;
      const auto beyond = value_beyond(bound, sign * middle, states);
      if (!beyond) return std::nullopt;
      if (*beyond)
        seen = sign * **beyond;
      else
        limit = middle;
    }
    return sign * limit;
  }

  /// Nothing: not known. Nothing within: there is none.
  std::optional<std::optional<logic::Integer>> value_beyond(const TemplateFitter::OpenBound& bound,
                                                            const logic::Integer& limit,
                                                            const std::vector<const ProofState*>& states) {
    logic::TermManager& terms = states_.terms();
    const Measured& measured = measured_[bound.variable];
    const frontend::Variable& variable = program_.variables[measured.variable];
    for (const ProofState* state : states) {
      const Term value = measured.value(terms, *state);
      const Term constant = terms.bit_vector(limit, value.sort().width());
      const bool is_signed = variable.type.is_signed();
      const logic::Kind less = is_signed ? logic::Kind::BvSlt : logic::Kind::BvUlt;
      std::vector<Term> query = state->path;
      query.push_back(bound.is_upper ? terms.bv_binary(less, constant, value) : terms.bv_binary(less, value, constant));
      switch (solver_->check(query)) {
        case logic::SatResult::unsat:
          continue;
        case logic::SatResult::unknown:
          return std::nullopt;
        case logic::SatResult::sat:
          break;
      }
      const logic::Model model = solver_->model();
      return std::optional(c_value(logic::evaluate(value, model), variable.type));
    }
    return std::optional<logic::Integer>();
  }

  bool breaks(const ProofState& state) {
    logic::TermManager& terms = states_.terms();
    std::vector<Term> values;
    for (const Measured& measured : measured_) values.push_back(measured.value(terms, state));
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
    for (const Measured& measured : measured_) {
      const logic::Value value = evaluator(measured.value(states_.terms(), state));
      values.push_back(c_value(value, program_.variables[measured.variable].type));
    }
    fitter_.add(std::move(values));
  }

  /// Of a bit-vector's value.
  static logic::Integer c_value(const logic::Value& value, const frontend::ScalarType& type) {
    const auto& bits = std::get<logic::Integer>(value);
    return type.is_signed() ? logic::wrap_signed(bits, type.width) : bits;
  }

  const frontend::Program& program_;
  const ProofStates& states_;
  std::vector<Measured> measured_;
  TemplateFitter& fitter_;
  std::unique_ptr<logic::Solver> solver_;
  std::stop_token stop_;
};

bool is_number(const frontend::Variable& variable) {
  return !variable.type.is_floating() && !variable.is_pointer && variable.type.width <= 64;
}

/// Does the pointer lead to the structures whose member these cells hold ("struct node *", "node.value")?
bool leads_to(const frontend::Variable& pointer, const std::string& cells) {
  const std::size_t dot = cells.find('.');
  if (dot == std::string::npos || cells.find_first_of(".[", dot + 1) != std::string::npos) return false;
  const std::string name = cells.substr(0, dot);
  return pointer.c_type == "struct " + name + " *" || pointer.c_type == name + " *";
}

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
  if (has_proof)
    add_ways(place, result.proposals);
  else if (states_.semantics().arithmetic() == frontend::Arithmetic::bitvector)
    add_templates(place, result.proposals);
  if (result.proposals.size() > max_proposals) result.proposals.resize(max_proposals);
  return result;
}

std::vector<std::string> InvariantProposer::texts(Term predicate, std::size_t scope, Computed computed) const {
  std::vector<std::string> result;
  for (const std::string& text :
       conjunct_texts(predicate, [&](Term variable) { return names_(variable, scope, computed); })) {
    const auto finished = InvariantNames::finished(text);
    const bool usable = finished && finished->size() <= max_text && frontend::expression_problem(*finished).empty() &&
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
  const std::vector<std::string> plain = texts(predicate, scope, Computed::as_declared);
  const std::vector<std::string> wide = texts(predicate, scope, Computed::in_long_long);
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
    std::vector<std::string> parts = texts(predicate, scope, Computed::as_declared);
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
  for (const LocationId location : place.locations)
    for (const ProofState& state : *states_.at(location)) states.push_back(&state);
  std::vector<Measured> measured;
  for (VariableId v = 0; v < program_.variables.size(); ++v) {
    const frontend::Variable& variable = program_.variables[v];
    const bool usable = !variable.array && is_number(variable) && names_.is_visible(variable, place.scope);
    if (usable) measured.push_back({variable.user_name, v, std::nullopt});
  }
  for (const auto& [cells, region] : program_.memory.cells) {
    const frontend::Variable& variable = program_.variables[cells];
    if (!is_number(variable)) continue;
    for (VariableId v = 0; v < program_.variables.size(); ++v) {
      const frontend::Variable& pointer = program_.variables[v];
      const bool usable =
          !pointer.array && leads_to(pointer, variable.user_name) && names_.is_visible(pointer, place.scope);
      if (!usable) continue;
      const std::string member = variable.user_name.substr(variable.user_name.find('.') + 1);
      measured.push_back({pointer.user_name + "->" + member, cells, v});
    }
  }
  std::erase_if(measured, [&](const Measured& one) {
    return !std::all_of(states.begin(), states.end(), [&](const ProofState* state) { return one.is_known(*state); });
  });
  if (measured.size() > max_variables) measured.resize(max_variables);
  if (measured.empty() || states.empty()) return;
  std::vector<TemplateVariable> shown;
  for (const Measured& one : measured) shown.push_back({one.text, program_.variables[one.variable].type});
  TemplateFitter fitter(shown);
  ValueSearch(program_, states_, measured, fitter, stop_).run(states);
  for (const FittedTemplate& fitted : fitter.fit()) {
    InvariantProposal proposal{fitter.text(fitted, Computed::as_declared), fitter.text(fitted, Computed::in_long_long)};
    if (proposal.widened == proposal.text) proposal.widened.clear();
    if (frontend::expression_problem(proposal.text).empty()) result.push_back(std::move(proposal));
  }
}

}  // namespace bireach::checker
