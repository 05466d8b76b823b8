// SPDX-License-Identifier: Apache-2.0
#include "checker/verify/verify.h"

#include <chrono>
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
#include "checker/engines/random_testing.h"
#include "checker/engines/recursion_proof.h"
#include "checker/engines/refinement_engine.h"
#include "checker/engines/schedule.h"
#include "checker/engines/search_engine.h"
#include "checker/engines/thread_proof.h"
#include "checker/engines/value_proof.h"
#include "checker/verify/overflow_policy.h"
#include "frontend/threads/schedule_replay.h"

namespace bireach::checker {

namespace {

/// Errors that are near are found first; then procedure summaries get half of the time.
constexpr std::uint64_t work_before_summaries = 20000;
/// Proofs with invariants say more than that all executions were tried, and are looked for first.
constexpr std::uint64_t work_before_enumeration = 60000;
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
        setting_{program, overflow_.wrapping(), flow_, options, stop, statistics},
        progress_(progress) {
    add_engines(std::move(seeds));
  }

  /// Executes the program first. An error found so is the answer unless an engine finds another one soon, which is
  /// mostly shorter.
  Verdict run_after_executions() {
    FirstAnswer first = execute_first(setting_);
    if (auto* one = std::get_if<OneExecution>(&first))
      if (auto verdict = conclude(std::move(one->proof))) return std::move(*verdict);
    if (auto* error = std::get_if<OneError>(&first))
      if (auto verdict = conclude(std::move(error->run))) return std::move(*verdict);
    auto* fallback = std::get_if<FallbackError>(&first);
    if (fallback == nullptr) return run();
    const auto& deadline = setting_.options.deadline;
    const auto left = deadline ? std::optional(*deadline - std::chrono::steady_clock::now()) : std::nullopt;
    const StopTimer timer(setting_.stop, patience(fallback->run.execution.trace.size(), left));
    setting_.stop = timer.token();
    knows_error_ = true;
    Verdict verdict = run();
    if (std::holds_alternative<Unsafe>(verdict)) return verdict;
    if (std::holds_alternative<Safe>(verdict))
      return Unknown{"a proof and an execution to an error contradict each other: a bug in bireach; please report it"};
    ++setting_.statistics.feasible_traces;
    return overflow_.judge(std::move(fallback->run.execution));
  }

  Verdict run() {
    while (!is_stopped()) {
      if (needs_other_reading_) return Unknown{setting_.unsupported};
      report_progress();
      auto turn = schedule_.take_turn();
      if (!turn) break;
      if (turn->engine == ThreadProver::engine_name && std::holds_alternative<Exhausted>(turn->result))
        threads_are_open_ = false;
      if (auto verdict = settle(std::move(turn->result))) return std::move(*verdict);
    }
    if (!is_stopped() && setting_.unsupported.empty() && !knows_error_)
      if (auto verdict = overflow_.look_beyond(std::nullopt)) return std::move(*verdict);
    return Unknown{is_stopped() ? "stopped" : reason_};
  }

 private:
  /// The schedule: a new engine is a line here.
  void add_engines(std::optional<Seeds> seeds) {
    schedule_.begin_group(Schedule::Measure::work_then_time);
    if (setting_.options.bounded_search) schedule_.add([this] { return std::make_unique<SearchEngine>(setting_); });
    // Many errors are found before its first turn.
    schedule_.add([this, seeds = std::move(seeds)] { return std::make_unique<RefinementEngine>(setting_, seeds); },
                  setting_.program.edge_count());
    if (!setting_.program.procedures.empty()) {
      schedule_.begin_group(Schedule::Measure::time, work_before_summaries);
      schedule_.add([this] { return std::make_unique<RecursionProver>(setting_); });
      schedule_.add([this] { return std::make_unique<NestedEngine>(setting_); });
    }
    // Races and deadlocks are errors of interleavings: the threads' own graphs do not have them.
    const bool errors_are_in_graphs = setting_.program.property.kinds == std::vector{frontend::Violation::unreach_call};
    if (errors_are_in_graphs && (setting_.program.thread_templates || setting_.program.thread_graphs)) {
      threads_are_open_ = true;
      schedule_.begin_group(Schedule::Measure::time, has_little_time() ? 0 : work_before_summaries);
      schedule_.add([this] { return std::make_unique<ThreadProver>(setting_); });
    }
    schedule_.begin_group(Schedule::Measure::time, has_little_time() ? 0 : work_before_enumeration);
    // Its first turn is short, and may be all that a program needs which the next one takes long to put into clauses.
    schedule_.add([this] { return std::make_unique<EnumerationEngine>(setting_); });
    // An interpolation engine that was asked for by name is left alone.
    if (setting_.options.abstraction && !setting_.options.interpolation)
      schedule_.add([this] { return std::make_unique<ValueProver>(setting_); });
    if (setting_.options.horn_clauses && setting_.program.procedures.empty())
      schedule_.add([this] { return std::make_unique<CellProver>(setting_); });
    schedule_.add([this] { return std::make_unique<RandomTesting>(setting_); });
  }

