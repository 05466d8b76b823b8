// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/certify.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/certification/universal.h"
#include "checker/certification/weaker_question.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using logic::SatResult;
using logic::Term;

namespace {

/// Each conclusion of an obligation may take as long as all of them had.
constexpr std::size_t max_parts = 16;

/// All paths from one annotated location to another as one relational formula: a Boolean for each location on the way
/// and fresh copies of the variables wherever paths meet.
class RegionFormula {
 public:
  RegionFormula(logic::TermManager& terms, const Program& program, const frontend::Semantics& semantics,
                const std::set<LocationId>& annotated, const std::vector<bool>& matters, LocationId source,
                LocationId target)
      : terms_(terms),
        program_(program),
        semantics_(semantics),
        annotated_(annotated),
        matters_(matters),
        target_(target) {
    if (!order_from(source)) return;
    acyclic_ = true;
    encode(source);
  }
  [[nodiscard]] bool is_acyclic() const { return acyclic_; }
  [[nodiscard]] bool has_path() const { return !arrivals_.empty(); }
  [[nodiscard]] const std::vector<Term>& constraints() const { return constraints_; }
  /// The values on arrival, for the program's variables.
  [[nodiscard]] const logic::Substitution& final_values() const { return final_values_; }

 private:
  struct Arrival {
    Term taken;
    std::vector<Term> values;
  };
  enum class Colour : std::uint8_t { white, grey, black };

  [[nodiscard]] bool is_inner(LocationId l) const {
    return matters_[l] && !annotated_.contains(l) && program_.location(l).kind == LocationKind::Normal;
  }

  /// Topological order of the inner locations reachable from the source; false on a cycle among them.
  bool order_from(LocationId source) {
    std::map<LocationId, Colour> colour;
    std::vector<std::pair<LocationId, std::size_t>> stack{{source, 0}};
    while (!stack.empty()) {
      auto& [location, next] = stack.back();
      const std::vector<EdgeId>& out = program_.outgoing(location);
      if (next == out.size()) {
        colour[location] = Colour::black;
        order_.push_back(location);
        stack.pop_back();
        continue;
      }
      const LocationId to = program_.target(out[next++]);
      if (!is_inner(to)) continue;
      const Colour seen = colour[to];
      if (seen == Colour::grey) return false;
      if (seen == Colour::black) continue;
      colour[to] = Colour::grey;
      stack.emplace_back(to, 0);
    }
    // Found before what leads to them.
    for (const LocationId location : order_)
      if (std::any_of(program_.outgoing(location).begin(), program_.outgoing(location).end(),
                      [&](EdgeId edge) { return is_on_the_way(program_.target(edge)); }))
        on_the_way_.insert(location);
    std::erase_if(order_, [&](LocationId location) { return !on_the_way_.contains(location) && location != source; });
    std::reverse(order_.begin(), order_.end());
    return true;
  }

  /// Does it lead to the target, or is it the target?
  [[nodiscard]] bool is_on_the_way(LocationId location) const {
    return location == target_ || on_the_way_.contains(location);
  }

  void leave(LocationId location, Term reached, const std::vector<Term>& values) {
    const std::vector<EdgeId>& out = program_.outgoing(location);
    std::vector<logic::TransitionFormula> transitions;  // auxiliaries are fresh, and common to both ways of a branch
    if (out.size() == 2) {
      auto [taken_way, other_way] = semantics_.branch(out[0]);
      transitions = {std::move(taken_way), std::move(other_way)};
    } else if (out.size() == 1) {
      transitions.push_back(semantics_.transition(out[0]));
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      const LocationId to = program_.target(out[i]);
      if (!is_on_the_way(to)) continue;
      const logic::TransitionFormula& transition = transitions[i];
      logic::Substitution map;
      for (VariableId v = 0; v < values.size(); ++v) map.emplace(semantics_.variable(v), values[v]);
      logic::Substitution cache;
      const Term taken = terms_.fresh_variable("taken!", logic::Sort::boolean());
      constraints_.push_back(
          terms_.equal(taken, terms_.and_(reached, terms_.substitute(transition.guard, map, cache))));
      Arrival arrival{taken, values};
      for (VariableId v = 0; v < values.size(); ++v)
        if (const auto it = transition.updates.find(semantics_.variable(v)); it != transition.updates.end())
          arrival.values[v] = terms_.substitute(it->second, map, cache);
      (to == target_ ? arrivals_ : pending_[to]).push_back(std::move(arrival));
    }
  }

