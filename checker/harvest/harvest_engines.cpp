// SPDX-License-Identifier: Apache-2.0
#include "checker/harvest/harvest_engines.h"

#include <algorithm>

#include "checker/answer/stopwatch.h"

namespace bireach::checker {

namespace {

constexpr std::chrono::milliseconds search_query_limit{2000};

}  // namespace

void HarvestSearch::restart() {
  search_.reset();
  if (!setting_.verify.bounded_search) return;
  const Stopwatch watch(setting_.statistics.time.bounded_search);
  searches_all_ = true;
  searched_.reset();
  if (setting_.preferred && !only_seen_left_) {
    searched_ = language_.graph(&setting_.preferred);
    searches_all_ = !searched_;
  }
  if (!searched_) searched_ = language_.graph(nullptr);
  SearchConfig config;
  config.query_time_limit = std::min(setting_.verify.query_time_limit, search_query_limit);
  config.stop = setting_.stop;
  config.statistics = &setting_.statistics.solver;
  search_ = std::make_unique<LanguageSearch>(setting_.program, language_.flow(), *searched_, config);
}

StepResult HarvestSearch::step() {
  LanguageSearch::Step step;
  {
    const Stopwatch watch(setting_.statistics.time.bounded_search);
    const auto terms = [this] { return search_->terms_built(); };
    step = counted(price::depth, setting_.statistics.solver, terms, [this] { return search_->advance(); });
  }
  switch (step) {
    case LanguageSearch::Step::deeper:
      break;
    case LanguageSearch::Step::exhausted:
      if (searches_all_) return Exhausted{Exhausted::Left::nothing};
      only_seen_left_ = true;  // no execution takes a new edge: go on with all
      restart();
      break;
    case LanguageSearch::Step::found:
      return Found{{frontend::RunEnd::Error, search_->result()}};
    case LanguageSearch::Step::gave_up:
      search_.reset();  // there may be more in what is left next
      break;
  }
  return Progressed{};
}

StepResult HarvestRefinement::step() {
  // What a search has built that `settle` may begin anew is none of its work.
  const auto terms = [this] { return language_.terms_built(); };
  return counted(price::refinement, setting_.statistics.solver, terms, [this]() -> StepResult {
    settle_(language_.refine());
    return Progressed{};
  });
}

}  // namespace bireach::checker
