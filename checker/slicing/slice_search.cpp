// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/slice_search.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "checker/answer/stop_timer.h"
#include "checker/slicing/inevitability.h"
#include "checker/slicing/lockstep.h"
#include "checker/slicing/slice_trials.h"
#include "checker/verify/verify.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::Execution;
using frontend::Program;
using logic::Value;
using Clock = std::chrono::steady_clock;

std::string_view to_string(SliceStatus status) {
  switch (status) {
    case SliceStatus::irrelevant:
      return "irrelevant";
    case SliceStatus::relevant:
      return "relevant";
    case SliceStatus::undecided:
      return "undecided";
  }
  return "?";
}

std::string_view to_string(SliceEvidence evidence) {
  switch (evidence) {
    case SliceEvidence::none:
      return "none";
    case SliceEvidence::independence:
      return "independence";
    case SliceEvidence::proof:
      return "proof";
    case SliceEvidence::inevitability:
      return "inevitability";
    case SliceEvidence::block:
      return "block";
    case SliceEvidence::execution:
      return "execution";
    case SliceEvidence::invariant:
      return "invariant";
  }
  return "?";
}

namespace {

/// What a proof came to: the evidence, or why there is none; perhaps an execution on which both part.
struct Certificate {
  std::optional<SliceEvidence> evidence;
  std::string reason;
  std::optional<EdgeInputs> inputs;
  std::vector<Value> values;  ///< of what is left out, in order
};

class SliceSearch {
 public:
  SliceSearch(const Program& program, const Execution& failing, std::vector<SliceUnit> units,
              const SliceSetting& setting, VerifyStatistics& statistics)
      : program_(program), setting_(setting), statistics_(statistics), trials_(program, failing, setting.stop) {
    result_.units = std::move(units);
    result_.decisions.resize(result_.units.size());
    for (SliceDecision& decision : result_.decisions) decision.reason = "the run ended before it was asked";
  }

  SliceResult run() {
    trials_.add_random(std::chrono::milliseconds(500));
    setting_.known(result_);
    const std::vector<std::size_t> order = outer_first();
    for (const std::size_t unit : order) {
      if (is_late()) break;
      try_cheaply(unit);
    }
    bool all_asked = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i % 16 == 0) setting_.known(result_);
      all_asked = all_asked && !is_late();
      decide(order[i], order.size() - i);
    }
    setting_.known(result_);
    leave_out_together();
    result_.complete = all_asked && !is_over();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_over() const {
    return setting_.stop.stop_requested() || (setting_.deadline && Clock::now() >= *setting_.deadline);
  }

  [[nodiscard]] Clock::duration time_left() const {
    return setting_.deadline ? *setting_.deadline - Clock::now() : Clock::duration::max();
  }
  /// The rest is for what can go together.
  [[nodiscard]] bool is_late() const {
    return is_over() || (setting_.deadline && time_left() < (*setting_.deadline - start_) / 6);
  }

  [[nodiscard]] ProgramChange without(const std::vector<std::size_t>& units) const {
    ProgramChange change(program_, setting_.mode);
    for (const std::size_t unit : units) change.leave_out(result_.units[unit]);
    return change;
  }

  [[nodiscard]] bool is_independent(const std::vector<std::size_t>& units) const {
    std::string why;
    const auto lockstep = make_lockstep(without(units), why);
    return lockstep && !lockstep->can_part;
  }

  /// Does the program not read all that the user's program does of what it assigns?
  [[nodiscard]] bool assigns_followed(const SliceUnit& unit) const {
    return !unit.is_branch && std::any_of(unit.edges.begin(), unit.edges.end(), [this](EdgeId edge) {
      const auto target = frontend::assigned_variable(program_.edge(edge).statement);
      return target && program_.followed.contains(*target);
    });
  }

  /// Is it asked there whether one of its operations fails?
  [[nodiscard]] bool has_checks(const SliceUnit& unit) const {
    if (!program_.property.has_operations() || unit.is_branch) return false;
    const auto is_failure = [this](EdgeId edge) {
      const frontend::Location& location = program_.location(program_.target(edge));
      return location.violation && frontend::is_of_operations(*location.violation);
    };
    return std::any_of(unit.edges.begin(), unit.edges.end(), [&](EdgeId edge) {
      // The questions stand before the statement.
      frontend::LocationId here = program_.source(edge);
      for (std::size_t steps = program_.location_count(); steps > 0 && program_.incoming(here).size() == 1; --steps) {
        const EdgeId before = program_.incoming(here).front();
        if (program_.edge(before).role != frontend::EdgeRole::Internal) return false;
        here = program_.source(before);
        const auto& ways = program_.outgoing(here);
        if (std::any_of(ways.begin(), ways.end(), is_failure)) return true;
      }
      return false;
    });
  }

  [[nodiscard]] std::size_t depth(std::size_t unit) const {
    std::size_t depth = 0;
    for (auto parent = result_.units[unit].parent; parent; parent = result_.units[*parent].parent) ++depth;
    return depth;
  }

