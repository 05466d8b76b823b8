// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/core_hazards.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bireach::relevance {

using logic::Term;

CoreHazards hazards_of_core(const ErrorTrace& trace, const ErrorFormula& formula, const std::set<std::size_t>& items,
                            const std::vector<std::size_t>& branches) {
  CoreHazards result;
  using Role = ErrorFormula::Role;
  std::set<std::size_t> used(branches.begin(), branches.end());  // positions whose reads matter
  std::set<std::size_t> writers;
  std::set<std::pair<std::size_t, Term>> values;
  used.insert(trace.length());
  for (const std::size_t i : items) {
    const ErrorFormula::Item& item = formula.items()[i];
    (item.role == Role::hazard ? writers : used).insert(item.position);
    if (item.role == Role::statement) values.emplace(item.position, item.target);
  }
  const TraceAccesses& accesses = trace.accesses();
  const auto add = [&](HazardKind kind, frontend::VariableId variable, std::size_t from, std::size_t to) {
    for (const std::size_t end : {from, to})
      if (end < trace.length()) result.accesses.insert(end);
    const Hazard hazard{kind, variable, from, to};
    if (accesses.thread(from) == accesses.thread(to)) return;
    if (std::find(result.hazards.begin(), result.hazards.end(), hazard) == result.hazards.end())
      result.hazards.push_back(hazard);
  };
  // A read that is not given its value by the core's items has no part in the error.
  std::set<std::pair<std::size_t, frontend::VariableId>> unused;
  const auto in_core = [&](std::size_t writer) { return writers.contains(writer); };
  for (const auto& [position, read] : formula.guarded_reads()) {
    const bool has_value = used.contains(position) && (!read.last_writer || in_core(*read.last_writer)) &&
                           std::all_of(read.earlier.begin(), read.earlier.end(), in_core) &&
                           std::all_of(read.later.begin(), read.later.end(), in_core);
    if (!has_value) {
      unused.emplace(position, read.variable);
      continue;
    }
    for (const std::size_t writer : read.earlier) add(HazardKind::waw, read.variable, writer, *read.last_writer);
    for (const std::size_t writer : read.later) add(HazardKind::war, read.variable, position, writer);
  }
  const std::size_t end = std::min(trace.length() + 1, accesses.length());
  for (const std::size_t position : used) {
    if (position >= end) continue;
    for (const ReadConflicts& read : accesses.conflicts(position, trace.length())) {
      const auto last = read.last_writer;
      const bool flows = last && !unused.contains({position, read.variable}) &&
                         (in_core(*last) || values.contains({*last, trace.semantics().variable(read.variable)}));
      if (flows && accesses.thread(*last) != accesses.thread(position))
        add(HazardKind::raw, read.variable, *last, position);
    }
  }
  std::sort(result.hazards.begin(), result.hazards.end(), [](const Hazard& a, const Hazard& b) {
    return std::tie(a.from, a.to, a.variable, a.kind) < std::tie(b.from, b.to, b.variable, b.kind);
  });
  return result;
}

}  // namespace bireach::relevance
