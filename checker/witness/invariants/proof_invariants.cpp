// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/invariants/proof_invariants.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/answer/stop_timer.h"
#include "checker/report/text/formula_text.h"
#include "checker/witness/invariants/invariant_names.h"
#include "checker/witness/invariants/invariant_places.h"
#include "checker/witness/invariants/invariant_proposals.h"
#include "checker/witness/invariants/proof_states.h"
#include "frontend/clang/parse.h"
#include "frontend/clang/reading/source_editor.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::SourcePoints;
using logic::Term;

constexpr std::size_t max_nodes = 40;                 // of a place: more predicates than that say nothing to anybody
constexpr std::size_t max_statements = 40;            // that are places, beside loops
constexpr std::size_t max_candidates = 800;           // more make the program with all checks too large
constexpr std::size_t max_values_of_proof = 6000000;  // of the states of an unrolled program
constexpr std::chrono::milliseconds invariant_query_limit{1000};
constexpr std::chrono::seconds longest_search{10};  // what is not confirmed by then is left out
constexpr const char* check_prefix = "__bireach_invariant_";

/// All subterms that read an element of a variable.
void collect_reads(Term term, std::set<Term>& seen, std::vector<Term>& reads) {
  if (!seen.insert(term).second) return;
  if (term.kind() == logic::Kind::Select && term[0].is_variable()) reads.push_back(term);
  for (const Term child : term.children()) collect_reads(child, seen, reads);
}

class InvariantPrinter {
 public:
  InvariantPrinter(const Program& program, const Safe& proof, const frontend::ParseOptions& parse,
                   const std::vector<std::string>& files, std::stop_token stop)
      : program_(program),
        proof_(proof),
        parse_(parse),
        files_(files),
        stop_(std::move(stop)),
        points_(frontend::read_source_points(program.files, parse)),
        names_(program, points_),
        places_(invariant_places(program, points_, parse.property.error_functions, max_statements)) {}

  ProofInvariants print() {
    find_states();
    if (!states_) return {};
    const InvariantProposer proposer(program_, names_, *states_, stop_);
    for (std::size_t i = 0; i < places_.size() && candidates_.size() < max_candidates && !stop_.stop_requested(); ++i) {
      InvariantProposals proposed = proposer.propose(places_[i]);
      wanted_[i] = proposed.wanted;
      for (InvariantProposal& proposal : proposed.proposals) candidates_.push_back({i, std::move(proposal), {}});
    }
    confirm_all(Computed::as_declared);
    // What could not be confirmed may overflow as it stands.
    confirm_all(Computed::in_long_long);
    for (std::size_t i = 0; i < places_.size(); ++i) write(i);
    return std::move(result_);
  }

 private:
  struct Candidate {
    std::size_t place;
    InvariantProposal proposal;
    std::string confirmed;  ///< its text; empty: none is confirmed so far
  };
  /// A text in the program.
  struct Check {
    Candidate* candidate;
    std::string text;
  };

  void find_states() {
    std::set<LocationId> locations;
    for (const InvariantPlace& place : places_) locations.insert(place.locations.begin(), place.locations.end());
    const std::vector<LocationId> all(locations.begin(), locations.end());
    states_ = proof_states(program_, proof_.evidence, all, {max_nodes, max_values_of_proof}, stop_);
    const InductiveAnnotation* annotation = annotation_of(proof_.evidence);
    if (annotation == nullptr || !states_) return;
    for (const auto& [location, predicates] : annotation->predicates) {
      const bool is_empty = predicates.empty() || std::any_of(predicates.begin(), predicates.end(),
                                                              [](Term predicate) { return predicate.is_true(); });
      if (!is_empty && (!locations.contains(location) || states_->at(location) == nullptr)) ++result_.left_out;
    }
  }

  // Confirmation

  void confirm_all(Computed computed) {
    const bool widened = computed == Computed::in_long_long;
    std::vector<Check> open;
    for (Candidate& candidate : candidates_) {
      const std::string& text = widened ? candidate.proposal.widened : candidate.proposal.text;
      if (candidate.confirmed.empty() && !text.empty()) open.push_back({&candidate, text});
    }
    confirm(open);
  }

