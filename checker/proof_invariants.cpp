// SPDX-License-Identifier: Apache-2.0
#include "checker/proof_invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checker/formula_text.h"
#include "checker/source_editor.h"
#include "checker/witness_violation.h"
#include "frontend/semantics.h"
#include "frontend/source_points.h"
#include "logic/solver.h"

namespace bireach::checker {
namespace {

using frontend::BranchingKind;
using frontend::BranchingPoint;
using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::SourcePoints;
using frontend::SourceRange;
using logic::Term;

constexpr std::size_t max_nodes = 40;        // of a place: more predicates than that say nothing to anybody
constexpr std::size_t max_text = 2000;       // of a conjunct
constexpr std::size_t max_alternatives = 4;  // of a disjunction
constexpr std::chrono::milliseconds query_limit{1000};
constexpr const char* check_prefix = "__bireach_invariant_";

/// A loop of the source, with the program's locations where its condition is about to be evaluated.
struct Place {
  const BranchingPoint* loop;
  std::vector<LocationId> locations;
};

/// A text that may hold at a place.
struct Candidate {
  std::size_t place;
  std::string text;
  std::vector<Term> nodes;  ///< each has to imply it
  bool confirmed = false;
  std::vector<std::vector<std::string>> alternatives;  ///< of a disjunction: the conjuncts of each
};

/// Names for variables as they are visible at one place; what is not visible makes a text useless.
class VisibleNames {
 public:
  static constexpr char hidden = '\x01';
  VisibleNames(const Program& program, const SourcePoints& points) : points_(points) {
    for (const frontend::Variable& variable : program.variables) by_name_.emplace(variable.name, &variable);
  }

  [[nodiscard]] VariableText operator()(Term term, std::size_t scope, bool widened) const {
    const auto found = by_name_.find(std::string(term.name()));
    if (found == by_name_.end()) return {std::string(1, hidden), CLevel::primary, std::nullopt};
    const frontend::Variable& variable = *found->second;
    if (!is_visible(variable, scope)) return {std::string(1, hidden), CLevel::primary, variable.type};
    const bool widens = widened && !variable.array && !variable.type.is_floating && variable.type.width < 64;
    if (!widens) return {variable.user_name, CLevel::primary, variable.type};
    return {"(long long)" + variable.user_name, CLevel::unary, frontend::IntegerType{64, true, false}};
  }

 private:
  [[nodiscard]] bool is_visible(const frontend::Variable& variable, std::size_t scope) const {
    // Addresses are the checker's own numbers.
    if (variable.user_name.empty() || variable.c_type.find('*') != std::string::npos) return false;
    const std::string base = variable.user_name.substr(0, variable.user_name.find_first_of(".["));
    const frontend::ScopeEntry* entry = points_.find(scope, base);
    if (entry == nullptr || !entry->is_variable) return false;
    return variable.function.empty() || entry->declared == variable.declared;
  }

  const SourcePoints& points_;
  std::map<std::string, const frontend::Variable*> by_name_;
};

class InvariantPrinter {
 public:
  InvariantPrinter(const Program& program, const Safe& proof, const frontend::ParseOptions& parse,
                   const std::vector<std::string>& files, std::stop_token stop)
      : program_(program),
        proof_(proof),
        parse_(parse),
        files_(files),
        stop_(stop),
        points_(frontend::read_source_points(program.files, parse)),
        names_(program, points_) {}

  ProofInvariants print() {
    find_places();
    for (std::size_t i = 0; i < places_.size(); ++i) propose(i);
    confirm_all(false);
    widen_failed();
    confirm_all(true);
    for (std::size_t i = 0; i < places_.size(); ++i) write(i);
    return std::move(result_);
  }

 private:
  // Places

