// SPDX-License-Identifier: Apache-2.0
#include "relevance/threads/concurrency_pattern.h"

#include <algorithm>
#include <tuple>

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;
using logic::SatResult;
using Pattern = ConcurrencyFacts::Kind;

namespace {

bool conflict(const Access& a, const Access& b) {
  return a.thread != b.thread && (a.writes || b.writes) && overlap(a, b);
}

/// Of accesses of one variable by a thread, another one in between, and the first again; nothing: some order of the two
/// threads one after the other has the same effect.
std::optional<Pattern> unserialisable(const Access& first, const Access& between, const Access& last) {
  if (!first.writes && between.writes) return last.writes ? Pattern::lost_update : Pattern::changed_between;
  if (first.writes && between.writes && !last.writes) return Pattern::overwritten;
  if (first.writes && !between.writes && last.writes) return Pattern::intermediate_read;
  return std::nullopt;
}

}  // namespace

ConcurrencyPatternFinder::ConcurrencyPatternFinder(const Program& program, const frontend::Execution& execution,
                                                   const TraceAccesses& accesses,
                                                   const ConcurrentExplanation& explanation)
    : program_(program), execution_(execution), accesses_(accesses), explanation_(explanation) {
  std::set<std::size_t> positions;
  for (std::size_t position = 0; position < explanation.kept.size(); ++position)
    if (explanation.kept[position]) positions.insert(position);
  for (const Hazard& hazard : explanation.hazards) positions.insert({hazard.from, hazard.to});
  for (const std::size_t position : positions)
    for (const Access& access : accesses.at(position))
      if (accesses.is_shared(access.variable)) matters_.push_back(access);
}

ConcurrencyPatternFinder::Found ConcurrencyPatternFinder::find(Reordering& orders,
                                                               const std::function<bool()>& late) const {
  switch (frontend::violated_by(program_, execution_.trace)) {
    case frontend::Violation::deadlock:
      return {ConcurrencyPattern::deadlock, {}};
    case frontend::Violation::no_data_race:
      return race_reported().value_or(Found{ConcurrencyPattern::data_race, {}});
    default:
      break;
  }
  if (const auto found = torn()) return *found;
  if (const auto found = one_order(orders, late)) return *found;
  if (const auto found = not_yet_written()) return *found;
  const bool interrupted =
      std::any_of(explanation_.switches.begin(), explanation_.switches.end(), [](const ContextSwitch& change) {
        return change.cause == SwitchCause::interrupted && change.need == SwitchNeed::needed;
      });
  if (interrupted || late() || orders.without_interruption().result != SatResult::sat)
    return {ConcurrencyPattern::none, {}};
  return {ConcurrencyPattern::sequential, {}};
}

/// The last two accesses that conflict and that nothing orders.
std::optional<ConcurrencyPatternFinder::Found> ConcurrencyPatternFinder::race_reported() const {
  for (std::size_t second = accesses_.length(); second-- > 0;)
    for (std::size_t first = second; first-- > 0;)
      for (const Access& a : accesses_.at(first))
        for (const Access& b : accesses_.at(second))
          if (conflict(a, b) && is_race(first, second))
            return Found{
                ConcurrencyPattern::data_race,
                {Pattern::race, a.thread, b.thread, a.variable, a.variable, first, second, std::nullopt, std::nullopt}};
  return std::nullopt;
}

bool ConcurrencyPatternFinder::is_race(std::size_t first, std::size_t second) const {
  return !accesses_.synchronises(first) && !accesses_.synchronises(second) && !accesses_.is_ordered(first, second);
}

std::optional<ConcurrencyPatternFinder::Found> ConcurrencyPatternFinder::torn() const {
  std::optional<ConcurrencyFacts> best;
  const auto span = [](const ConcurrencyFacts& facts) {
    return std::tuple(facts.kind == Pattern::torn, *facts.last - *facts.first);
  };
  for (const ContextSwitch& change : explanation_.switches) {
    if (change.need != SwitchNeed::needed || change.cause == SwitchCause::ended) continue;
    const auto facts = torn_at(change);
    if (facts && (!best || span(*facts) < span(*best))) best = facts;
  }
  if (!best) return std::nullopt;
  return Found{ConcurrencyPattern::atomicity_violation, *best};
}

