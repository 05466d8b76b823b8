// SPDX-License-Identifier: Apache-2.0
#include "checker/verify/verify.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "checker/answer/stop_timer.h"
#include "checker/answer/stopwatch.h"
#include "checker/certification/interleaving_certificate.h"
#include "checker/engines/cell_proof.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/enumeration.h"
#include "checker/engines/first_executions.h"
#include "checker/engines/nested_engine.h"
#include "checker/engines/path_search.h"
#include "checker/engines/portfolio.h"
#include "checker/engines/random_testing.h"
#include "checker/engines/refinement_engine.h"
#include "checker/engines/schedule.h"
#include "checker/engines/search_engine.h"
#include "checker/engines/simple_paths.h"
#include "checker/engines/summary_proof.h"
#include "checker/engines/thread_proof.h"
#include "checker/engines/value_proof.h"
#include "checker/verify/overflow_policy.h"
#include "frontend/program/place_text.h"
#include "frontend/program/real_execution.h"
#include "frontend/program/unwritten_read.h"
#include "frontend/threads/schedule_replay.h"

namespace bireach::checker {

namespace {

/// Errors that are near are found first; then procedure summaries get half of the time.
constexpr std::uint64_t work_before_summaries = 20000;
/// What is merged, or refuted at once, mostly takes less than one path after the other.
constexpr std::uint64_t work_before_paths = 20000;
/// Proofs with invariants say more than that all executions were tried, and are looked for first.
constexpr std::uint64_t work_before_enumeration = 60000;
/// Tests go on for ever where inputs are many: this much of the time that the others take.
constexpr double share_of_tests = 0.25;
/// One refinement may take longer, so with less than this nothing waits.
constexpr std::chrono::seconds little_time{15};

class Verifier {
 public:
  Verifier(const frontend::Program& program, const VerifyOptions& options, std::stop_token stop,
           VerifyStatistics& statistics, const ProgressObserver& progress, std::optional<Seeds> seeds = std::nullopt)
      : flow_(analyze_control_flow(program, options.block_encoding)),
        overflow_(program, flow_, options, stop,
                  [&statistics, &progress](const frontend::Program& other, const VerifyOptions& its_options,
                                           std::stop_token its_stop, const std::optional<Seeds>& its_seeds) {
                    return Verifier(other, its_options, std::move(its_stop), statistics, progress, its_seeds).run();
                  }),
        stop_(stop),
        statistics_(statistics),
        setting_{program, overflow_.wrapping(), flow_, options, stop, counted_[0].now},
        progress_(progress),
        lanes_(has_threads() ? 1 : roles) {
    for (std::size_t lane = 1; lane < lanes_; ++lane)
      settings_.push_back({program, setting_.wrapping, flow_, options, {}, counted_[lane].now});
    add_engines(std::move(seeds));
  }

  /// Executes the program first. An error found so is the answer unless an engine finds another one soon, which is
  /// mostly shorter.
  Verdict run_after_executions() {
    FirstAnswer first = execute_first(setting_);
    count(0);
    if (auto* one = std::get_if<OneExecution>(&first))
      if (auto verdict = conclude(std::move(one->proof))) return std::move(*verdict);
    if (auto* error = std::get_if<OneError>(&first))
      if (auto verdict = settle(Found{std::move(error->run)})) return std::move(*verdict);
    auto* fallback = std::get_if<FallbackError>(&first);
    if (fallback == nullptr) return run();
    const auto& deadline = setting_.options.deadline;
    const auto left = deadline ? std::optional(*deadline - std::chrono::steady_clock::now()) : std::nullopt;
    const StopTimer timer(stop_, patience(fallback->run.execution.trace.size(), left));
    stop_ = timer.token();
    knows_error_ = true;
    Verdict verdict = run();
    if (std::holds_alternative<Unsafe>(verdict)) return verdict;
    if (std::holds_alternative<Safe>(verdict))
      return Unknown{"a proof and an execution to an error contradict each other: a bug in bireach; please report it"};
    ++statistics_.feasible_traces;
    return judged(std::move(fallback->run.execution));
  }