  /// Parses the program with all these texts in their places; where that fails, with one half after the other.
  void confirm(const std::vector<Check>& open) {
    if (open.empty() || stop_.stop_requested()) return;
    frontend::SourceEditor editor(program_.files);
    frontend::ParseOptions options = parse_;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::string check = check_prefix + std::to_string(i);
      editor.declare("extern void " + check + "(void);");
      options.property.error_functions.push_back(check);
      insert_at(editor, places_[open[i].candidate->place], "if (" + open[i].text + ") ; else " + check + "();");
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

  void confirm_in(const Program& checked, const std::vector<Check>& open) {
    const frontend::Semantics semantics(states_->terms(), checked, states_->semantics().arithmetic());
    // For each check the conditions under which it is passed, one for each copy.
    std::map<std::string, std::vector<std::optional<Term>>> conditions;
    for (EdgeId edge = 0; edge < checked.edge_count(); ++edge) {
      const frontend::Location& target = checked.location(checked.target(edge));
      if (target.kind != LocationKind::Error || !target.callee.starts_with(check_prefix)) continue;
      std::vector<std::optional<Term>>& known = conditions[target.callee];
      const std::vector<EdgeId>& before = checked.incoming(checked.source(edge));
      if (before.size() != 1) known.emplace_back();
      for (const EdgeId decision : before) known.push_back(passing_condition(checked, semantics, decision));
    }
    const bool same_memory = has_same_memory(checked);
    std::map<std::size_t, std::vector<std::pair<const Check*, Term>>> by_place;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto found = conditions.find(check_prefix + std::to_string(i));
      if (found == conditions.end()) continue;  // it is always passed, or never met: not worth saying
      const bool known = std::all_of(found->second.begin(), found->second.end(), [](const auto& c) { return !!c; });
      if (!known) continue;
      std::vector<Term> all;
      for (const auto& condition : found->second) all.push_back(*condition);
      const auto whole = with_valid_accesses(states_->terms().and_(all), open[i].candidate->place, same_memory);
      if (whole) by_place[open[i].candidate->place].emplace_back(&open[i], *whole);
    }
    for (const auto& [place, checks] : by_place) confirm_at(places_[place], checks);
  }

  /// Defined and true; the edge is where the check fails.
  static std::optional<Term> passing_condition(const Program& checked, const frontend::Semantics& semantics,
                                               EdgeId failing) {
    if (!frontend::is_assume(checked.edge(failing).statement) || checked.outgoing(checked.source(failing)).size() != 2)
      return std::nullopt;
    const auto [fails, passes] = semantics.branch(failing);
    if (!passes.auxiliaries.empty() || !fails.auxiliaries.empty()) return std::nullopt;
    return passes.guard;
  }

