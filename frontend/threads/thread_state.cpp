// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/thread_state.h"

#include <algorithm>

namespace bireach::frontend {

std::uint32_t depth_after(const ThreadStep& step, std::uint32_t depth) {
  switch (step.kind) {
    case ThreadStep::Kind::atomic_begin:
      return std::min(depth + 1, deepest_region);
    case ThreadStep::Kind::atomic_end:
      return depth == 0 ? 0 : depth - 1;
    case ThreadStep::Kind::none:
    case ThreadStep::Kind::start:
    case ThreadStep::Kind::join:
      return depth;
  }
  return depth;
}

ThreadState initial_threads(const Program& graphs) {
  ThreadState state;
  state.at.assign(graphs.threads.size(), ThreadState::not_started);
  state.at.front() = graphs.initial;
  return state;
}

bool may_move(const Program& graphs, const ThreadState& state, std::uint32_t thread) {
  if (!state.runs(thread) || (state.holder && *state.holder != thread)) return false;
  const std::vector<EdgeId>& out = graphs.outgoing(state.at[thread]);
  return std::any_of(out.begin(), out.end(), [&](EdgeId edge) {
    const ThreadStep& step = graphs.edge(edge).thread_step;
    return step.kind != ThreadStep::Kind::join || state.at[step.thread] == ThreadState::ended;
  });
}

std::optional<ThreadState> after_edge(const Program& graphs, const ThreadState& state, EdgeId id) {
  const Edge& edge = graphs.edge(id);
  ThreadState next = state;
  next.at[edge.thread] = graphs.target(id);
  switch (edge.thread_step.kind) {
    case ThreadStep::Kind::none:
    case ThreadStep::Kind::join:
      break;
    case ThreadStep::Kind::start:
      if (state.at[edge.thread_step.thread] != ThreadState::not_started) return std::nullopt;
      next.at[edge.thread_step.thread] = graphs.threads[edge.thread_step.thread].entry;
      break;
    case ThreadStep::Kind::atomic_begin:
      if (state.depth == deepest_region) return std::nullopt;
      next.holder = edge.thread;
      ++next.depth;
      break;
    case ThreadStep::Kind::atomic_end:
      if (state.depth == 0) break;
      if (--next.depth == 0) next.holder.reset();
      break;
  }
  return next;
}

}  // namespace bireach::frontend