  /// One copy of the variables for all arrivals; each arrival that is taken fixes it.
  std::vector<Term> join(const std::vector<Arrival>& arrivals, Term& reached) {
    if (arrivals.size() == 1) {
      reached = arrivals.front().taken;
      return arrivals.front().values;
    }
    std::vector<Term> values = arrivals.front().values;
    std::vector<Term> any;
    for (const Arrival& arrival : arrivals) any.push_back(arrival.taken);
    for (VariableId v = 0; v < values.size(); ++v) {
      const auto differs = [&](const Arrival& a) { return a.values[v] != arrivals.front().values[v]; };
      if (std::none_of(arrivals.begin(), arrivals.end(), differs)) continue;
      values[v] = terms_.fresh_variable("joined!", semantics_.variable(v).sort());
      for (const Arrival& arrival : arrivals)
        constraints_.push_back(terms_.implies(arrival.taken, terms_.equal(values[v], arrival.values[v])));
    }
    reached = terms_.or_(any);
    return values;
  }

  void encode(LocationId source) {
    leave(source, terms_.true_term(), semantics_.variables());
    for (std::size_t i = 1; i < order_.size(); ++i) {  // order_[0] is the source
      const auto arrived = pending_.find(order_[i]);
      if (arrived == pending_.end()) continue;
      Term reached;
      const std::vector<Term> values = join(arrived->second, reached);
      leave(order_[i], reached, values);
    }
    if (arrivals_.empty()) return;
    Term reached;
    const std::vector<Term> values = join(arrivals_, reached);
    constraints_.push_back(reached);
    for (VariableId v = 0; v < values.size(); ++v) final_values_.emplace(semantics_.variable(v), values[v]);
  }

  logic::TermManager& terms_;
  const Program& program_;
  const frontend::Semantics& semantics_;
  const std::set<LocationId>& annotated_;
  const std::vector<bool>& matters_;
  LocationId target_;
  bool acyclic_ = false;
  std::vector<LocationId> order_;
  std::set<LocationId> on_the_way_;
  std::map<LocationId, std::vector<Arrival>> pending_;
  std::vector<Arrival> arrivals_;
  std::vector<Term> constraints_;
  logic::Substitution final_values_;
};

class Certifier {
 public:
  Certifier(logic::TermManager& terms, const Program& program, const frontend::Semantics& semantics,
            const AnnotationGraph& annotation, const CertifierConfig& config)
      : terms_(terms), program_(program), semantics_(semantics), annotation_(annotation), config_(config) {
    annotated_.insert(annotation.locations.begin(), annotation.locations.end());
    matters_ = locations_that_matter();
  }

  std::optional<std::string> run() {
    if (auto problem = check_nodes()) return problem;
    std::map<std::pair<std::size_t, LocationId>, const AnnotationGraph::Step*> step_of;
    std::map<std::pair<LocationId, LocationId>, std::vector<const AnnotationGraph::Step*>> by_region;
    for (const auto& step : annotation_.steps) {
      if (step.source >= annotation_.nodes.size()) return "a step starts nowhere";
      if (auto problem = check_sums(step)) return problem;
      step_of[{step.source, step.location}] = &step;
      by_region[{annotation_.nodes[step.source].location, step.location}].push_back(&step);
    }
    for (const LocationId location : annotated_) {
      std::vector<LocationId> next;
      if (!successors(location, next)) return "annotated locations do not cut every cycle";
      for (std::size_t n = 0; n < annotation_.nodes.size(); ++n)
        for (const LocationId target : next)
          if (annotation_.nodes[n].location == location && !step_of.contains({n, target}))
            return "a way out of an annotated location is not covered";
    }
    for (const auto& [region, steps] : by_region)
      if (auto problem = check_region(region.first, region.second, steps)) return problem;
    return std::nullopt;
  }

 private:
  /// Locations from which an Error or Unsupported location can be reached in the graph; the rest needs no argument.
  std::vector<bool> locations_that_matter() const {
    std::vector<bool> matters(program_.location_count(), false);
    std::vector<LocationId> work;
    for (LocationId l = 0; l < program_.location_count(); ++l)
      if (const LocationKind kind = program_.location(l).kind;
          kind == LocationKind::Error || kind == LocationKind::Unsupported)
        work.push_back(l);
    while (!work.empty()) {
      const LocationId l = work.back();
      work.pop_back();
      if (matters[l]) continue;
      matters[l] = true;
      for (const EdgeId edge : program_.incoming(l)) work.push_back(program_.source(edge));
    }
    return matters;
  }