  [[nodiscard]] bool has_little_time() const {
    const auto& deadline = setting_.options.deadline;
    return deadline && *deadline - std::chrono::steady_clock::now() < little_time;
  }

  [[nodiscard]] bool is_stopped() const { return setting_.stop.stop_requested(); }

  void report_progress() {
    const VerifyStatistics& statistics = setting_.statistics;
    if (progress_)
      progress_(
          {statistics.iterations, statistics.infeasible_traces, statistics.automaton_states, statistics.bounded_depth});
  }

  /// What a turn came to: a verdict, or nothing yet.
  std::optional<Verdict> settle(StepResult result) {
    using Answer = std::optional<Verdict>;
    return std::visit(Overloaded{[](const Progressed&) -> Answer { return std::nullopt; },
                                 [this](Proved& proved) { return conclude(std::move(proved)); },
                                 [this](Found& found) { return conclude(std::move(found.run)); },
                                 [this](const Exhausted& exhausted) { return conclude(exhausted); },
                                 [this](GaveUp& gave_up) -> Answer {
                                   reason_ = std::move(gave_up.reason);
                                   return std::nullopt;
                                 }},
                      result);
  }

  std::optional<Verdict> conclude(Proved proved) {
    // What the interleaving leaves out, as more threads than it has copies, threads' own graphs have.
    const bool is_of_threads = std::holds_alternative<ThreadModularProof>(proved.proof.evidence);
    if (!setting_.unsupported.empty() && !is_of_threads) return give_up(setting_.unsupported);
    setting_.statistics.exhausted = true;
    if (knows_error_) return std::move(proved.proof);  // what it leaves out does not matter: it is wrong
    return overflow_.judge(std::move(proved));
  }

  std::optional<Verdict> conclude(frontend::RunResult run) {
    if (run.end != frontend::RunEnd::Error) {
      note_unsupported(run.execution);
      return std::nullopt;
    }
    ++setting_.statistics.feasible_traces;
    return overflow_.judge(std::move(run.execution));
  }

  std::optional<Verdict> conclude(const Exhausted& exhausted) {
    if (exhausted.left == Exhausted::Left::unknown) return std::nullopt;
    return give_up(setting_.unsupported.empty() ? reason_ : setting_.unsupported);
  }

  /// No error trace is left to be looked at. Nothing: there may still be a proof of the threads' own graphs.
  std::optional<Verdict> give_up(const std::string& reason) {
    setting_.statistics.exhausted = true;
    reason_ = reason;
    if (!threads_are_open_) return Unknown{reason};
    schedule_ = Schedule();  // the others have nothing left to do
    schedule_.begin_group(Schedule::Measure::time);
    schedule_.add([this] { return std::make_unique<ThreadProver>(setting_); });
    return std::nullopt;
  }

  void note_unsupported(const frontend::Execution& execution) {
    const frontend::Program& program = setting_.program;
    const frontend::Location& location = program.location(program.target(execution.trace.back()));
    if (location.bytes_model_it && setting_.options.other_reading_follows) needs_other_reading_ = true;
    setting_.unsupported = "not supported yet: " + location.note;
    if (location.place.is_known())
      setting_.unsupported += " at " + program.file_name(location.place.file) + ":" +
                              std::to_string(location.place.line) + ":" + std::to_string(location.place.column);
  }

  ControlFlow flow_;
  OverflowPolicy overflow_;
  EngineSetting setting_;
  const ProgressObserver& progress_;
  Schedule schedule_;
  std::string reason_ = "no engine is left";
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