  void find_places() {
    for (const BranchingPoint& point : points_.branchings) {
      const bool usable = point.is_loop() && point.exact && point.kind != BranchingKind::do_loop;
      if (usable && !calls_defined_function(point)) places_.push_back({&point, {}});
    }
    std::set<LocationId> placed;
    for (LocationId location = 0; location < program_.location_count(); ++location) {
      for (Place& place : places_) {
        if (!is_before_condition(location, *place.loop)) continue;
        place.locations.push_back(location);
        placed.insert(location);
      }
    }
    for (const auto& [location, predicates] : proof_.proof.predicates) {
      if (!placed.contains(location) && says_something(predicates)) ++result_.left_out;
    }
  }

  /// Its statements would be those of the function, elsewhere in the source.
  [[nodiscard]] bool calls_defined_function(const BranchingPoint& point) const {
    return point.has_condition && std::any_of(points_.calls.begin(), points_.calls.end(), [&](const auto& call) {
             return contains(point.condition, call.range) &&
                    std::any_of(points_.functions.begin(), points_.functions.end(), [&](const auto& function) {
                      return function.name == call.callee && function.is_defined;
                    });
           });
  }

  static bool says_something(const std::vector<Term>& predicates) {
    return std::none_of(predicates.begin(), predicates.end(), [](Term p) { return p.is_true(); }) &&
           !predicates.empty();
  }

  [[nodiscard]] bool is_before_condition(LocationId location, const BranchingPoint& loop) const {
    const auto evaluates = [&](EdgeId edge) {
      const SourceRange& source = program_.edge(edge).source;
      return loop.has_condition ? contains(loop.condition, source) : source == loop.whole;
    };
    // An edge that decides the whole condition leads back where the body is empty; all others are within it.
    const auto is_within = [&](EdgeId edge) {
      const frontend::Edge& before = program_.edge(edge);
      const bool decides = before.source == loop.decided && (before.role == frontend::EdgeRole::BranchTrue ||
                                                             before.role == frontend::EdgeRole::BranchFalse);
      return evaluates(edge) && !decides && loop.has_condition;
    };
    const std::vector<EdgeId>& next = program_.outgoing(location);
    const std::vector<EdgeId>& before = program_.incoming(location);
    return std::any_of(next.begin(), next.end(), evaluates) && std::none_of(before.begin(), before.end(), is_within);
  }

  // Candidates

  [[nodiscard]] std::vector<std::string> texts(Term predicate, std::size_t scope, bool widened) const {
    std::vector<std::string> result;
    for (std::string& text :
         conjunct_texts(predicate, [&](Term variable) { return names_(variable, scope, widened); })) {
      const bool usable = text.find(VisibleNames::hidden) == std::string::npos && text.size() <= max_text &&
                          expression_problem(text).empty() && text != "true";
      if (usable) result.push_back(std::move(text));
    }
    return result;
  }

  void propose(std::size_t index) {
    const Place& place = places_[index];
    std::vector<Term> nodes;
    for (const LocationId location : place.locations) {
      const auto annotation = proof_.proof.predicates.find(location);
      if (annotation == proof_.proof.predicates.end()) return;  // not part of the proof: anything may hold
      nodes.insert(nodes.end(), annotation->second.begin(), annotation->second.end());
    }
    std::sort(nodes.begin(), nodes.end(), [](Term a, Term b) { return a.id() < b.id(); });
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes.empty() || !says_something(nodes)) return;
    const bool unprintable = nodes.size() > max_nodes ||
                             std::any_of(nodes.begin(), nodes.end(), [](Term node) { return node.has_quantifier(); });
    if (unprintable) {
      ++result_.left_out;
      return;
    }
    std::set<std::string> seen;
    for (const Term node : nodes) {
      wanted_[index] += logic::conjuncts(node).size();
      for (const std::string& text : texts(node, place.loop->scope, false)) {
        if (seen.insert(text).second) candidates_.push_back({index, text, nodes, false, {}});
      }
    }
    if (nodes.size() > 1 && nodes.size() <= max_alternatives) propose_disjunction(index, nodes);
  }

