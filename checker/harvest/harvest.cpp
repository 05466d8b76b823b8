// SPDX-License-Identifier: Apache-2.0
#include "checker/harvest/harvest.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "checker/engines/schedule.h"
#include "checker/harvest/harvest_engines.h"
#include "checker/harvest/harvest_language.h"
#include "checker/verify/verify.h"

namespace bireach::checker {

using automata::Letter;
using automata::Word;
using frontend::Execution;
using frontend::LocationKind;
using frontend::Program;

namespace {

class Harvester {
 public:
  Harvester(const Program& program, const VerifyOptions& verify, const HarvestOptions& options, std::stop_token stop,
            VerifyStatistics& statistics, const HarvestCallbacks& callbacks)
      : program_(program),
        asked_(verify),
        verify_(verify),
        options_(options),
        stop_(stop),
        statistics_(statistics),
        callbacks_(callbacks),
        setting_{program, verify_, options, stop, statistics, options.prefer_new_edges ? is_new() : nullptr} {
    verify_.trace_engines_first = true;
  }

  HarvestResult run(const Execution& first) {
    statistics_.feasible_traces = 0;
    language_ = make_nested_language(setting_);
    if (!language_ || !language_->word_of(first.trace)) language_ = make_flat_language(setting_);
    add_engines();
    take(first);
    while (!ended()) step();
    language_->add_to(result_.generalization);
    return result_;
  }

 private:
  /// So many undecided traces in a row, and there will be no end of them.
  static constexpr std::uint64_t undecided_limit = 50;
  static constexpr std::uint64_t traces_with_own_predicates = 10;

  [[nodiscard]] std::function<bool(Letter)> is_new() const {
    return [this](Letter letter) { return !seen_.contains(letter); };
  }

  bool ended() {
    if (stop_.stop_requested())
      result_.end = HarvestEnd::stopped;
    else if (options_.max_traces && statistics_.feasible_traces >= *options_.max_traces)
      result_.end = HarvestEnd::max_traces;
    else if (no_execution_left_ || language_->is_empty())
      conclude();
    else if (undecided_in_a_row_ >= undecided_limit)
      result_.end = HarvestEnd::undecided;
    else
      return false;
    return true;
  }

  void conclude() {
    result_.end = HarvestEnd::undecided;
    if (result_.undecided == 0) {
      result_.end = HarvestEnd::exhausted;
      look_for_unsupported();
    }
    statistics_.exhausted = result_.end == HarvestEnd::exhausted;
  }

  /// No error trace is left; but what comes after a construct that is not modelled is no trace. Only if no execution
  /// gets to one are all error traces covered.
  void look_for_unsupported() {
    Program without_errors = program_;
    bool some = false;
    for (frontend::LocationId l = 0; l < program_.location_count(); ++l) {
      auto& kind = without_errors.location(l).kind;
      some = some || kind == LocationKind::Unsupported;
      if (kind == LocationKind::Error) kind = LocationKind::Exit;
    }
    if (!some) return;
    const Verdict verdict = verify(without_errors, asked_, stop_, statistics_);
    if (const auto* unknown = std::get_if<Unknown>(&verdict)) {
      result_.end = stop_.stop_requested() ? HarvestEnd::stopped : HarvestEnd::undecided;
      result_.reason = unknown->reason;
    }
  }

  void add_engines() {
    schedule_.begin_group(Schedule::Measure::work_then_time);
    search_ = std::make_shared<HarvestSearch>(setting_, *language_);
    schedule_.add(search_);
    schedule_.add(
        std::make_unique<HarvestRefinement>(setting_, *language_, [this](const Refined& refined) { settle(refined); }));
  }

  void step() {
    report_progress();
    auto turn = schedule_.take_turn();
    if (!turn) throw std::logic_error("a harvest goes on without engines");
    if (auto* found = std::get_if<Found>(&turn->result)) {
      ++statistics_.iterations;
      take(found->run.execution);
    } else if (const auto* exhausted = std::get_if<Exhausted>(&turn->result)) {
      no_execution_left_ = exhausted->left == Exhausted::Left::nothing;
    }
  }

  void settle(const Refined& refined) {
    for (const auto& [word, reason] : refined.undecided) note_undecided(word, reason);
    if (refined.is_last_resort) ++undecided_in_a_row_;
    if (refined.found) take(refined.found->first);
  }

