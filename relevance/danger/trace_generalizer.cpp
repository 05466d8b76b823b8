// SPDX-License-Identifier: Apache-2.0
#include "automata/nested_automaton.h"
#include "automata/operations.h"
#include "relevance/danger/generalizers.h"

namespace bireach::relevance {
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

/// The trace alone.
class NestedTraceGeneralizer final : public NestedErrorGeneralizer {
 public:
  NestedErrorAutomaton generalize(const NestedFeasibleTrace& trace) override {
    NestedErrorAutomaton result;
    result.automaton = automata::single_nested_word(trace.word);
    result.guarantee = Guarantee::feasible;
    ++statistics_.automata;
    statistics_.states += result.automaton.size();
    return result;
  }
  void set_predicates(DangerPredicates /*predicates*/) override {}
  void set_time_limit(std::chrono::milliseconds /*limit*/) override {}
  [[nodiscard]] const GeneralizationStatistics& statistics() const override { return statistics_; }

 private:
  GeneralizationStatistics statistics_;
};

}  // namespace

std::unique_ptr<ErrorGeneralizer> make_trace_generalizer(logic::TermManager& /*terms*/, const Alphabet& /*alphabet*/,
                                                         const GeneralizerConfig& /*config*/) {
  return std::make_unique<TraceGeneralizer>();
}

std::unique_ptr<NestedErrorGeneralizer> make_nested_trace_generalizer(logic::TermManager& /*terms*/,
                                                                      const NestedAlphabet& /*alphabet*/,
                                                                      const GeneralizerConfig& /*config*/) {
  return std::make_unique<NestedTraceGeneralizer>();
}

}  // namespace bireach::relevance
