// SPDX-License-Identifier: Apache-2.0
#include "relevance/error_generalizer.h"

#include "relevance/danger_generalizer.h"

namespace bireach::relevance {

std::string_view to_string(Generalization generalization) {
  switch (generalization) {
    case Generalization::danger:
      return "danger";
    case Generalization::danger_loops:
      return "danger-loops";
    case Generalization::danger_strict:
      return "danger-strict";
    case Generalization::trace:
      return "trace";
  }
  return "";
}

std::string_view to_string(DangerPredicates predicates) {
  switch (predicates) {
    case DangerPredicates::trace:
      return "trace";
    case DangerPredicates::generalised:
      return "generalised";
  }
  return "";
}

std::string_view to_string(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::feasible:
      return "feasible";
    case Guarantee::feasible_continuation:
      return "feasible-continuation";
    case Guarantee::feasible_or_nonterminating:
      return "feasible-or-nonterminating";
  }
  return "";
}

namespace {

/// The trace alone.
class TraceGeneralizer final : public ErrorGeneralizer {
 public:
  ErrorAutomaton generalize(const automata::Nfa& /*remaining*/, const FeasibleTrace& trace) override {
    ErrorAutomaton result;
    result.automaton = automata::single_word(trace.run.word);
    result.guarantee = Guarantee::feasible;
    ++statistics_.automata;
    statistics_.states += result.automaton.size();
    return result;
  }
  [[nodiscard]] const GeneralizationStatistics& statistics() const override { return statistics_; }

 private:
  GeneralizationStatistics statistics_;
};

}  // namespace

std::unique_ptr<ErrorGeneralizer> make_generalizer(logic::TermManager& terms, const Alphabet& alphabet,
                                                   const GeneralizerConfig& config) {
  switch (config.generalization) {
    case Generalization::trace:
      return std::make_unique<TraceGeneralizer>();
    case Generalization::danger:
    case Generalization::danger_loops:
    case Generalization::danger_strict:
      return make_danger_generalizer(terms, alphabet, config);
  }
  return nullptr;
}

}  // namespace bireach::relevance
