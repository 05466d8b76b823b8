// SPDX-License-Identifier: Apache-2.0
/// What a harvest works on: the error traces of a program that are left, as words of letters that stand for paths
/// between locations, with the refinement of infeasible ones and the generalisation of feasible ones. There are two
/// kinds, flat words and, for programs with recursive procedures, nested words.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/answer/statistics.h"
#include "checker/engines/language_search.h"
#include "checker/engines/verify_options.h"
#include "checker/harvest/harvest_options.h"
#include "checker/harvest/harvest_setting.h"
#include "checker/harvest/subtracted_errors.h"
#include "relevance/danger/generalizer_config.h"

namespace bireach::checker {

/// How the next trace is to be generalised.
struct GeneralizationPlan {
  relevance::DangerPredicates predicates = relevance::DangerPredicates::trace;
  std::chrono::milliseconds time_limit{0};
  /// Where there is a choice: over all error traces of the program instead of those that are left.
  bool over_all_traces = false;
};

/// What `HarvestLanguage::refine` came to.
struct Refined {
  /// A feasible trace, still in the language, with its word.
  std::optional<std::pair<frontend::Execution, automata::Word>> found;
  /// Traces that were put aside, and why: nobody could decide them.
  std::vector<std::pair<automata::Word, std::string>> undecided;
  bool is_last_resort = false;  ///< the harvest, not the refinement, had to put it aside
};

class HarvestLanguage {
 public:
  virtual ~HarvestLanguage() = default;

  [[nodiscard]] virtual bool is_empty() const = 0;
  /// The word of a trace of the program to an Error location; nothing if it is none.
  [[nodiscard]] virtual std::optional<automata::Word> word_of(const frontend::Trace& trace) const = 0;
  [[nodiscard]] virtual bool contains(const automata::Word& word) const = 0;
  /// Takes a shortest word and decides it. If it is infeasible it is subtracted with what is refuted alike.
  [[nodiscard]] virtual Refined refine() = 0;
  /// Generalises a feasible trace and subtracts the result. `done` is called if that was not stopped, with all about it
  /// but `seconds`.
  virtual void subtract(const frontend::Execution& execution, const automata::Word& word,
                        const GeneralizationPlan& plan, const std::function<void(SubtractedErrors&)>& done) = 0;
  /// The same for a word that is not in the language any more: what stands for it alone.
  virtual void describe(const automata::Word& word, const std::function<void(SubtractedErrors&)>& done) = 0;
  /// What is left, or, with `letters`, the words that use one of these; nothing if there are none of those.
  [[nodiscard]] virtual std::unique_ptr<SearchGraph> graph(const std::function<bool(automata::Letter)>* letters) = 0;
  /// Its blocks are the graph's.
  [[nodiscard]] virtual const ControlFlow& flow() const = 0;
  /// In all its terms, as a measure of work.
  [[nodiscard]] virtual std::size_t terms_built() const = 0;
  virtual void add_to(relevance::GeneralizationStatistics& statistics) const = 0;
};

[[nodiscard]] std::unique_ptr<HarvestLanguage> make_flat_language(const HarvestSetting& setting);
/// Nothing if the program has no recursive procedures, or cannot be written as nested words.
[[nodiscard]] std::unique_ptr<HarvestLanguage> make_nested_language(const HarvestSetting& setting);

}  // namespace bireach::checker
