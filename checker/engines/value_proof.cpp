// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/value_proof.h"

#include <algorithm>
#include <map>
#include <utility>

#include "checker/answer/stopwatch.h"
#include "checker/engines/refinement_proof.h"

namespace bireach::checker {

using abstraction::ReachableValues;
using abstraction::SlotId;
using abstraction::SlotValue;
using abstraction::Tracking;
using abstraction::ValueState;
using frontend::LocationId;
using logic::Term;

namespace {

constexpr std::uint64_t edges_a_turn = 50000;
/// Of one slot: those of state machines first, then those of loops with few rounds.
constexpr std::size_t first_values = 16;
constexpr std::size_t values_factor = 16;
constexpr std::size_t most_values = 4096;
constexpr std::size_t most_states = 300000;
constexpr std::uint64_t most_edges = 10000000;
constexpr std::size_t few_states = 100;
constexpr unsigned max_repeated = 4;
constexpr std::chrono::milliseconds time_to_leave_out{3000};

}  // namespace

ValueProver::ValueProver(const EngineSetting& setting)
    : setting_(setting), flow_(setting.flow), slots_(setting.program), values_(first_values) {
  for (LocationId location = 0; location < setting.program.location_count(); ++location)
    if (setting.program.incoming(location).size() > 1) flow_.is_cut[location] = true;
  reached_ = reached_by({}, {values_, most_states, most_edges});
}

std::unique_ptr<ReachableValues> ValueProver::reached_by(std::vector<Tracking> tracked,
                                                         const ReachableValues::Limits& limits) {
  return std::make_unique<ReachableValues>(setting_.program,
                                           abstraction::ValueGraph{flow_.is_cut, flow_.reaches_target, flow_.live},
                                           slots_, std::move(tracked), limits);
}

StepResult ValueProver::step() {
  if (setting_.unsupported_is_reached()) return Exhausted{};
  const Stopwatch watch(setting_.statistics.time.interpolation);
  switch (reached_->explore(edges_a_turn)) {
    case Outcome::open:
      return Progressed{};
    case Outcome::safe:
      return reached_->has_dropped() ? repeat() : prove();
    case Outcome::target:
    case Outcome::limited:
      return retry();
  }
  return Exhausted{};
}

/// States that were met before a slot was dropped say more than what their successors were explored for.
StepResult ValueProver::repeat() {
  has_dropped_ = true;
  reached_ = reached_by(reached_->tracked(), {values_, most_states, most_edges});
  return Progressed{};
}

/// With less of the slots that have many values from the beginning on: differences are lost where two of them got too
/// many at different times. Else with more values, if that may help.
StepResult ValueProver::retry() {
  const auto& tracked = reached_->tracked();
  const bool has_differences = std::find(tracked.begin(), tracked.end(), Tracking::differences) != tracked.end();
  if (reached_->has_dropped() && has_differences && repeated_++ < max_repeated) return repeat();
  repeated_ = 0;
  if ((!reached_->has_dropped() && !has_dropped_) || values_ >= most_values) return Exhausted{};
  values_ *= values_factor;
  has_dropped_ = false;
  reached_ = reached_by({}, {values_, most_states, most_edges});
  return Progressed{};
}

/// Halves of what is tracked, then quarters, and so on: what is not needed makes states many and the proof long.
void ValueProver::leave_out() {
  const auto deadline = std::chrono::steady_clock::now() + time_to_leave_out;
  const auto is_over = [&] { return setting_.stop.stop_requested() || std::chrono::steady_clock::now() > deadline; };
  std::vector<SlotId> kept;
  std::vector<Tracking> tracked(slots_.size(), Tracking::nothing);
  for (SlotId slot = 0; slot < slots_.size(); ++slot)
    if (reached_->is_tracked(slot)) kept.push_back(slot);
  for (const SlotId slot : kept) tracked[slot] = reached_->tracking(slot);
  for (std::size_t size = (kept.size() + 1) / 2; size > 0 && !is_over(); size = size == 1 ? 0 : (size + 1) / 2) {
    for (std::size_t begin = 0; begin < kept.size() && !is_over();) {
      const std::size_t end = std::min(begin + size, kept.size());
      std::vector<Tracking> fewer = tracked;
      for (std::size_t i = begin; i < end; ++i) fewer[kept[i]] = Tracking::nothing;
      const std::size_t slots = slots_.size();
      // It must not cost more than it did with them.
      auto trial = reached_by(fewer, {most_values, reached_->state_count() + few_states,
                                      reached_->edges() + reached_->edges() / 4 + few_states});
      Outcome outcome = Outcome::open;
      while (outcome == Outcome::open && !is_over()) outcome = trial->explore(edges_a_turn);
      if (outcome == Outcome::safe && slots_.size() == slots && !trial->has_dropped()) {
        reached_ = std::move(trial);
        tracked = std::move(fewer);
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(begin), kept.begin() + static_cast<std::ptrdiff_t>(end));
      } else {
        begin = end;
      }
    }
  }
}

namespace {

/// A set of states as one formula: a decision diagram over the slots in their order.
class StateFormula {
 public:
  StateFormula(const frontend::Program& program, const frontend::Semantics& semantics, const abstraction::Slots& slots,
               const ReachableValues& reached)
      : program_(program), semantics_(semantics), terms_(semantics.terms()), slots_(slots), reached_(reached) {}

  Term of(const std::vector<const ValueState*>& states) {
    rows_.clear();
    columns_.clear();
    for (SlotId slot = 0; slot < slots_.size(); ++slot)
      if (std::any_of(states.begin(), states.end(),
                      [&](const ValueState* state) { return value_in(*state, slot).symbol != SlotValue::unknown; }))
        columns_.push_back(slot);
    for (const ValueState* state : states) rows_.push_back(row(*state));
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    return decide(0, rows_.size(), 0);
  }

