// SPDX-License-Identifier: Apache-2.0
/// Which interleavings are enough: partial order reduction over graphs of threads.
///
/// Persistent sets and sleep sets: Patrice Godefroid, "Partial-Order Methods for the Verification of Concurrent
/// Systems", LNCS 1032 (1996), chapters 4 and 5, here over locations instead of states, since what data allows is not
/// known: what a thread can still do is what its graph can reach. That every cycle has a location where all threads are
/// followed: Doron Peled, "All from One, One for All", CAV 1993 (there condition C3).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/program/program.h"
#include "frontend/threads/interleaving_evidence.h"
#include "frontend/threads/location_facts.h"
#include "frontend/threads/product.h"
#include "frontend/threads/step_effects.h"

namespace bireach::frontend {

class Reduction : public Scheduling {
 public:
  /// `with_sleep_sets`: else only threads are left out whose step no other thread can still hinder or see.
  Reduction(const Program& graphs, bool with_sleep_sets);

  std::vector<Move> moves(const ProductState& state) override;
  [[nodiscard]] bool is_impossible(const ThreadState& state) override;
  [[nodiscard]] bool is_impossible(EdgeId edge) override { return facts_.is_dead(edge); }

  /// All pairs of steps that were taken for independent so far.
  [[nodiscard]] std::shared_ptr<const InterleavingEvidence> evidence() const;

 private:
  using Threads = std::vector<std::uint32_t>;
  /// What a thread can do from a location on while certain others do not move.
  struct Future {
    CellAccesses effects;
    std::vector<LocationId> locations;  ///< where it may step
  };
  /// From where, and what is known of the others: who does not move, and who has not started.
  struct FutureKey {
    LocationId from;
    std::vector<LocationId> resting;  ///< where those are that do not move; of the others nothing
    std::uint64_t not_started;
    auto operator<=>(const FutureKey&) const = default;
  };

  void find_cuts();
  void find_idle_locations();
  [[nodiscard]] Threads threads_that_matter(const ThreadState& state) const;
  /// A set of threads whose next steps no other thread can hinder or see before one of them moves.
  [[nodiscard]] Threads persistent_set(const ThreadState& state, const Threads& runnable);
  [[nodiscard]] bool is_good(const ThreadState& state, std::uint32_t thread) const;
  [[nodiscard]] std::uint64_t resting_with(const ThreadState& state, const Threads& chosen) const;
  [[nodiscard]] std::optional<std::uint32_t> moving_end(const ThreadState& state, const Threads& runnable,
                                                        std::uint32_t thread) const;
  /// Empty: there is none but all.
  [[nodiscard]] Threads closure(const ThreadState& state, const Threads& runnable, std::uint32_t first);
  [[nodiscard]] const Future& future(const ThreadState& state, std::uint32_t thread, std::uint64_t resting);
  void note_resting(const ThreadState& state, const Threads& chosen);
  [[nodiscard]] std::uint64_t awake_filter(const ThreadState& state, std::uint64_t asleep, std::uint32_t thread);

  const Program& graphs_;
  bool with_sleep_sets_;
  StepEffects effects_;
  LocationFacts facts_;
  std::vector<bool> is_cut_;  ///< by location: on every cycle of a thread's graph is one
  std::vector<bool>
      is_idle_;  ///< by location: whatever the thread does from there on, no other sees it, and none fails
  std::map<FutureKey, Future> futures_;
  std::set<std::pair<LocationId, LocationId>> used_;           ///< actions taken for independent
  std::set<std::pair<LocationId, const Future*>> used_ahead_;  ///< the first of all the second's
};

}  // namespace bireach::frontend
