// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/analysis.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>

#include "checker/analysis/checks.h"
#include "checker/analysis/context.h"
#include "checker/analysis/races.h"
#include "checker/answer/stop_timer.h"
#include "checker/report/proof_report.h"
#include "checker/report/thread_steps.h"
#include "checker/witness/witness.h"
#include "frontend/clang/reading/parse_options.h"
#include "frontend/threads/product.h"
#include "relevance/threads/fewest_switches.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::checker {
namespace {

/// Of one place. Interleavings of more are hardly ever few enough.
constexpr unsigned max_thread_copies = 16;

class Analysis {
 public:
  Analysis(Subject subject, const Question& question, const Budget& budget, Observer& observer)
      : read_as_bytes_(std::move(subject.read_as_bytes)),
        read_with_threads_(std::move(subject.read_with_threads)),
        context_{std::move(subject.program), question, budget, observer} {
    context_.sources = std::move(subject.sources);
  }

  Report run() {
    try {
      return answer();
    } catch (const std::bad_alloc&) {
      return answer_after("out of memory", VerdictKind::unknown);
    } catch (const WitnessRejected& problem) {
      return answer_after(std::string("witness rejected: ") + problem.what(), VerdictKind::unknown);
    } catch (const frontend::ParseError& problem) {
      return answer_after(std::string("the program cannot be read once more: ") + problem.what(), VerdictKind::unknown);
    } catch (const std::exception& problem) {
      return answer_after(problem.what(), VerdictKind::internal_error);
    }
  }

 private:
  Report answer() {
    Verdict verdict = search_all();
    if (const auto* safe = std::get_if<Safe>(&verdict)) return answer_safe(*safe);
    if (auto* unsafe = std::get_if<Unsafe>(&verdict)) return answer_unsafe(std::move(*unsafe));
    const StopCause cause = context_.budget.cause();
    const auto& unknown = std::get<Unknown>(verdict);
    const bool is_late = cause != StopCause::none || open_;
    Report report = unknown_report(context_, cause == StopCause::none ? unknown.reason : std::string(to_string(cause)));
    report.assumptions = context_.program->assumptions;
    report.threads = report_threads(*context_.program);
    if (is_late && !unknown.obstacle.empty()) {
      context_.observer.remark(Severity::warning, "with more time, too, there will be no proof: " + unknown.obstacle);
      report.details.push_back("With more time, too, there will be no proof: " + unknown.obstacle + ".");
    }
    if (open_) add_assumptions(report, {open_->assumptions.begin(), open_->assumptions.end()});
    if (context_.question.all_checks) report.checks = open_ ? open_->checks : list_open_checks(context_);
    judge(report);
    return conclude(std::move(report));
  }

  /// A proof of all checks together, or an error; where that takes too long, `open_` becomes what is known of each.
  Verdict search_all() {
    constexpr std::chrono::seconds least{10};  // else too little would be left for the checks
    const auto& deadline = context_.budget.deadline;
    const bool has_time = deadline && *deadline - Clock::now() >= least;
    if (!context_.question.all_checks || !has_time || witness() != nullptr) return search_readings();
    Verdict verdict = Unknown{};
    {
      constexpr double share_of_whole = 0.8;
      const TimeShare share(context_, share_of_whole);
      verdict = search_readings();
      if (!std::holds_alternative<Unknown>(verdict) || !context_.budget.stop.stop_requested()) return verdict;
    }
    if (context_.budget.cause() != StopCause::none) return verdict;
    if (context_.program->needs_bytes && read_as_bytes_) read_as_bytes();
    context_.observer.enter("deciding checks one by one");
    open_ = decide_open_checks(context_);
    if (open_->violating) return std::move(*open_->violating);
    const bool all_hold = std::all_of(open_->checks.begin(), open_->checks.end(), [](const ReportCheck& check) {
      return check.status == ReportCheck::Status::holds;
    });
    if (all_hold && !open_->checks.empty())
      return Safe{SeparateProofs{std::move(open_->proofs)}, {open_->assumptions.begin(), open_->assumptions.end()}};
    return Unknown{std::string(to_string(StopCause::timeout)), std::get<Unknown>(verdict).obstacle};
  }

