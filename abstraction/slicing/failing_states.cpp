// SPDX-License-Identifier: Apache-2.0
#include "abstraction/slicing/failing_states.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "abstraction/domains/lifted_state.h"
#include "abstraction/domains/numeric_state.h"
#include "abstraction/fixpoint/thresholds.h"
#include "abstraction/slicing/known_conditions.h"
#include "abstraction/slicing/lossy_branches.h"
#include "abstraction/slicing/peeling.h"
#include "frontend/program/liveness.h"

namespace bireach::abstraction {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

namespace {

using Lifted = LiftedState<NumericState>;

FixpointOptions with_thresholds(FixpointOptions options, const Program& program) {
  const Thresholds own = thresholds_of(program);
  Thresholds all;
  std::set_union(own.begin(), own.end(), options.thresholds.begin(), options.thresholds.end(), std::back_inserter(all));
  options.thresholds = std::move(all);
  return options;
}

/// Forward within what is known of each location.
template <AbstractDomain D>
class ForwardWithin {
 public:
  ForwardWithin(const Program& program, const std::vector<D>& known) : program_(program), known_(known) {}
  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const std::vector<EdgeId>& incoming(std::size_t node) const {
    return program_.incoming(static_cast<LocationId>(node));
  }
  [[nodiscard]] std::size_t source(EdgeId edge) const { return program_.source(edge); }
  [[nodiscard]] D seed(std::size_t node) const { return node == program_.initial ? known_[node] : D::bottom(program_); }
  [[nodiscard]] D transfer(EdgeId edge, const D& state) const {
    return after(state.meet(known_[program_.source(edge)]), program_.edge(edge).statement)
        .meet(known_[program_.target(edge)]);
  }

 private:
  const Program& program_;
  const std::vector<D>& known_;
};

/// Both directions in turns on the program whose loops have their first rounds apart.
class Turns {
 public:
  Turns(const Program& program, const ErrorInvariantOptions& options)
      : program_(program),
        rounds_(options.rounds),
        options_(with_thresholds(options.fixpoint, program)),
        goals_(error_locations(program)) {}

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] unsigned rounds() const { return done_; }
  /// An Unsupported location that the first turn forward got to; nothing was returned then.
  [[nodiscard]] const std::optional<LocationId>& unmodelled() const { return unmodelled_; }

  /// States of executions that fail, by location, among those known; nothing: it was cut short.
  template <AbstractDomain D>
  std::optional<std::vector<D>> run(std::vector<D> known, const std::stop_token& stop) {
    for (unsigned round = 0; round < rounds_; ++round, ++done_) {
      const auto forward = forward_within(known, stop);
      if (!forward.complete) return std::nullopt;
      if (done_ == 0) unmodelled_ = reached_unmodelled(forward.states);
      if (unmodelled_) return std::nullopt;
      auto backward = states_that_reach(program_, goals_, forward.states, options_, stop);
      if (!backward.complete) return std::nullopt;
      const bool stable = std::equal(known.begin(), known.end(), backward.states.begin(),
                                     [](const auto& old, const auto& now) { return now.includes(old); });
      known = std::move(backward.states);
      if (stable || known[program_.initial].is_bottom()) break;
    }
    return known;
  }

 private:
  template <AbstractDomain D>
  FixpointResult<D> forward_within(const std::vector<D>& known, const std::stop_token& stop) const {
    const WeakTopologicalOrder order = weak_topological_order(forward_graph(program_), {program_.initial});
    const ForwardWithin<D> problem(program_, known);
    auto result = FixpointIteration<D, ForwardWithin<D>>(problem, order, options_, stop).run();
    for (LocationId l = 0; result.complete && l < known.size(); ++l) result.states[l] = result.states[l].meet(known[l]);
    return result;
  }

  template <AbstractDomain D>
  std::optional<LocationId> reached_unmodelled(const std::vector<D>& reached) const {
    for (LocationId l = 0; l < reached.size(); ++l) {
      const frontend::Location& location = program_.location(l);
      // Who comes to undefined behaviour does not fail without it.
      if (location.kind == LocationKind::Unsupported && !location.is_undefined && !reached[l].is_bottom()) return l;
    }
    return std::nullopt;
  }

  const Program& program_;
  const unsigned rounds_;
  const FixpointOptions options_;
  const std::vector<bool> goals_;
  unsigned done_ = 0;
  std::optional<LocationId> unmodelled_;
};

/// Algorithm 2 from its second round on. Predicates that are found later split what was known without them.
std::vector<Lifted> refined(Turns& turns, const std::vector<NumericState>& known, const ErrorInvariantOptions& options,
                            const std::stop_token& stop) {
  const auto lifting = std::make_shared<Lifting<NumericState>>(turns.program());
  std::vector<Lifted> result;
  for (const NumericState& state : known) result.emplace_back(lifting, state);
  if (options.domain != SliceDomain::lifted) return result;
  for (;;) {
    const std::size_t before = lifting->predicates().size();
    for (BranchPredicate& predicate : lossy_branches(turns.program(), result, options.max_predicates))
      lifting->add(std::move(predicate));
    if (lifting->predicates().size() == before) return result;
    auto next = turns.run(result, stop);
    if (!next) return result;
    result = std::move(*next);
  }
}

/// By location of the program of whose locations these are copies.
template <AbstractDomain D>
std::vector<D> joined(const PeeledProgram& copies, const std::vector<D>& states, std::size_t locations) {
  std::vector<D> result(locations, D::bottom(copies.program));
  for (LocationId l = 0; l < states.size(); ++l) {
    D& here = result[copies.origin[l]];
    here = here.join(states[l]);
  }
  return result;
}

FailingStates::Known conditions_of(const Lifted& state, const NumericState& plain, const std::vector<bool>& live) {
  FailingStates::Known result;
  const NumericState flat = state.flattened().meet(plain);  // joins of octagons may lose what was known
  result.impossible = flat.is_bottom();
  if (result.impossible) return result;
  result.conjuncts = known_conditions(flat);
  result.disjunctions = known_disjunctions(state, result.conjuncts);
  std::vector<frontend::ExprPtr> further = further_conditions(flat, live);
  result.conjuncts.insert(result.conjuncts.end(), further.begin(), further.end());
  return result;
}

}  // namespace

FailingStates failing_states(const Program& program, const ErrorInvariantOptions& options,
                             const std::stop_token& stop) {
  const PeeledProgram copies = peeled(program, options.most_locations);
  Turns turns(copies.program, options);
  FailingStates result;
  const std::vector<NumericState> anything(copies.program.location_count(), NumericState::top(copies.program));
  const auto known = turns.run(anything, stop);
  result.rounds = turns.rounds();
  if (turns.unmodelled()) result.unmodelled = copies.origin[*turns.unmodelled()];
  if (!known) return result;
  const std::vector<Lifted> states =
      refined(turns, *known, options, options.refinement_stop.stop_possible() ? options.refinement_stop : stop);
  const std::size_t locations = program.location_count();
  const std::vector<Lifted> by_location = joined(copies, states, locations);
  const std::vector<NumericState> plain = joined(copies, *known, locations);
  const std::vector<std::vector<bool>> live = frontend::live_variables(program);
  for (LocationId l = 0; l < locations; ++l) result.at.push_back(conditions_of(by_location[l], plain[l], live[l]));
  result.rounds = turns.rounds();
  result.complete = true;
  return result;
}

}  // namespace bireach::abstraction