  void propose_disjunction(std::size_t index, const std::vector<Term>& nodes) {
    std::string text;
    std::vector<std::vector<std::string>> alternatives;
    for (const Term node : nodes) {
      const std::vector<std::string> parts = texts(node, places_[index].loop->scope, false);
      if (parts.empty()) return;
      alternatives.push_back(parts);
      std::string conjunction;
      for (const std::string& part : parts) conjunction += (conjunction.empty() ? "(" : " && (") + part + ")";
      text += (text.empty() ? "(" : " || (") + conjunction + ")";
    }
    if (text.size() <= max_text) candidates_.push_back({index, text, nodes, false, std::move(alternatives)});
  }

  /// What could not be confirmed may overflow as it stands.
  void widen_failed() {
    std::map<std::size_t, std::vector<Term>> failed;
    for (const Candidate& candidate : candidates_) {
      if (!candidate.confirmed) failed[candidate.place] = candidate.nodes;
    }
    first_of_widened_ = candidates_.size();
    std::set<std::pair<std::size_t, std::string>> known;
    for (const Candidate& candidate : candidates_) known.emplace(candidate.place, candidate.text);
    for (const auto& [index, nodes] : failed) {
      for (const Term node : nodes) {
        const auto plain = texts(node, places_[index].loop->scope, false);
        const auto wide = texts(node, places_[index].loop->scope, true);
        if (plain.size() != wide.size()) continue;
        for (std::size_t i = 0; i < wide.size(); ++i) {
          const bool was_confirmed =
              std::any_of(candidates_.begin(), candidates_.end(), [&, place = index](const Candidate& other) {
                return other.place == place && other.confirmed && other.text == plain[i];
              });
          if (!was_confirmed && known.emplace(index, wide[i]).second)
            candidates_.push_back({index, wide[i], nodes, false, {}});
        }
      }
    }
  }

  // Confirmation

  void confirm_all(bool widened) {
    std::vector<Candidate*> open;
    for (std::size_t i = widened ? first_of_widened_ : 0; i < candidates_.size(); ++i) open.push_back(&candidates_[i]);
    confirm(open);
  }

  /// Parses the program with all these texts in their places; where that fails, with one half after the other.
  void confirm(const std::vector<Candidate*>& open) {
    if (open.empty() || stop_.stop_requested()) return;
    SourceEditor editor(program_.files);
    frontend::ParseOptions options = parse_;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::string check = check_prefix + std::to_string(i);
      editor.declare("extern void " + check + "(void);");
      options.error_functions.push_back(check);
      const std::string code = "if (" + open[i]->text + ") ; else " + check + "();";
      editor.insert_before_condition(*places_[open[i]->place].loop, code);
    }
    std::optional<Program> checked;
    try {
      checked = frontend::parse_c_files(program_.files, editor.apply(options));
    } catch (const frontend::ParseError&) {
      if (open.size() == 1) return;
      const auto middle = open.begin() + static_cast<std::ptrdiff_t>(open.size() / 2);
      confirm({open.begin(), middle});
      return confirm({middle, open.end()});
    }
    confirm_in(*checked, open);
  }

  void confirm_in(const Program& checked, const std::vector<Candidate*>& open) {
    const frontend::Semantics semantics(*proof_.proof.terms, checked, proof_.proof.arithmetic);
    // For each check the conditions under which it is passed, one for each copy.
    std::map<std::string, std::vector<std::optional<Term>>> conditions;
    for (EdgeId edge = 0; edge < checked.edge_count(); ++edge) {
      const frontend::Location& target = checked.location(checked.target(edge));
      if (target.kind != LocationKind::Error || !target.note.starts_with(std::string("call of ") + check_prefix))
        continue;
      std::vector<std::optional<Term>>& known = conditions[target.note.substr(8)];
      const std::vector<EdgeId>& before = checked.incoming(checked.source(edge));
      if (before.size() != 1) known.emplace_back();
      for (const EdgeId decision : before) known.push_back(passing_condition(checked, semantics, decision));
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto found = conditions.find(check_prefix + std::to_string(i));
      if (found == conditions.end()) continue;  // it is always passed, or never met: not worth saying
      open[i]->confirmed = std::all_of(found->second.begin(), found->second.end(), [&](const std::optional<Term>& c) {
        return c && implied(*open[i], *c, semantics);
      });
    }
  }

