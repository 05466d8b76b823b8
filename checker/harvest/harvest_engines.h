// SPDX-License-Identifier: Apache-2.0
/// The engines of a harvest: the search in what is left, and the refinement of it.
#pragma once

#include <functional>
#include <memory>

#include "checker/engines/engine.h"
#include "checker/engines/language_search.h"
#include "checker/harvest/harvest_language.h"

namespace bireach::checker {

/// Searches in the language as it was at the last `restart`; not ready before that, nor where the search gave up. Where
/// new edges are preferred, first in those words that have some.
class HarvestSearch final : public Engine {
 public:
  /// The references must outlive this.
  HarvestSearch(const HarvestSetting& setting, HarvestLanguage& language) : setting_(setting), language_(language) {}

  /// From now on, in what is left now.
  void restart();
  [[nodiscard]] std::string_view name() const override { return "search"; }
  [[nodiscard]] bool is_ready() const override { return search_ != nullptr; }
  [[nodiscard]] StepResult step() override;

 private:
  const HarvestSetting& setting_;
  HarvestLanguage& language_;
  std::unique_ptr<SearchGraph> searched_;  ///< what remained when the search started
  std::unique_ptr<LanguageSearch> search_;
  bool searches_all_ = true;     ///< `searched_` is all that remained; else those with new edges
  bool only_seen_left_ = false;  ///< no execution that is left takes a new edge
};

/// Takes one trace after the other and refutes it, or hands it over. What becomes of that is part of its turn.
class HarvestRefinement final : public Engine {
 public:
  using Settle = std::function<void(const Refined&)>;
  /// The references must outlive this.
  HarvestRefinement(const HarvestSetting& setting, HarvestLanguage& language, Settle settle)
      : setting_(setting), language_(language), settle_(std::move(settle)) {}

  [[nodiscard]] std::string_view name() const override { return "refinement"; }
  [[nodiscard]] StepResult step() override;

 private:
  const HarvestSetting& setting_;
  HarvestLanguage& language_;
  Settle settle_;
};

}  // namespace bireach::checker