  [[nodiscard]] std::vector<std::size_t> outer_first() const {
    std::vector<std::size_t> order(result_.units.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) { return depth(a) < depth(b); });
    return order;
  }

  /// What executions, error invariants and dependence tell.
  void try_cheaply(std::size_t unit) {
    SliceDecision& decision = result_.decisions[unit];
    const SliceUnit& asked = result_.units[unit];
    const bool is_followed = assigns_followed(asked);
    const bool is_checked = has_checks(asked);
    if (!is_followed && !is_checked && is_independent({unit}))
      decision = {SliceStatus::irrelevant, SliceEvidence::independence, true, {}, {}, {}};
    else if (const auto passing = trials_.passing_without(asked, setting_.mode, setting_.trial_limit))
      decision = {SliceStatus::relevant, SliceEvidence::execution, true, {}, passing->value, {}};
    if ((is_followed || is_checked) && decision.status != SliceStatus::relevant) {
      unasked_.insert(unit);
      decision.reason = is_followed ? "accesses go where it leads; where else they could go was not asked"
                                    : "it has checks of its own, which would go with it";
      return;
    }
    if (decision.status == SliceStatus::relevant || !setting_.invariant_follows) return;
    const std::optional<bool> follows = setting_.invariant_follows(asked);
    if (follows == false) decision = {SliceStatus::relevant, SliceEvidence::invariant, true, {}, {}, {}};
    if (follows) return;
    unasked_.insert(unit);
    decision = {SliceStatus::undecided,
                SliceEvidence::none,
                true,
                {},
                {},
                "it is not known whether the error invariant behind it follows without it"};
  }

  /// `open`: among so many units the time is to be shared.
  void decide(std::size_t unit, std::size_t open) {
    SliceDecision& decision = result_.decisions[unit];
    const auto parent = result_.units[unit].parent;
    if (parent && result_.decisions[*parent].status == SliceStatus::irrelevant) {
      const auto block = result_.decisions[*parent].block;
      decision = {SliceStatus::irrelevant, SliceEvidence::block, true, block ? block : parent, {}, {}};
      return;
    }
    if (decision.status != SliceStatus::undecided || unasked_.contains(unit)) return;
    if (is_late()) {
      decision.reason = "no time was left";
      return;
    }
    constexpr Clock::duration least = std::chrono::milliseconds(300);
    const Clock::duration share = time_left() / static_cast<Clock::rep>(open);
    const Clock::duration limit = std::clamp<Clock::duration>(share, least, setting_.proof_limit);
    const ProgramChange change = without({unit});
    judge(decision, change, certify(change, limit));
    if (decision.status == SliceStatus::undecided && is_inevitable(unit, change, limit))
      decision = {SliceStatus::irrelevant, SliceEvidence::inevitability, true, {}, {}, {}};
  }

  void judge(SliceDecision& decision, const ProgramChange& change, const Certificate& certificate) {
    if (certificate.evidence) {
      decision = {SliceStatus::irrelevant, *certificate.evidence, true, {}, {}, {}};
      return;
    }
    decision.reason = certificate.reason;
    if (!certificate.inputs) return;
    if (!trials_.passes(change, *certificate.inputs, certificate.values)) return;
    decision = {SliceStatus::relevant, SliceEvidence::execution, true, {}, {}, {}};
    if (certificate.values.size() == 1)
      if (const auto* number = std::get_if<logic::Integer>(&certificate.values.front())) decision.value = *number;
  }

  [[nodiscard]] Verdict ask(const Program& question, Clock::duration limit, const std::stop_token& stop) {
    VerifyOptions options = setting_.verify;
    options.signed_overflow = frontend::SignedOverflow::undefined;  // the program says how it is read
    options.deadline = Clock::now() + limit;
    options.random_executions_first = false;  // the trials were
    VerifyStatistics counted;
    Verdict verdict = verify(question, options, stop, counted);
    statistics_.solver.z3_queries += counted.solver.z3_queries;
    statistics_.solver.cvc5_queries += counted.solver.cvc5_queries;
    statistics_.solver.cadical_queries += counted.solver.cadical_queries;
    statistics_.solver.unknown_answers += counted.solver.unknown_answers;
    return verdict;
  }

  [[nodiscard]] bool is_proved(const Program& question, Clock::duration limit) {
    limit = std::min(limit, time_left());
    if (setting_.stop.stop_requested() || limit <= Clock::duration::zero()) return false;
    const StopTimer timer(setting_.stop, limit);
    return std::holds_alternative<Safe>(ask(question, limit, timer.token()));
  }

  /// Does the error come whatever stands for the unit, also on another way?
  [[nodiscard]] bool is_inevitable(std::size_t unit, const ProgramChange& change, Clock::duration limit) {
    const SliceUnit& asked = result_.units[unit];
    if (!setting_.condition_at || asked.is_branch) return false;
    const auto questions =
        make_inevitability(change, asked, setting_.condition_at(program_.source(asked.edges.front())));
    return questions && is_proved(questions->inevitable, limit) && is_proved(questions->necessary, limit);
  }

  /// Is every failing input one of the changed program as well?
  Certificate certify(const ProgramChange& change, Clock::duration limit) {
    std::string why;
    const auto lockstep = make_lockstep(change, why);
    if (!lockstep) return {std::nullopt, why, {}, {}};
    if (!lockstep->can_part) return {SliceEvidence::independence, {}, {}, {}};
    limit = std::min(limit, time_left());
    if (setting_.stop.stop_requested() || limit <= Clock::duration::zero())
      return {std::nullopt, "no time was left", {}, {}};
    const StopTimer timer(setting_.stop, limit);
    const Verdict verdict = ask(lockstep->program, limit, timer.token());
    return std::visit(Overloaded{[](const Safe&) {
                                   return Certificate{SliceEvidence::proof, {}, {}, {}};
                                 },
                                 [&](const Unsafe& unsafe) { return parting(*lockstep, unsafe.execution); },
                                 [&](const Unknown& unknown) {
                                   const bool is_late = timer.token().stop_requested();
                                   return Certificate{std::nullopt,
                                                      is_late ? "the time for its proof was up"
                                                              : "no proof was found: " + unknown.reason,
                                                      {},
                                                      {}};
                                 }},
                      verdict);
  }

  /// Both part; that alone says nothing about how the changed program ends.
  [[nodiscard]] Certificate parting(const Lockstep& lockstep, const Execution& execution) const {
    Certificate result{
        std::nullopt, "without it other branches are taken, and no execution is known that passes", EdgeInputs{}, {}};
    const EdgeInputs chosen = inputs_of(lockstep.program, execution);
    std::map<EdgeId, std::size_t> next;
    for (const EdgeId edge : execution.trace) {
      const auto values = chosen.find(edge);
      if (values == chosen.end()) continue;
      const Value& value = values->second[next[edge]++];
      if (lockstep.replaces[edge])
        result.values.push_back(value);
      else if (lockstep.origin[edge])
        (*result.inputs)[*lockstep.origin[edge]].push_back(value);
    }
    return result;
  }

  /// Statements that are irrelevant one by one need not be so together.
  void leave_out_together() {
    std::vector<std::size_t> candidates;
    for (const std::size_t unit : outer_first()) {
      const SliceDecision& decision = result_.decisions[unit];
      if (decision.status == SliceStatus::irrelevant && decision.evidence != SliceEvidence::block)
        candidates.push_back(unit);
    }
    std::vector<std::size_t> left_out = independent_of(candidates);
    // What nothing depends on can go beside anything else that can.
    const std::vector<std::size_t> proved = together_of(candidates, left_out);
    left_out.insert(left_out.end(), proved.begin(), proved.end());
    for (const std::size_t unit : left_out) result_.decisions[unit].kept = false;
    for (SliceDecision& decision : result_.decisions)
      if (decision.block) decision.kept = result_.decisions[*decision.block].kept;
  }

  [[nodiscard]] std::vector<std::size_t> independent_of(const std::vector<std::size_t>& candidates) const {
    std::vector<std::size_t> result;
    for (const std::size_t unit : candidates)
      if (result_.decisions[unit].evidence == SliceEvidence::independence) result.push_back(unit);
    if (is_independent(result)) return result;
    std::vector<std::size_t> some;
    for (const std::size_t unit : result) {
      some.push_back(unit);
      if (!is_independent(some)) some.pop_back();
    }
    return some;
  }

  /// Of the others.
  [[nodiscard]] std::vector<std::size_t> together_of(const std::vector<std::size_t>& candidates,
                                                     const std::vector<std::size_t>& gone) {
    std::vector<std::size_t> others;
    for (const std::size_t unit : candidates)
      if (std::find(gone.begin(), gone.end(), unit) == gone.end()) others.push_back(unit);
    if (others.size() < 2 || certify(without(others), 2 * setting_.proof_limit).evidence) return others;
    std::vector<std::size_t> some;
    for (const std::size_t unit : others) {
      some.push_back(unit);
      // One alone is known to be able to go, by whatever evidence.
      if (some.size() > 1 && (is_over() || !certify(without(some), setting_.proof_limit).evidence)) some.pop_back();
    }
    return some;
  }

  const Program& program_;
  const SliceSetting& setting_;
  VerifyStatistics& statistics_;
  const Clock::time_point start_ = Clock::now();
  SliceTrials trials_;
  SliceResult result_;
  std::set<std::size_t> unasked_;  ///< units of which a certificate alone would not tell enough
};

}  // namespace

SliceResult find_slice(const Program& program, const Execution& failing, std::vector<SliceUnit> units,
                       const SliceSetting& setting, VerifyStatistics& statistics) {
  return SliceSearch(program, failing, std::move(units), setting, statistics).run();
}

}  // namespace bireach::checker