  /// As the program was read, and then, if need be and time allows, with memory as bytes and with more threads.
  Verdict search_readings() {
    context_.observer.enter("verifying");
    const bool has_other_reading = context_.program->needs_bytes && read_as_bytes_;
    if (!has_other_reading) warn_of_nothing();
    Verdict verdict = search(has_other_reading);
    if (is_open(verdict) && has_other_reading) {
      read_as_bytes();
      warn_of_nothing();
      verdict = search();
    }
    for (unsigned copies = 2 * frontend::usual_thread_copies; copies <= max_thread_copies; copies *= 2) {
      if (!is_open(verdict) || !wants_threads() || !read_with_threads_) break;
      read_with_threads(copies);
      verdict = search();
    }
    return verdict;
  }

  /// Once a proof is known, the answer stays; once an error is, FALSE, with what was found out about it.
  Report answer_after(const std::string& failure, VerdictKind kind) {
    const bool is_bug = kind == VerdictKind::internal_error;
    if (proof_) {
      context_.observer.remark(Severity::error, is_bug ? "internal error: " + failure + "; please report it" : failure);
      return *proof_;
    }
    if (context_.findings) {
      context_.observer.remark(Severity::error, (is_bug ? "internal error: " + failure + "; please report it"
                                                        : failure + ": not all was found out about the error"));
      if (!concluding_) {
        try {
          return conclude(std::nullopt);
        } catch (const std::exception&) {  // of the report itself: what remains is the verdict
        }
      }
      return error_report();
    }
    Report report = unknown_report(context_, failure);
    report.verdict = kind;
    return concluding_ ? std::move(report) : conclude(std::move(report));
  }

  [[nodiscard]] Report error_report() const {
    Report report = unknown_report(context_, "");
    report.verdict = VerdictKind::unsafe;
    report.violation = context_.violation;
    report.overflow_wraps = context_.overflow == frontend::SignedOverflow::wraps;
    return report;
  }

  void warn_of_nothing() const {
    if (const std::string warning = nothing_to_check(); !warning.empty())
      context_.observer.remark(Severity::warning, warning);
  }

  /// Why nothing is, if no error is modelled in the program as it is read now.
  [[nodiscard]] std::string nothing_to_check() const {
    const frontend::Program& program = *context_.program;
    if (program.property.kinds != std::vector{frontend::Violation::unreach_call}) return {};
    const frontend::Location* not_modelled = nullptr;
    for (frontend::LocationId l = 0; l < program.location_count(); ++l) {
      const frontend::Location& location = program.location(l);
      if (location.kind == frontend::LocationKind::Error) return {};
      if (location.kind == frontend::LocationKind::Unsupported && not_modelled == nullptr) not_modelled = &location;
    }
    std::string text = not_modelled == nullptr ? "nothing to check: " : "nothing to check in what is modelled: ";
    std::string calls;
    for (const std::string& name : program.property.error_functions) calls += (calls.empty() ? "" : " or ") + name;
    if (program.property.assert_is_error)
      text += "no assertion and no call of " + calls + " can be reached";
    else
      text += "no call of " + calls + " can be reached, and failing assertions are not part of this property";
    if (not_modelled != nullptr)
      text += "; what comes after " + not_modelled->note + place_of(*not_modelled) + " is not";
    return text;
  }

  /// " at a.c:7"
  [[nodiscard]] std::string place_of(const frontend::Location& location) const {
    if (!location.place.is_known()) return "";
    return " at " + context_.program->file_name(location.place.file) + ":" + std::to_string(location.place.line);
  }

  /// `other_follows`: see VerifyOptions::other_reading_follows.
  [[nodiscard]] Verdict search(bool other_follows = false) {
    VerifyOptions options = context_.question.verify;
    options.other_reading_follows = other_follows;
    if (WitnessReader* reader = witness()) return search_for_witness(context_, *reader, options);
    return context_.verify(*context_.program, options, context_.budget.stop);
  }