  void note_undecided(const Word& word, const std::string& reason) {
    undecided_.insert(word);
    result_.undecided = undecided_.size();
    result_.reason = reason;
  }

  /// A feasible error trace: reports it and subtracts what it generalises to.
  void take(const Execution& execution) {
    ++statistics_.feasible_traces;
    undecided_in_a_row_ = 0;
    callbacks_.on_trace({execution, statistics_.iterations});
    const auto word = language_->word_of(execution.trace);
    const bool was_undecided = word && undecided_.erase(*word) > 0;
    if (!word || (!was_undecided && !language_->contains(*word)))
      throw std::logic_error("a feasible error trace is not among the remaining ones");
    result_.undecided = undecided_.size();
    seen_.insert(word->begin(), word->end());
    if (stop_.stop_requested() || (options_.max_traces && statistics_.feasible_traces >= *options_.max_traces)) return;
    if (was_undecided)
      note_subtracted(*word);
    else
      subtract(execution, *word);
  }

  /// A trace that the search decides after it was put aside.
  void note_subtracted(const Word& word) {
    language_->describe(word, [this](SubtractedErrors& subtracted) {
      subtracted.generalization = relevance::to_string(relevance::Generalization::trace);
      callbacks_.on_subtracted(subtracted);
    });
    search_->restart();
  }

  void subtract(const Execution& execution, const Word& word) {
    using relevance::DangerPredicates;
    GeneralizationPlan plan;
    if (options_.predicates == DangerPredicateChoice::generalised ||
        (options_.predicates == DangerPredicateChoice::automatic &&
         statistics_.feasible_traces > traces_with_own_predicates))
      plan.predicates = DangerPredicates::generalised;
    plan.time_limit = time_for_an_automaton(plan.predicates);
    if (plan.predicates == DangerPredicates::generalised) plan.over_all_traces = generalised_++ % 2 == 0;
    const double before = statistics_.time.danger_automata;
    language_->subtract(execution, word, plan, [&](SubtractedErrors& subtracted) {
      subtracted.generalization = relevance::to_string(options_.generalization);
      if (options_.generalization != relevance::Generalization::trace)
        subtracted.predicates = relevance::to_string(plan.predicates);
      subtracted.seconds = statistics_.time.danger_automata - before;
      callbacks_.on_subtracted(subtracted);
      search_->restart();
    });
  }

  /// Danger automata take about half of the time: a smaller one in time is worth more than the next trace late. But
  /// where generalised predicates do not end the harvest soon, each gets more time than those before it.
  [[nodiscard]] std::chrono::milliseconds time_for_an_automaton(relevance::DangerPredicates predicates) {
    constexpr double most = 10;
    double least = 0.3;
    if (predicates == relevance::DangerPredicates::generalised)
      least = std::min(most, least * std::exp2(static_cast<double>(generalised_) / 2));
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double seconds = std::clamp(elapsed - 2 * statistics_.time.danger_automata, least, most);
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  }

  void report_progress() {
    if (callbacks_.progress)
      callbacks_.progress({statistics_.iterations, statistics_.infeasible_traces, statistics_.automaton_states,
                           statistics_.bounded_depth, statistics_.feasible_traces});
  }

  const Program& program_;
  const VerifyOptions& asked_;
  VerifyOptions verify_;  ///< for a harvest
  const HarvestOptions& options_;
  std::stop_token stop_;
  VerifyStatistics& statistics_;
  const HarvestCallbacks& callbacks_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  HarvestSetting setting_;
  std::unique_ptr<HarvestLanguage> language_;
  std::shared_ptr<HarvestSearch> search_;  ///< in the schedule, too
  Schedule schedule_;
  std::set<Letter> seen_;     ///< on feasible traces so far
  std::set<Word> undecided_;  ///< traces put aside
  std::uint64_t undecided_in_a_row_ = 0;
  std::uint64_t generalised_ = 0;   ///< automata made with generalised predicates
  bool no_execution_left_ = false;  ///< in the remaining language, as the search found
  HarvestResult result_;
};

}  // namespace

HarvestResult harvest(const Program& program, const Execution& first, const VerifyOptions& verify,
                      const HarvestOptions& options, std::stop_token stop, VerifyStatistics& statistics,
                      const HarvestCallbacks& callbacks) {
  return Harvester(program, verify, options, stop, statistics, callbacks).run(first);
}

}  // namespace bireach::checker