  Verdict run() {
    std::stop_source end;
    const std::stop_callback end_with_run(stop_, [&end] { end.request_stop(); });
    setting_.stop = end.get_token();
    for (EngineSetting& setting : settings_) setting.stop = end.get_token();
    const Portfolio::Rules rules{lanes_, std::max<std::size_t>(setting_.options.jobs, 1),
                                 std::chrono::duration<double>(setting_.options.alone).count()};
    std::optional<Verdict> verdict;
    while (!verdict) {
      Portfolio portfolio(schedule_, rules,
                          {[this](std::size_t lane, bool side_by_side) { prepare(lane, side_by_side); },
                           [this](std::size_t lane, Schedule::Turn& turn) {
                             count(lane);
                             return decides(turn);
                           }});
      auto turn = portfolio.run(end);
      for (std::size_t lane = 0; lane < lanes_; ++lane) count(lane);  // turns that were cut short, too
      if (!turn) break;
      verdict = settle(std::move(turn->result));
    }
    if (verdict) return std::move(*verdict);
    if (!is_stopped() && unsupported_.empty() && !knows_error_)
      if (auto beyond = overflow_.look_beyond(std::nullopt)) return std::move(*beyond);
    return Unknown{is_stopped() ? "stopped" : reason_, unsupported_.empty() ? obstacle_ : unsupported_};
  }

 private:
  /// The schedule: a new engine is a line here.
  void add_engines(std::optional<Seeds> seeds) {
    schedule_.begin_group(Schedule::Measure::work_then_time);
    if (setting_.options.bounded_search) add<SearchEngine>(Role::errors);
    if (setting_.options.bounded_search && !has_threads() && setting_.program.stack.empty() &&
        LoopOrder(setting_.program).loops() > 1)
      add<SearchEngine>(Role::errors, 0, SearchConfig::Order::by_loops);
    // Many errors are found before its first turn, and where all executions end soon it may be longer than the search.
    add<RefinementEngine>(Role::refinement, std::max<std::uint64_t>(setting_.program.edge_count(), price::refinement),
                          std::move(seeds));
    if (setting_.options.bounded_search && !has_threads()) add<PathSearch>(Role::errors, work_before_paths);
    if (!setting_.program.procedures.empty()) {
      schedule_.begin_group(Schedule::Measure::time, work_before_summaries);
      add<SummaryProver>(Role::clauses);
      add<NestedEngine>(Role::other_proofs);
    }
    // Races and deadlocks are errors of interleavings: the threads' own graphs do not have them.
    const frontend::Property& property = setting_.program.property;
    const bool errors_are_in_graphs =
        !property.has(frontend::Violation::no_data_race) && !property.has(frontend::Violation::deadlock);
    if (errors_are_in_graphs && has_threads()) {
      threads_are_open_ = true;
      schedule_.begin_group(Schedule::Measure::time, has_little_time() ? 0 : work_before_summaries);
      add<ThreadProver>(Role::clauses);
    }
    schedule_.begin_group(Schedule::Measure::time, has_little_time() ? 0 : work_before_enumeration);
    // Its first turn is short, and may be all that a program needs which the next one takes long to put into clauses.
    add<EnumerationEngine>(Role::errors);
    // An interpolation engine that was asked for by name is left alone.
    if (setting_.options.abstraction && !setting_.options.interpolation) add<ValueProver>(Role::other_proofs);
    // States with memory are hardly ever the same again.
    if (setting_.options.bounded_search && setting_.program.stack.empty() && setting_.program.memory.cells.empty())
      add<SimplePathProver>(Role::other_proofs);
    if (setting_.options.horn_clauses && setting_.program.procedures.empty()) {
      add<CellProver>(Role::clauses);
      if (!has_threads()) add<SummaryProver>(Role::clauses);
    }
    schedule_.begin_group(Schedule::Measure::time, has_little_time() ? 0 : work_before_enumeration, share_of_tests);
    add<RandomTesting>(Role::errors);
  }