  [[nodiscard]] WitnessReader* witness() const {
    const auto* goal = std::get_if<WitnessHolds>(&context_.question.goal);
    return goal == nullptr ? nullptr : goal->reader;
  }

  [[nodiscard]] bool is_open(const Verdict& verdict) const {
    return std::holds_alternative<Unknown>(verdict) && !context_.budget.stop.stop_requested();
  }

  void read_as_bytes() {
    context_.observer.enter("verifying with memory as bytes");
    const auto before = Clock::now();
    context_.change_program(read_as_bytes_());
    if (context_.sources) context_.sources->options.memory_as_bytes = true;
    context_.budget.statistics->time.frontend += seconds_since(before);
  }

  /// May there be more threads than are modelled? Where there are too many interleavings already, more do not help.
  [[nodiscard]] bool wants_threads() const {
    const frontend::Program& program = *context_.program;
    if (!program.thread_templates) return false;
    for (frontend::LocationId l = 0; l < program.location_count(); ++l)
      if (program.location(l).note == frontend::too_many_interleavings) return false;
    return true;
  }

  void read_with_threads(unsigned copies) {
    context_.observer.enter("verifying with more threads");
    const auto before = Clock::now();
    context_.change_program(read_with_threads_(copies));
    if (context_.sources) context_.sources->options.thread_copies = copies;
    context_.budget.statistics->time.frontend += seconds_since(before);
  }

  Report answer_safe(const Safe& safe) {
    Report report;
    report.verdict = VerdictKind::safe;
    report.assumptions = safe.assumptions;
    report.proof = report_proof(*context_.program, safe.evidence);
    report.threads = report_threads(*context_.program);
    if (std::string nothing = nothing_to_check(); !nothing.empty()) report.details.push_back(std::move(nothing));
    if (context_.question.prove_memory) prove_memory(context_, report);
    if (std::string races = race_sentence(data_races()); !races.empty()) report.details.push_back(std::move(races));
    report.statistics = snapshot(*context_.budget.statistics);
    if (context_.question.all_checks) report.checks = list_proved_checks(context_);
    judge(report);
    if (report.verdict == VerdictKind::safe) {
      proof_ = report;
      context_.observer.proved(*context_.program, safe, report);
    }
    return conclude(std::move(report));
  }

  Report answer_unsafe(Unsafe unsafe) {
    if (const auto& limit = context_.budget.explanation_limit) {
      const Clock::time_point end = Clock::now() + *limit;
      context_.budget.deadline = context_.budget.deadline ? std::min(*context_.budget.deadline, end) : end;
    }
    context_.violation = frontend::violated_by(*context_.program, unsafe.execution.trace);
    const std::optional<RaceAnswer> races_before = prefer_without_race(unsafe);
    // From now on what overflows is an execution like any other; the reports say where it does.
    std::optional<frontend::Execution> wrapped;
    if (!unsafe.execution.undefined.empty()) {
      context_.overflow = frontend::SignedOverflow::wraps;
      wrapped = unsafe.execution;
      wrapped->undefined.clear();
      auto wrapping = std::make_shared<frontend::Program>(*context_.program);
      wrapping->signed_overflow = frontend::SignedOverflow::wraps;
      context_.change_program(std::move(wrapping));
    }
    const frontend::Execution& as_found = wrapped ? *wrapped : unsafe.execution;
    if (!context_.program->threads.empty())
      fewest_ = relevance::fewest_switches(*context_.program, as_found, context_.budget.stop);
    // Another order of synchronisation may race where this one does not. (Only a program that was read for races, too,
    // tells atomic accesses from others.)
    const bool avoids_races = races_before && races_before->kind != RaceAnswer::Kind::none;
    const bool is_racing =
        fewest_ && avoids_races && relevance::TraceAccesses(*context_.program, *fewest_).first_race();
    const bool is_other = fewest_ && !is_racing && fewest_->trace != as_found.trace;
    const frontend::Execution& execution = is_other ? *fewest_ : as_found;
    if (WitnessReader* reader = witness()) return conclude(judge_error(context_, *reader, execution));
    context_.found = is_other ? &*fewest_ : &unsafe.execution;
    if (is_too_long(execution))
      show_long_execution(context_, execution);
    else if (const auto* all = std::get_if<AllTraces>(&context_.question.goal))
      explain_all_traces(context_, execution, all->harvest);
    else
      explain(execution);
    if (context_.question.all_checks) {
      decide_others(execution);
      if (std::holds_alternative<FirstTrace>(context_.question.goal)) complete_explanation(context_, execution);
    }
    const bool is_known = races_before && races_before->kind != RaceAnswer::Kind::unknown;
    if (std::string races = race_sentence(is_known ? *races_before : data_races()); !races.empty())
      context_.findings->add_detail(std::move(races));
    return conclude(std::nullopt);
  }

