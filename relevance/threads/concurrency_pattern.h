// SPDX-License-Identifier: Apache-2.0
/// What kind of defect the hazards and needed switches of an error trace are. The classes are those of Lu, Park, Seo,
/// Zhou, "Learning from mistakes" (ASPLOS 2008); unserialisable triples of accesses after Lu, Tucek, Qin, Zhou, "AVIO"
/// (ASPLOS 2006).
#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "relevance/threads/concurrent_explanation.h"
#include "relevance/threads/reordering.h"

namespace bireach::relevance {

class ConcurrencyPatternFinder {
 public:
  using Found = std::pair<ConcurrencyPattern, ConcurrencyFacts>;
  /// The references must outlive this; switches, hazards and what is kept are in `explanation`.
  ConcurrencyPatternFinder(const frontend::Program& program, const frontend::Execution& execution,
                           const TraceAccesses& accesses, const ConcurrentExplanation& explanation);

  /// In this order: what the error itself says (deadlock, race); steps of one thread torn apart by a needed
  /// interruption: an atomicity violation; one pair of accesses whose other order would not reach the error: a data
  /// race if nothing synchronises the two, else an order violation; a write that comes later, or has not happened yet:
  /// an order violation; sequential if no interruption is needed.
  [[nodiscard]] Found find(Reordering& orders, const std::function<bool()>& late) const;

 private:
  [[nodiscard]] std::optional<Found> torn() const;
  [[nodiscard]] std::optional<ConcurrencyFacts> torn_at(const ContextSwitch& change) const;
  [[nodiscard]] std::optional<Found> one_order(Reordering& orders, const std::function<bool()>& late) const;
  [[nodiscard]] std::optional<Found> race_reported() const;
  [[nodiscard]] std::optional<Found> not_yet_written() const;
  [[nodiscard]] std::optional<frontend::EdgeId> pending_write(std::uint32_t thread,
                                                              frontend::VariableId variable) const;
  [[nodiscard]] bool is_race(std::size_t first, std::size_t second) const;

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  const TraceAccesses& accesses_;
  const ConcurrentExplanation& explanation_;
  std::vector<Access> matters_;  ///< accesses of shared variables at positions that are kept, in order
};

}  // namespace bireach::relevance