  /// A lane of the portfolio for each.
  enum class Role : std::uint8_t { errors, refinement, clauses, other_proofs };
  static constexpr std::size_t roles = 4;

  template <typename Kind, typename... Arguments>
  void add(Role role, std::uint64_t first_turn = 0, Arguments... arguments) {
    const std::size_t lane = lanes_ == 1 ? 0 : static_cast<std::size_t>(role);
    schedule_.add([this, lane, arguments...] { return std::make_unique<Kind>(setting_of(lane), arguments...); },
                  first_turn, lane);
  }

  [[nodiscard]] bool has_little_time() const {
    const auto& deadline = setting_.options.deadline;
    return deadline && *deadline - std::chrono::steady_clock::now() < little_time;
  }

  [[nodiscard]] bool is_stopped() const { return stop_.stop_requested(); }

  /// Reductions and proofs of threads know more of each other than engines of sequential programs do.
  [[nodiscard]] bool has_threads() const {
    return setting_.program.thread_templates != nullptr || setting_.program.thread_graphs != nullptr;
  }

  EngineSetting& setting_of(std::size_t lane) { return lane == 0 ? setting_ : settings_[lane - 1]; }

  /// While none of its engines has a turn.
  void prepare(std::size_t lane, bool side_by_side) {
    EngineSetting& setting = setting_of(lane);
    setting.unsupported = unsupported_;
    setting.is_awaited = lane != 0 && side_by_side;
    if (!progress_) return;
    const VerifyStatistics& own = setting.statistics;
    progress_of_.at(lane) = {own.iterations, own.infeasible_traces, own.automaton_states, own.bounded_depth};
    Progress sum;
    for (const Progress& part : progress_of_) {
      sum.iterations += part.iterations;
      sum.refuted += part.refuted;
      sum.states += part.states;
      sum.depth = std::max(sum.depth, part.depth);
    }
    progress_(sum);
  }

  /// Precondition: as for `prepare`.
  void count(std::size_t lane) { statistics_.add_new(counted_.at(lane).now, counted_.at(lane).seen); }

  /// Does the turn settle the question? What it tells beside that is noted.
  bool decides(Schedule::Turn& turn) {
    return std::visit(Overloaded{[](const Progressed&) { return false; }, [](const Proved&) { return true; },
                                 [this](const Found& found) {
                                   if (found.run.end == frontend::RunEnd::Error) return true;
                                   note_unsupported(found.run.execution);
                                   return needs_other_reading_;
                                 },
                                 [&](const Exhausted& exhausted) {
                                   if (turn.engine == ThreadProver::engine_name) threads_are_open_ = false;
                                   return exhausted.left == Exhausted::Left::nothing;
                                 },
                                 [this](GaveUp& gave_up) {
                                   note_reason(std::move(gave_up));
                                   return false;
                                 }},
                      turn.result);
  }

  /// The verdict of a turn that decides; nothing: there is more to do after all.
  std::optional<Verdict> settle(StepResult result) {
    if (auto* proved = std::get_if<Proved>(&result)) return conclude(std::move(*proved));
    if (std::holds_alternative<Exhausted>(result)) return give_up(unsupported_.empty() ? reason_ : unsupported_);
    if (needs_other_reading_) return Unknown{unsupported_};
    ++statistics_.feasible_traces;
    return judged(std::move(std::get<Found>(result).run.execution));
  }

  /// The verdict for an error: what reads something that was never stored on its way there ends with that.
  [[nodiscard]] Verdict judged(frontend::Execution error) const {
    const frontend::Program& program = setting_.program;
    if (error.states.size() != error.trace.size() + 1) return overflow_.judge(std::move(error));
    auto earlier = frontend::unwritten_read_before(program, error);
    const bool is_certain = earlier && frontend::is_real_execution(program, *earlier);
    return overflow_.judge(is_certain ? std::move(*earlier) : std::move(error));
  }

