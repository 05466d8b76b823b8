// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/interleaving.h"

#include <memory>
#include <utility>
#include <vector>

#include "frontend/threads/product.h"
#include "frontend/threads/reduction.h"
#include "frontend/threads/split_accesses.h"

namespace bireach::frontend {
namespace {

/// Every thread that can move may be the next.
class EveryThread : public Scheduling {
 public:
  explicit EveryThread(const Program& graphs) : graphs_(graphs) {}

  std::vector<Move> moves(const ProductState& state) override {
    std::vector<Move> result;
    for (std::uint32_t thread = 0; thread < graphs_.threads.size(); ++thread)
      if (may_move(graphs_, state.threads, thread)) result.push_back({thread, 0, false});
    return result;
  }

 private:
  const Program& graphs_;
};

}  // namespace

Program interleave(const Program& graphs, const InterleavingOptions& options) {
  const auto split = std::make_shared<const Program>(split_accesses(graphs));
  constexpr std::size_t most_threads = 64;  // as many bits has a set of them
  if (options.reduction == InterleavingOptions::Reduction::none || split->threads.size() > most_threads) {
    EveryThread scheduling(*split);
    return make_product(split, scheduling, options.max_edges);
  }
  Reduction scheduling(*split, options.reduction == InterleavingOptions::Reduction::reduced);
  Program result = make_product(split, scheduling, options.max_edges);
  result.interleaving_evidence = scheduling.evidence();
  return result;
}

}  // namespace bireach::frontend