  /// Where more than the verdict is asked for.
  [[nodiscard]] bool asks_for_races() const {
    return !context_.question.plain && witness() == nullptr && context_.budget.cause() == StopCause::none;
  }

  /// They may take as long as all else did.
  [[nodiscard]] RaceAnswer data_races() const {
    constexpr std::chrono::seconds least{2};
    if (!asks_for_races()) return {};
    return look_for_data_races(context_, std::max<Clock::duration>(least, Clock::now() - start_));
  }

  /// C says what a program does only as far as no data race comes: an execution without one is the better answer, if
  /// the program has races at all. What is known of these if there is one (of `none` nothing was changed); else
  /// nothing. The verdict waits for no more than twice as long as the error took.
  std::optional<RaceAnswer> prefer_without_race(Unsafe& unsafe) {
    constexpr std::chrono::milliseconds least{1000};
    if (!asks_for_races()) return std::nullopt;
    const Clock::duration limit = std::max<Clock::duration>(least, Clock::now() - start_);
    auto other = find_error_without_race(context_, limit);
    if (!other) return std::nullopt;
    RaceAnswer races = look_for_data_races(context_, limit);
    if (races.kind == RaceAnswer::Kind::none) return races;
    unsafe.execution = std::move(other->execution);
    context_.change_program(std::move(other->program));
    return races;
  }

  /// Where other checks are to be decided after it, in half of the time that is left.
  void explain(const frontend::Execution& execution) {
    std::optional<TimeShare> half;
    if (context_.question.all_checks) half.emplace(context_, 0.5);
    explain_first_trace(context_, execution);
  }

  /// As far as time allows; where it is not limited, for some times as long as the first error took.
  void decide_others(const frontend::Execution& execution) {
    constexpr std::chrono::seconds least{2};
    context_.observer.enter("deciding the other checks");
    DecidedChecks decided = decide_checks(context_, execution, std::max<Clock::duration>(least, Clock::now() - start_),
                                          context_.program->needs_bytes ? read_as_bytes_ : nullptr,
                                          open_ ? open_->checks : std::vector<ReportCheck>());
    context_.findings->set_checks(std::move(decided.checks), decided.assumptions);
    context_.findings->take_stock();
  }

  void judge(Report& report) const {
    if (const WitnessReader* reader = witness()) judge_answer(context_, *reader, report);
  }

  /// Nothing: the report of the findings.
  Report conclude(std::optional<Report> report) {
    concluding_ = true;
    context_.observer.concluding();
    return report ? std::move(*report) : context_.findings->report();
  }

  const std::function<std::shared_ptr<const frontend::Program>()> read_as_bytes_;
  const std::function<std::shared_ptr<const frontend::Program>(unsigned)> read_with_threads_;
  AnalysisContext context_;
  const Clock::time_point start_ = Clock::now();
  std::optional<Report> proof_;
  std::optional<DecidedChecks> open_;          ///< where all together took too much time
  std::optional<frontend::Execution> fewest_;  ///< of threads: the error with fewer switches
  bool concluding_ = false;
};

}  // namespace

Report analyse(Subject subject, const Question& question, const Budget& budget, Observer& observer) {
  return Analysis(std::move(subject), question, budget, observer).run();
}

}  // namespace bireach::checker
