// SPDX-License-Identifier: Apache-2.0
#include "checker/harvest.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "checker/harvest_language.h"
#include "checker/stopwatch.h"

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
        callbacks_(callbacks) {
    verify_.trace_engines_first = true;
  }

  HarvestResult run(const Execution& first) {
    statistics_.feasible_traces = 0;
    const HarvestSetting setting{program_, verify_,     options_,
                                 stop_,    statistics_, options_.prefer_new_edges ? is_new() : nullptr};
    language_ = make_nested_language(setting);
    if (!language_ || !language_->word_of(first.trace)) language_ = make_flat_language(setting);
    take(first);
    while (!ended()) step();
    language_->add_to(result_.generalization);
    return result_;
  }

 private:
  /// So many undecided traces in a row, and there will be no end of them.
  static constexpr std::uint64_t undecided_limit = 50;
  /// As in `verify`: the price of a refinement, a query and a round of search in terms built.
  static constexpr std::uint64_t refinement_price = 10000;
  static constexpr std::uint64_t query_price = 500;
  static constexpr std::uint64_t depth_price = 200;
  static constexpr double seconds_of_fixed_order = 2;
  static constexpr std::chrono::milliseconds search_query_limit{2000};
  static constexpr std::uint64_t traces_with_own_predicates = 10;

  [[nodiscard]] std::function<bool(Letter)> is_new() const {
    return [this](Letter letter) { return !seen_.contains(letter); };
  }

  bool ended() {
    if (stop_.stop_requested()) {
      result_.end = HarvestEnd::stopped;
    } else if (options_.max_traces && statistics_.feasible_traces >= *options_.max_traces) {
      result_.end = HarvestEnd::max_traces;
    } else if (no_execution_left_ || language_->is_empty()) {
      conclude();
    } else if (undecided_in_a_row_ >= undecided_limit) {
      result_.end = HarvestEnd::undecided;
    } else {
      return false;
    }
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

  void step() {
    report_progress();
    if (search_is_due()) {
      search();
    } else {
      const Stopwatch turn(loop_seconds_);
      const std::uint64_t before = work_so_far();
      refine();
      loop_work_ += refinement_price + work_so_far() - before;
    }
  }

  /// As in `verify`: counted work while the run is short, time later.
  [[nodiscard]] bool search_is_due() const {
    if (!search_) return false;
    if (search_seconds_ + loop_seconds_ < seconds_of_fixed_order) return search_work_ <= loop_work_;
    return search_seconds_ <= loop_seconds_;
  }

  [[nodiscard]] std::uint64_t work_so_far() const {
    return language_->terms_built() + (search_ ? search_->terms_built() : 0) +
           query_price * (statistics_.solver.z3_queries + statistics_.solver.cvc5_queries);
  }

  void start_search() {
    search_.reset();
    if (!verify_.bounded_search) return;
    const Stopwatch watch(statistics_.time.bounded_search);
    searches_all_ = true;
    searched_.reset();
    if (options_.prefer_new_edges && !only_seen_left_) {
      const std::function<bool(Letter)> fresh = is_new();
      searched_ = language_->graph(&fresh);
      searches_all_ = !searched_;
    }
    if (!searched_) searched_ = language_->graph(nullptr);
    search_ = std::make_unique<LanguageSearch>(
        program_, language_->flow(), *searched_,
        SearchConfig{std::min(verify_.query_time_limit, search_query_limit), stop_, &statistics_.solver});
  }

  void search() {
    const std::uint64_t before = work_so_far();
    LanguageSearch::Step step;
    {
      const Stopwatch watch(statistics_.time.bounded_search);
      const Stopwatch turn(search_seconds_);
      step = search_->advance();
    }
    search_work_ += depth_price + work_so_far() - before;
    switch (step) {
      case LanguageSearch::Step::deeper:
        break;
      case LanguageSearch::Step::exhausted:
        no_execution_left_ = searches_all_;
        if (!searches_all_) {  // no execution takes a new edge: go on with all
          only_seen_left_ = true;
          start_search();
        }
        break;
      case LanguageSearch::Step::found: {
        ++statistics_.iterations;
        const Execution execution = search_->result();
        take(execution);
        break;
      }
      case LanguageSearch::Step::gave_up:
        search_.reset();
        break;
    }
  }

  void refine() {
    Refined refined = language_->refine();
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
    start_search();
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
      start_search();
    });
  }

  /// Danger automata take about half of the time: a smaller one in time is worth more than the next trace late. But
  /// where generalised predicates do not end the harvest soon, each gets more time than those before it.
  [[nodiscard]] std::chrono::milliseconds time_for_an_automaton(relevance::DangerPredicates predicates) {
    constexpr double most = 10;
    double least = 0.3;
    if (predicates == relevance::DangerPredicates::generalised)
      least = std::min(most, least * std::exp2(static_cast<double>(generalised_) / 2));
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
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
  Clock::time_point start_ = Clock::now();
  std::unique_ptr<HarvestLanguage> language_;
  std::set<Letter> seen_;     ///< on feasible traces so far
  std::set<Word> undecided_;  ///< traces put aside
  std::uint64_t undecided_in_a_row_ = 0;
  std::uint64_t generalised_ = 0;          ///< automata made with generalised predicates
  bool searches_all_ = true;               ///< `searched_` is all that remained; else those with new edges
  bool only_seen_left_ = false;            ///< no execution that is left takes a new edge
  std::unique_ptr<SearchGraph> searched_;  ///< what remained when the search started
  std::unique_ptr<LanguageSearch> search_;
  std::uint64_t search_work_ = 0;
  std::uint64_t loop_work_ = 0;
  double search_seconds_ = 0;
  double loop_seconds_ = 0;
  bool no_execution_left_ = false;  ///< in the remaining language, as the search found
  HarvestResult result_;
};

}  // namespace

HarvestResult harvest(const Program& program, const Execution& first, const VerifyOptions& verify,
                      const HarvestOptions& options, std::stop_token stop, VerifyStatistics& statistics,
                      const HarvestCallbacks& callbacks) {
  return Harvester(program, verify, options, stop, statistics, callbacks).run(first);
}

relevance::GeneralizerConfig generalizer_config(const HarvestSetting& setting) {
  relevance::GeneralizerConfig config;
  config.generalization = setting.options.generalization;
  config.stop = setting.stop;
  config.statistics = &setting.statistics.solver;
  return config;
}

std::unique_ptr<logic::Solver> certifying_solver(const HarvestSetting& setting, logic::TermManager& terms) {
  return logic::make_solver(logic::SolverKind::cvc5, terms,
                            {setting.verify.query_time_limit, false, logic::SolverTheory::automatic, setting.stop,
                             &setting.statistics.solver});
}

std::string certificate_text(const relevance::DangerCheck& check) {
  if (const auto* wrong = std::get_if<relevance::NoDangerAutomaton>(&check))
    throw std::logic_error("an automaton that was built is no danger automaton: " + wrong->why);
  if (const auto* open = std::get_if<relevance::NotDecided>(&check)) return "not decided: " + open->why;
  return "checked by cvc5";
}

void add(relevance::GeneralizationStatistics& to, const relevance::GeneralizationStatistics& from) {
  to.automata += from.automata;
  to.states += from.states;
  to.coverage_queries += from.coverage_queries;
  to.coverage_answered += from.coverage_answered;
  to.intersection_queries += from.intersection_queries;
  to.intersection_answered += from.intersection_answered;
  to.preconditions += from.preconditions;
  to.precondition_s += from.precondition_s;
  to.coverage_s += from.coverage_s;
  to.intersection_s += from.intersection_s;
}

}  // namespace bireach::checker