  /// Does memory lie where it does without the checks?
  [[nodiscard]] bool has_same_memory(const Program& checked) const {
    const auto same = [](const auto& a, const auto& b) { return a.address == b.address && a.size == b.size; };
    const auto& ours = program_.memory.objects;
    const auto& theirs = checked.memory.objects;
    if (!std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(), same)) return false;
    std::map<std::string, std::pair<logic::Integer, std::uint64_t>> cells;
    for (const auto& [variable, region] : program_.memory.cells)
      cells.emplace(program_.variables[variable].name, std::pair{region.shift, region.size});
    return cells.size() == checked.memory.cells.size() &&
           std::all_of(checked.memory.cells.begin(), checked.memory.cells.end(), [&](const auto& entry) {
             const auto known = cells.find(checked.variables[entry.first].name);
             return known != cells.end() && known->second == std::pair{entry.second.shift, entry.second.size};
           });
  }

  /// The condition, and that what it reads through pointers lies in objects that exist; nothing if that cannot be said.
  std::optional<Term> with_valid_accesses(Term condition, std::size_t place, bool same_memory) {
    std::set<Term> seen;
    std::vector<Term> reads;
    collect_reads(condition, seen, reads);
    std::vector<Term> all{condition};
    for (const Term read : reads) {
      const auto& variables = states_->semantics().variables();
      const auto found = std::find(variables.begin(), variables.end(), read[0]);
      if (found == variables.end()) return std::nullopt;
      const auto cells = program_.memory.cells.find(static_cast<frontend::VariableId>(found - variables.begin()));
      if (cells == program_.memory.cells.end()) continue;  // an array, whose bounds are part of the condition
      if (!same_memory) return std::nullopt;
      all.push_back(lies_in_object(read[1], cells->second, places_[place].scope));
    }
    return states_->terms().and_(all);
  }

  Term lies_in_object(Term index, const frontend::Memory::Cells& cells, std::size_t scope) {
    logic::TermManager& terms = states_->terms();
    const auto at_most = [&](Term a, Term b) {
      return a.sort().is_int() ? terms.less_equal(a, b) : terms.bv_binary(logic::Kind::BvUle, a, b);
    };
    const auto number = [&](const logic::Integer& value) { return terms.constant(value, index.sort()); };
    std::vector<Term> alternatives;
    for (const frontend::Memory::Object& object : program_.memory.objects) {
      const frontend::ScopeEntry* entry = points_.find(scope, object.name.substr(0, object.name.find_first_of(".[")));
      if (object.name.empty() || entry == nullptr || !entry->is_variable) continue;  // it may be gone
      const logic::Integer first = object.address - cells.shift;
      const logic::Integer last = object.address + object.size - cells.shift - logic::Integer(cells.size);
      if (first < 0 || last < first) continue;
      alternatives.push_back(terms.and_(at_most(number(first), index), at_most(index, number(last))));
    }
    if (program_.memory.sizes) {
      // At the begin of an allocated object: its size is known by its address, and 0 if it was freed.
      const Term size = terms.select(states_->semantics().variable(*program_.memory.sizes), index);
      const logic::Integer needed = cells.shift + logic::Integer(cells.size);
      if (cells.shift >= 0)
        alternatives.push_back(terms.and_(at_most(number(program_.memory.first_allocated), index),
                                          at_most(terms.constant(needed, size.sort()), size)));
    }
    return terms.or_(alternatives);
  }

  /// In each state all that may still be an invariant at once; where that fails, one by one.
  void confirm_at(const InvariantPlace& place, std::vector<std::pair<const Check*, Term>> checks) {
    for (const LocationId location : place.locations) {
      const std::vector<ProofState>* states = states_->at(location);
      if (states == nullptr) return;
      for (const ProofState& state : *states) {
        std::vector<Term> all;
        for (const auto& [check, condition] : checks) all.push_back(condition);
        if (holds(state, states_->terms().and_(all))) continue;
        std::erase_if(checks, [&](const auto& check) { return !holds(state, check.second); });
        if (checks.empty() || stop_.stop_requested()) return;
      }
    }
    for (const auto& [check, condition] : checks) check->candidate->confirmed = check->text;
  }

  bool holds(const ProofState& state, Term condition) {
    return !stop_.stop_requested() && holds_in(*states_, state, condition, invariant_query_limit, stop_);
  }

  // Writing

  void write(std::size_t index) {
    const InvariantPlace& place = places_[index];
    std::string value;
    std::vector<std::string> parts;
    for (const Candidate& candidate : candidates_)
      if (candidate.place == index && !candidate.confirmed.empty() && !says_nothing_new(candidate, parts))
        parts.push_back(candidate.confirmed);
    for (const std::string& part : parts) {
      const bool needs_parentheses = parts.size() > 1 && part.find("||") != std::string::npos;
      value += (value.empty() ? "" : " && ") + (needs_parentheses ? "(" + part + ")" : part);
    }
    if (wanted_.contains(index) && wanted_[index] > parts.size()) result_.left_out += wanted_[index] - parts.size();
    if (value.empty()) return;
    WitnessInvariant invariant;
    invariant.is_loop = place.is_loop();
    const frontend::SourceRange& where = place.where();
    invariant.location = {files_[where.file], where.line, where.column, place.function()};
    invariant.value = std::move(value);
    result_.invariants.push_back(std::move(invariant));
  }

  /// Is it said already, or, of a disjunction, one of the alternatives?
  static bool says_nothing_new(const Candidate& candidate, const std::vector<std::string>& said) {
    const auto is_said = [&](const std::string& part) {
      return std::find(said.begin(), said.end(), part) != said.end();
    };
    const auto& alternatives = candidate.proposal.alternatives;
    return is_said(candidate.confirmed) ||
           std::any_of(alternatives.begin(), alternatives.end(),
                       [&](const auto& parts) { return std::all_of(parts.begin(), parts.end(), is_said); });
  }

  const Program& program_;
  const Safe& proof_;
  const frontend::ParseOptions& parse_;
  const std::vector<std::string>& files_;
  std::stop_token stop_;
  SourcePoints points_;
  InvariantNames names_;
  std::vector<InvariantPlace> places_;
  std::unique_ptr<ProofStates> states_;
  std::map<std::size_t, std::size_t> wanted_;  ///< conjuncts that the proof has at a place
  std::vector<Candidate> candidates_;
  ProofInvariants result_;
};

}  // namespace

ProofInvariants proof_invariants(const Program& program, const Safe& proof, const frontend::ParseOptions& parse,
                                 const std::vector<std::string>& files, std::stop_token stop) {
  const StopTimer timer(std::move(stop), longest_search);
  const auto* separate = std::get_if<SeparateProofs>(&proof.evidence);
  if (separate == nullptr) return InvariantPrinter(program, proof, parse, files, timer.token()).print();
  ProofInvariants all;
  for (const Safe& part : separate->proofs) {
    ProofInvariants found = InvariantPrinter(program, part, parse, files, timer.token()).print();
    all.left_out += found.left_out;
    for (WitnessInvariant& invariant : found.invariants) {
      const bool is_known = std::any_of(all.invariants.begin(), all.invariants.end(), [&](const auto& other) {
        return other.location == invariant.location && other.value == invariant.value;
      });
      if (!is_known) all.invariants.push_back(std::move(invariant));
    }
  }
  return all;
}

}  // namespace bireach::checker
