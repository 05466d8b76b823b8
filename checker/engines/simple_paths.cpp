// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/simple_paths.h"

#include <string>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"

namespace bireach::checker {

namespace {

/// What has not ended then is mostly a loop with a counter.
constexpr std::size_t most_blocks = 100;

SearchConfig config_of(const EngineSetting& setting) {
  SearchConfig config;
  config.query_time_limit = setting.options.query_time_limit;
  config.stop = setting.stop;
  config.statistics = &setting.statistics.solver;
  config.purpose = SearchConfig::Purpose::prove;
  config.depth_limit = most_blocks;
  config.without_repetition = true;
  return config;
}

}  // namespace

SimplePathProver::SimplePathProver(const EngineSetting& setting)
    : setting_(setting),
      program_(setting.wrapping != nullptr ? *setting.wrapping : setting.program),
      search_(program_, setting.flow, config_of(setting)) {}

StepResult SimplePathProver::step() {
  const Stopwatch watch(setting_.statistics.time.bounded_search);
  const auto give_up = [this](const std::string& reason) {
    return GaveUp{std::string(name()).append(": ").append(reason), GaveUp::Of::engine};
  };
  const auto step = counted(
      price::depth, setting_.statistics.solver, [this] { return search_.terms_built(); },
      [this] { return search_.advance(); });
  switch (step) {
    case BoundedSearch::Step::deeper:
      if (search_.repeats() == false) return give_up("no state is reached again");
      return Progressed{};
    case BoundedSearch::Step::exhausted:
      if (setting_.unsupported_is_reached()) return Exhausted{};
      return Proved{{Unrolling{search_.depth(), true}, proof_assumptions(program_, setting_.flow)},
                    Proved::Overflow::covered};
    case BoundedSearch::Step::error:
    case BoundedSearch::Step::unsupported:
      return give_up("something is reached");  // for others to say what
    case BoundedSearch::Step::cut_off:
    case BoundedSearch::Step::gave_up:
      break;
  }
  return give_up(search_.reason());
}

}  // namespace bireach::checker