 private:
  using Row = std::vector<Term>;  ///< by column; true: any value

  /// Of the rows from begin to end, which agree up to the column.
  Term decide(std::size_t begin, std::size_t end, std::size_t column) {
    if (column == columns_.size()) return terms_.true_term();
    std::map<Term, std::vector<Term>> cases;  // what has to hold further on, and of the slot then
    while (begin < end) {
      std::size_t next = begin;
      while (next < end && rows_[next][column] == rows_[begin][column]) ++next;
      cases[decide(begin, next, column + 1)].push_back(rows_[begin][column]);
      begin = next;
    }
    std::vector<Term> any;
    for (auto& [further, values] : cases) any.push_back(terms_.and_(terms_.or_(std::move(values)), further));
    return terms_.or_(std::move(any));
  }

  [[nodiscard]] SlotValue value_in(const ValueState& state, SlotId id) const {
    const abstraction::Slot& slot = slots_[id];
    const SlotValue nothing{SlotValue::unknown, 0};
    if (!reached_.is_tracked(id) || (!slot.index && program_.variables[slot.variable].array)) return nothing;
    const SlotValue value = id < state.size() ? state[id] : SlotValue{SlotValue::as_others, 0};
    if (value.symbol != SlotValue::as_others) return value;
    return reached_.is_tracked(slot.variable) ? state[slot.variable] : nothing;
  }

  Row row(const ValueState& state) {
    Row result(columns_.size(), terms_.true_term());
    std::map<std::uint32_t, SlotId> firsts;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const SlotId slot = columns_[column];
      const SlotValue value = value_in(state, slot);
      if (value.symbol == SlotValue::unknown) continue;
      if (value.symbol == SlotValue::number) {
        result[column] = terms_.equal(place(slot), number(slot, value.bits));
        continue;
      }
      if (value.symbol == SlotValue::other_than) {
        result[column] = terms_.distinct(place(slot), number(slot, value.bits));
        continue;
      }
      const auto [first, fresh] = firsts.emplace(value.symbol, slot);
      if (!fresh) result[column] = differ(slot, first->second, value.bits);
    }
    return result;
  }

  [[nodiscard]] bool has_bits() const { return semantics_.arithmetic() == frontend::Arithmetic::bitvector; }

  [[nodiscard]] Term place(SlotId slot) const {
    const Term variable = semantics_.variable(slots_[slot].variable);
    if (!slots_[slot].index) return variable;
    return terms_.select(variable, terms_.constant(logic::Integer(*slots_[slot].index), variable.sort().index()));
  }

  [[nodiscard]] Term number(SlotId slot, std::uint64_t bits) const {
    frontend::ScalarType type = slots_[slot].type;
    if (has_bits() || type.is_floating()) type = frontend::unsigned_integer(type.width);
    return terms_.constant(frontend::from_bits(frontend::convert(bits, type), type), place(slot).sort());
  }

  /// The first one plus so much, modulo 2^width.
  [[nodiscard]] Term differ(SlotId slot, SlotId first, std::uint64_t bits) const {
    if (has_bits())
      return terms_.equal(place(slot), terms_.bv_binary(logic::Kind::BvAdd, place(first), number(slot, bits)));
    const unsigned width = slots_[slot].type.width;
    const frontend::ScalarType positive = frontend::unsigned_integer(width);
    const logic::Integer offset = frontend::from_bits(frontend::convert(bits, positive), positive);
    std::vector<logic::Integer> offsets{offset};
    if (offset != 0) offsets.push_back(offset - logic::power_of_two(width));
    std::vector<Term> any;
    for (const logic::Integer& sum : offsets)
      any.push_back(terms_.equal(place(slot), terms_.add(place(first), terms_.integer(sum))));
    return terms_.or_(std::move(any));
  }

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  logic::TermManager& terms_;
  const abstraction::Slots& slots_;
  const ReachableValues& reached_;
  std::vector<SlotId> columns_;  ///< of which some state says something
  std::vector<Row> rows_;
};

}  // namespace

AnnotationGraph ValueProver::annotation(const frontend::Semantics& semantics) const {
  const frontend::Program& program = setting_.program;
  AnnotationGraph result;
  StateFormula formula(program, semantics, slots_, *reached_);
  const auto add = [&](LocationId location) {
    if (reached_->states(location).empty()) return;
    const Term states = formula.of(reached_->states(location));
    result.nodes.push_back({location, states.is_true() ? std::vector<Term>{} : std::vector<Term>{states}});
  };
  add(program.initial);
  for (LocationId location = 0; location < program.location_count(); ++location) {
    if (!flow_.is_cut[location] || program.location(location).kind != frontend::LocationKind::Normal) continue;
    result.locations.push_back(location);
    if (location != program.initial) add(location);
  }
  add_steps(result, program, flow_, semantics.terms());
  return result;
}

StepResult ValueProver::prove() {
  leave_out();
  const frontend::Arithmetic arithmetic = setting_.options.first_arithmetic();
  const auto terms = std::make_shared<logic::TermManager>();
  const frontend::Semantics semantics(*terms, setting_.program, arithmetic, frontend::OutOfBoundsReads::arbitrary);
  auto proof = certified_annotation(annotation(semantics), arithmetic, terms, setting_);
  if (auto* proved = std::get_if<Proved>(&proof)) return std::move(*proved);
  return Exhausted{};
}

}  // namespace bireach::checker