  /// Defined and true; the edge is where the check fails.
  static std::optional<Term> passing_condition(const Program& checked, const frontend::Semantics& semantics,
                                               EdgeId failing) {
    if (!std::holds_alternative<frontend::Assume>(checked.edge(failing).statement) ||
        checked.outgoing(checked.source(failing)).size() != 2)
      return std::nullopt;
    const auto [fails, passes] = semantics.branch(failing);
    if (!passes.auxiliaries.empty() || !fails.auxiliaries.empty()) return std::nullopt;
    return passes.guard;
  }

  bool implied(const Candidate& candidate, Term condition, const frontend::Semantics& semantics) {
    return std::all_of(candidate.nodes.begin(), candidate.nodes.end(),
                       [&](Term node) { return implies(node, condition, semantics); });
  }

  bool implies(Term node, Term condition, const frontend::Semantics& semantics) {
    if (stop_.stop_requested()) return false;
    const auto key = std::make_pair(node.id(), condition.id());
    if (const auto known = implications_.find(key); known != implications_.end()) return known->second;
    logic::TermManager& terms = *proof_.proof.terms;
    logic::SolverConfig config;
    config.time_limit = query_limit;
    config.stop = stop_;
    const auto solver = logic::make_solver(logic::SolverKind::cvc5, terms, config);
    const Term query = terms.and_(node, terms.not_(condition));
    for (const Term variable : logic::free_variables(query)) solver->add(semantics.range_of(variable));
    solver->add(query);
    return implications_[key] = solver->check() == logic::SatResult::unsat;
  }

  // Writing

  void write(std::size_t index) {
    const Place& place = places_[index];
    std::string value;
    std::size_t written = 0;
    std::vector<std::string> parts;
    for (const Candidate& candidate : candidates_) {
      if (candidate.place == index && candidate.confirmed && !says_nothing_new(candidate, parts))
        parts.push_back(candidate.text);
    }
    for (const std::string& part : parts) {
      const bool needs_parentheses = parts.size() > 1 && part.find("||") != std::string::npos;
      value += (value.empty() ? "" : " && ") + (needs_parentheses ? "(" + part + ")" : part);
      ++written;
    }
    if (wanted_.contains(index) && wanted_[index] > written) result_.left_out += wanted_[index] - written;
    if (value.empty()) return;
    WitnessInvariant invariant;
    invariant.is_loop = true;
    const SourceRange& keyword = place.loop->keyword;
    invariant.location = {files_[keyword.file], keyword.line, keyword.column, place.loop->function};
    invariant.value = std::move(value);
    result_.invariants.push_back(std::move(invariant));
  }

  /// Is one of the alternatives among what is said already?
  static bool says_nothing_new(const Candidate& candidate, const std::vector<std::string>& said) {
    return std::any_of(candidate.alternatives.begin(), candidate.alternatives.end(), [&](const auto& parts) {
      return std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
        return std::find(said.begin(), said.end(), part) != said.end();
      });
    });
  }

  const Program& program_;
  const Safe& proof_;
  const frontend::ParseOptions& parse_;
  const std::vector<std::string>& files_;
  std::stop_token stop_;
  SourcePoints points_;
  VisibleNames names_;
  std::vector<Place> places_;
  std::map<std::size_t, std::size_t> wanted_;  ///< conjuncts that the proof has at a place
  std::vector<Candidate> candidates_;
  std::size_t first_of_widened_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> implications_;
  ProofInvariants result_;
};

}  // namespace

ProofInvariants proof_invariants(const Program& program, const Safe& proof, const frontend::ParseOptions& parse,
                                 const std::vector<std::string>& files, std::stop_token stop) {
  if (proof.unrolled || proof.has_summaries || !proof.proof.terms) return {};
  return InvariantPrinter(program, proof, parse, files, stop).print();
}

}  // namespace bireach::checker