  std::optional<Verdict> conclude(Proved proved) {
    // What the interleaving leaves out, as more threads than it has copies, threads' own graphs have.
    const bool is_of_threads = std::holds_alternative<ThreadModularProof>(proved.proof.evidence);
    if (!unsupported_.empty() && !is_of_threads) return give_up(unsupported_);
    statistics_.exhausted = true;
    if (knows_error_) return std::move(proved.proof);  // what it leaves out does not matter: it is wrong
    return overflow_.judge(std::move(proved));
  }

  /// No error trace is left to be looked at. Nothing: there may still be a proof of the threads' own graphs.
  std::optional<Verdict> give_up(const std::string& reason) {
    statistics_.exhausted = true;
    reason_ = reason;
    if (!threads_are_open_) return Unknown{reason};
    schedule_ = Schedule();  // the others have nothing left to do
    schedule_.begin_group(Schedule::Measure::time);
    schedule_.add([this] { return std::make_unique<ThreadProver>(setting_); });
    return std::nullopt;
  }

  /// What the answer will give as the reason if nothing is found.
  void note_reason(GaveUp gave_up) {
    if (gave_up.forbids_proof) obstacle_ = gave_up.reason;
    const bool is_of_program = gave_up.of == GaveUp::Of::program;
    if (reason_is_of_program_ && !is_of_program) return;
    reason_ = std::move(gave_up.reason);
    reason_is_of_program_ = is_of_program;
  }

  void note_unsupported(const frontend::Execution& execution) {
    const frontend::Program& program = setting_.program;
    const frontend::Location& location = program.location(program.target(execution.trace.back()));
    if (location.bytes_model_it && setting_.options.other_reading_follows) needs_other_reading_ = true;
    unsupported_ = "not supported yet: " + location.note;
    if (location.place.is_known()) unsupported_ += " at " + place_text(program, location.place);
  }

  ControlFlow flow_;
  OverflowPolicy overflow_;
  std::stop_token stop_;          ///< of the whole run
  VerifyStatistics& statistics_;  ///< of it, too
  struct Counted {
    VerifyStatistics now, seen;  ///< seen: what is in `statistics_`
  };
  std::array<Counted, roles> counted_;  ///< by the lanes
  EngineSetting setting_;               ///< of lane 0
  const ProgressObserver& progress_;
  std::size_t lanes_;
  std::deque<EngineSetting> settings_;  ///< of the other lanes
  std::array<Progress, roles> progress_of_{};
  Schedule schedule_;
  std::string reason_ = "no engine is left";
  bool reason_is_of_program_ = false;
  std::string unsupported_;           ///< EngineSetting::unsupported
  std::string obstacle_;              ///< GaveUp::forbids_proof: why
  bool knows_error_ = false;          ///< and looks for a better one
  bool needs_other_reading_ = false;  ///< nothing can be proved in this one any more
  bool threads_are_open_ = false;     ///< a thread-modular proof may still be found
};

/// What an interleaving of threads adds to the evidence: a proof is none unless the steps that it takes for independent
/// are so, and an execution has to be one of the threads' own graphs.
std::optional<std::string> problem_with_threads(const frontend::Program& program, const Verdict& verdict,
                                                const VerifyOptions& options, const std::stop_token& stop,
                                                VerifyStatistics& statistics) {
  if (!program.thread_graphs) return std::nullopt;
  if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) {
    const auto problem = frontend::run_schedule(program, unsafe->execution);
    return problem ? std::optional("the threads' own graphs do not execute it: " + *problem) : std::nullopt;
  }
  if (!std::holds_alternative<Safe>(verdict)) return std::nullopt;
  CertifierConfig config;
  config.query_time_limit = options.query_time_limit;
  config.stop = stop;
  config.statistics = &statistics.solver;
  const Stopwatch watch(statistics.time.certification);
  return confirm_independence(program, config);
}

}  // namespace

Verdict verify(const frontend::Program& program, const VerifyOptions& options, std::stop_token stop,
               VerifyStatistics& statistics, const ProgressObserver& progress) {
  Verdict verdict = Verifier(program, options, stop, statistics, progress).run_after_executions();
  if (const auto problem = problem_with_threads(program, verdict, options, stop, statistics)) return Unknown{*problem};
  return verdict;
}

}  // namespace bireach::checker