/// The closest accesses of the interrupted thread around one of another thread that conflicts with both.
std::optional<ConcurrencyFacts> ConcurrencyPatternFinder::torn_at(const ContextSwitch& change) const {
  std::optional<ConcurrencyFacts> best;
  const auto better = [&best](const ConcurrencyFacts& facts) {
    const auto rank = [](const ConcurrencyFacts& f) {
      return std::tuple(f.kind == Pattern::torn, *f.last - *f.first, *f.between);
    };
    return !best || rank(facts) < rank(*best);
  };
  for (const Access& first : matters_) {
    if (first.thread != change.from || first.position > change.after) continue;
    for (const Access& between : matters_) {
      if (between.position <= change.after || !conflict(first, between)) continue;
      if (accesses_.is_forced(first.position, between.position)) continue;
      for (const Access& last : matters_) {
        if (last.thread != change.from || last.position <= between.position) continue;
        if (accesses_.is_forced(between.position, last.position)) continue;  // what creation and join order is whole
        const bool one = overlap(first, last);
        const auto kind = one && conflict(between, last) ? unserialisable(first, between, last) : std::nullopt;
        // Two variables: the other thread comes to the one behind the first access, and to the other before the last.
        const auto meets = [&](const Access& other) {
          return other.thread == between.thread && change.after < other.position && other.position < last.position &&
                 conflict(other, last);
        };
        const bool two = !one && std::any_of(matters_.begin(), matters_.end(), meets);
        if (!kind && !two) continue;
        const ConcurrencyFacts facts{kind.value_or(Pattern::torn),
                                     change.from,
                                     between.thread,
                                     first.variable,
                                     last.variable,
                                     first.position,
                                     between.position,
                                     last.position,
                                     std::nullopt};
        if (better(facts)) best = facts;
      }
    }
  }
  return best;
}

std::optional<ConcurrencyPatternFinder::Found> ConcurrencyPatternFinder::one_order(
    Reordering& orders, const std::function<bool()>& late) const {
  for (const Hazard& hazard : explanation_.hazards) {
    if (accesses_.is_forced(hazard.from, hazard.to) || late()) continue;
    if (orders.reversed(hazard.from, hazard.to).result != SatResult::unsat) continue;
    ConcurrencyFacts facts;
    facts.variable = facts.last_variable = hazard.variable;
    if (is_race(hazard.from, hazard.to)) {
      facts.kind = Pattern::race;
      facts.thread = *accesses_.thread(hazard.from);
      facts.other = *accesses_.thread(hazard.to);
      facts.first = hazard.from;
      facts.between = hazard.to;
      return Found{ConcurrencyPattern::data_race, facts};
    }
    if (hazard.kind == HazardKind::war) {
      facts.kind = Pattern::too_early;
      facts.thread = *accesses_.thread(hazard.to);
      facts.other = *accesses_.thread(hazard.from);
      facts.between = hazard.from;
      facts.last = hazard.to;
    } else {
      facts.kind = Pattern::too_late;
      facts.thread = *accesses_.thread(hazard.from);
      facts.other = *accesses_.thread(hazard.to);
      facts.first = hazard.from;
      facts.between = hazard.to;
    }
    return Found{ConcurrencyPattern::order_violation, facts};
  }
  return std::nullopt;
}

std::optional<ConcurrencyPatternFinder::Found> ConcurrencyPatternFinder::not_yet_written() const {
  for (std::size_t position = 0; position < explanation_.kept.size(); ++position) {
    if (!explanation_.kept[position]) continue;
    for (const Access& read : accesses_.at(position)) {
      if (read.writes) continue;
      std::optional<std::size_t> last;
      for (const Access& write : accesses_.of(read.variable))
        if (write.writes && write.position < position && overlap(read, write)) last = write.position;
      if (last && !accesses_.is_forced(*last, position)) continue;  // another thread has been there
      for (const Access& write : accesses_.of(read.variable)) {
        const bool is_late = write.position > position && !accesses_.is_forced(position, write.position);
        if (!write.writes || !is_late || !conflict(read, write)) continue;
        return Found{ConcurrencyPattern::order_violation,
                     {Pattern::too_early, write.thread, read.thread, read.variable, read.variable, std::nullopt,
                      position, write.position, std::nullopt}};
      }
      for (std::uint32_t thread = 0; thread < program_.threads.size(); ++thread) {
        if (thread == read.thread) continue;
        const auto pending = pending_write(thread, read.variable);
        if (!pending) continue;
        ConcurrencyFacts facts{Pattern::too_early, thread,   read.thread,  read.variable, read.variable,
                               std::nullopt,       position, std::nullopt, pending};
        return Found{ConcurrencyPattern::order_violation, facts};
      }
    }
  }
  return std::nullopt;
}

/// What the thread may still write from where it stands at the end of the trace.
std::optional<EdgeId> ConcurrencyPatternFinder::pending_write(std::uint32_t thread, VariableId variable) const {
  const Program& graphs = own_graphs(program_);
  LocationId here = graphs.threads[thread].entry;
  for (std::size_t position = 0; position < accesses_.length(); ++position)
    if (accesses_.thread(position) == thread) here = graphs.target(*own_edge(program_, execution_.trace[position]));
  std::set<LocationId> seen{here};
  std::vector<LocationId> open{here};
  while (!open.empty()) {
    const LocationId location = open.back();
    open.pop_back();
    for (const EdgeId edge : graphs.outgoing(location)) {
      if (frontend::assigned_variable(graphs.edge(edge).statement) == variable) return edge;
      if (seen.insert(graphs.target(edge)).second) open.push_back(graphs.target(edge));
    }
  }
  return std::nullopt;
}

}  // namespace bireach::relevance