  std::optional<std::string> check_nodes() const {
    if (annotation_.nodes.empty() || annotation_.nodes.front().location != program_.initial)
      return "the annotation does not start at the program's initial location";
    for (const Term conjunct : annotation_.nodes.front().conjuncts)
      if (!holds_where_all_is_zero(conjunct))
        return "the annotation of the initial location does not hold where all variables are zero";
    for (const auto& node : annotation_.nodes) {
      if (!annotated_.contains(node.location)) return "a node stands on a location that is not listed";
      const LocationKind kind = program_.location(node.location).kind;
      if (kind == LocationKind::Error || kind == LocationKind::Unsupported)
        return "a location that must be unreachable is annotated as reachable";
    }
    return std::nullopt;
  }

  [[nodiscard]] bool holds_where_all_is_zero(Term conjunct) const {
    if (!conjunct.has_quantifier()) return logic::evaluate_bool(conjunct, logic::Model{});
    logic::Substitution zero;
    for (const Term variable : logic::free_variables(conjunct))
      zero.emplace(variable, terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
    std::set<Term> indices;
    const Term refuted = terms_.not_(at_new_constants(terms_, terms_.substitute(conjunct, zero), indices));
    return make_solver()->check(std::vector<Term>{refuted}) == SatResult::unsat;
  }

  /// Premises belong to the source; conclusions cover the target.
  std::optional<std::string> check_sums(const AnnotationGraph::Step& step) const {
    const auto& source = annotation_.nodes[step.source].conjuncts;
    std::set<Term> concluded;
    bool impossible = false;
    for (const auto& obligation : step.obligations) {
      for (const Term premise : obligation.premises)
        if (!std::binary_search(source.begin(), source.end(), premise))
          return "a premise is not part of the annotation";
      for (const Term conclusion : obligation.conclusions) {
        concluded.insert(conclusion);
        impossible = impossible || conclusion.is_false();
      }
    }
    if (impossible) return std::nullopt;
    if (!step.target) return "a way is claimed to be impossible without an argument";
    if (*step.target >= annotation_.nodes.size() || annotation_.nodes[*step.target].location != step.location)
      return "a step ends at another location";
    for (const Term conjunct : annotation_.nodes[*step.target].conjuncts)
      if (!concluded.contains(conjunct)) return "a conjunct of the annotation is not established";
    return std::nullopt;
  }

  /// Annotated, Error and Unsupported locations that paths lead to next; false if a cycle avoids them all.
  bool successors(LocationId location, std::vector<LocationId>& next) const {
    std::set<LocationId> found;
    std::map<LocationId, int> colour;  // 1: on the stack, 2: done
    std::vector<std::pair<LocationId, std::size_t>> stack{{location, 0}};
    while (!stack.empty()) {
      auto& [current, index] = stack.back();
      const std::vector<EdgeId>& out = program_.outgoing(current);
      if (index == out.size()) {
        colour[current] = 2;
        stack.pop_back();
        continue;
      }
      const LocationId to = program_.target(out[index++]);
      if (!matters_[to]) continue;
      const LocationKind kind = program_.location(to).kind;
      if (kind != LocationKind::Normal || annotated_.contains(to)) {
        found.insert(to);
        continue;
      }
      if (colour[to] == 1) return false;
      if (colour[to] == 2) continue;
      colour[to] = 1;
      stack.emplace_back(to, 0);
    }
    next.assign(found.begin(), found.end());
    return true;
  }

  std::optional<std::string> check_region(LocationId source, LocationId target,
                                          const std::vector<const AnnotationGraph::Step*>& steps) const {
    const RegionFormula region(terms_, program_, semantics_, annotated_, matters_, source, target);
    if (!region.is_acyclic()) return "annotated locations do not cut every cycle";
    if (!region.has_path()) return std::nullopt;
    const std::vector<Term> ranges = this->ranges(region, steps);
    std::set<Term> region_indices;
    for (const Term constraint : region.constraints()) add_indices(constraint, region_indices);
    std::vector<const AnnotationGraph::Obligation*> obligations;
    std::vector<std::vector<Term>> questions;
    std::set<std::pair<std::vector<Term>, Term>> known;
    for (const auto* step : steps)
      for (const auto& obligation : step->obligations) {
        if (!known.emplace(obligation.premises, terms_.and_(obligation.conclusions)).second) continue;
        obligations.push_back(&obligation);
        questions.push_back(assumptions(obligation, region, region_indices));
      }
    const WeakerQuestion weaker(terms_, region.constraints(), questions);
    const auto first = weaker.is_weaker() ? solver_with(ranges, weaker.constraints()) : nullptr;
    std::unique_ptr<logic::Solver> solver;
    for (std::size_t i = 0; i < obligations.size(); ++i) {
      if (first && first->check(weaker.question(i)) == SatResult::unsat) continue;
      if (!solver) solver = solver_with(ranges, region.constraints());
      if (auto problem = check_obligation(*solver, *obligations[i], region, region_indices)) return problem;
    }
    return std::nullopt;
  }

  /// All conclusions at once; one by one if that gets no answer.
  std::optional<std::string> check_obligation(logic::Solver& solver, const AnnotationGraph::Obligation& obligation,
                                              const RegionFormula& region, const std::set<Term>& region_indices) const {
    switch (solver.check(assumptions(obligation, region, region_indices))) {
      case SatResult::unsat:
        return std::nullopt;
      case SatResult::sat:
        return "an annotation is not inductive";
      case SatResult::unknown:
        break;
    }
    const std::string reason = solver.reason_unknown().text;
    const std::size_t parts = obligation.conclusions.size();
    if (config_.stop.stop_requested() || parts < 2 || parts > max_parts)
      return "no answer to an obligation (" + reason + ")";
    for (const Term conclusion : obligation.conclusions)
      if (auto problem = check_obligation(solver, {obligation.premises, {conclusion}}, region, region_indices))
        return problem;
    return std::nullopt;
  }

  /// Of the variables that something is said of.
  [[nodiscard]] std::vector<Term> ranges(const RegionFormula& region,
                                         const std::vector<const AnnotationGraph::Step*>& steps) const {
    std::set<Term> said(region.constraints().begin(), region.constraints().end());
    std::set<Term> concluded;
    for (const auto* step : steps)
      for (const auto& obligation : step->obligations) {
        said.insert(obligation.premises.begin(), obligation.premises.end());
        concluded.insert(obligation.conclusions.begin(), obligation.conclusions.end());
      }
    std::set<Term> mentioned;
    logic::Substitution cache;
    for (const Term conclusion : concluded) said.insert(terms_.substitute(conclusion, region.final_values(), cache));
    for (const Term term : said)
      for (const Term variable : logic::free_variables(term)) mentioned.insert(variable);
    std::vector<Term> result;
    for (const Term variable : semantics_.variables())
      if (mentioned.contains(variable))
        if (const Term range = semantics_.range_of(variable); !range.is_null()) result.push_back(range);
    return result;
  }

  /// The premises, and that some conclusion does not hold at the region's end; without quantifiers at the top.
  [[nodiscard]] std::vector<Term> assumptions(const AnnotationGraph::Obligation& obligation,
                                              const RegionFormula& region, std::set<Term> indices) const {
    std::vector<Term> conclusions;
    for (const Term conclusion : obligation.conclusions)
      conclusions.push_back(terms_.substitute(at_new_constants(terms_, conclusion, indices), region.final_values()));
    const Term refuted = terms_.not_(terms_.and_(conclusions));
    add_indices(refuted, indices);
    std::vector<Term> result;
    for (const Term premise : obligation.premises) {
      const std::vector<Term> used = instances(terms_, premise, indices);
      result.insert(result.end(), used.begin(), used.end());
    }
    result.push_back(refuted);
    return result;
  }

  [[nodiscard]] std::unique_ptr<logic::Solver> solver_with(const std::vector<Term>& ranges,
                                                           const std::vector<Term>& constraints) const {
    auto solver = make_solver();
    for (const Term range : ranges) solver->add(range);
    for (const Term constraint : constraints) solver->add(constraint);
    return solver;
  }

  [[nodiscard]] std::unique_ptr<logic::Solver> make_solver() const {
    logic::SolverConfig config;
    config.time_limit = config_.query_time_limit;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    return logic::make_solver(config_.solver, terms_, config);
  }

  logic::TermManager& terms_;
  const Program& program_;
  const frontend::Semantics& semantics_;
  const AnnotationGraph& annotation_;
  const CertifierConfig& config_;
  std::set<LocationId> annotated_;
  std::vector<bool> matters_;
};

}  // namespace

std::optional<std::string> certify(logic::TermManager& terms, const Program& program,
                                   const frontend::Semantics& semantics, const AnnotationGraph& annotation,
                                   const CertifierConfig& config) {
  return Certifier(terms, program, semantics, annotation, config).run();
}

}  // namespace bireach::checker
