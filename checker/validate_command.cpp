// SPDX-License-Identifier: Apache-2.0
#include "checker/validate_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "checker/run.h"
#include "checker/source_editor.h"
#include "checker/stop_timer.h"
#include "checker/witness.h"
#include "checker/witness_places.h"
#include "checker/witness_validation.h"

namespace bireach::checker {
namespace {

class ValidateRun final : public Run {
 public:
  ValidateRun(const ValidateOptions& options, const Witness& witness, Clock::time_point start, OutputGate& gate)
      : Run(options.check, start, gate), validate_options_(options), witness_(witness) {}

 protected:
  frontend::Program load(const Property& property, bool as_bytes) override {
    parse_ = parse_options(options_.input, property, as_bytes);
    check_witness_task(witness_, options_.input.files, known_report().sha256, parse_);
    if (is_violation()) return load_guided(property, as_bytes);
    asserted_ = asserted_program(witness_, options_.input.files, parse_);
    return checked(asserted_.program);
  }

  Verdict search(const VerifyOptions& options) override {
    if (!is_violation()) {
      const std::vector<frontend::EdgeId> doubtful = doubtful_evaluations(asserted_, watchdog_->stop_token());
      VerifyOptions with_hints = options;
      with_hints.signed_overflow = frontend::SignedOverflow::wraps;  // also within the invariants
      with_hints.hints = asserted_.passing;
      Verdict verdict = Run::search(with_hints);
      if (const auto* safe = std::get_if<Safe>(&verdict)) {
        const std::string lost = lost_evaluation(program_, *safe, doubtful, watchdog_->stop_token());
        if (!lost.empty()) return Unknown{"invariant " + lost};
      }
      return verdict;
    }
    // Few executions follow the waypoints at once, so they are looked through first.
    Verdict verdict = search_strictly(options);
    if (std::holds_alternative<Unsafe>(verdict) || watchdog_->stop_token().stop_requested()) return verdict;
    program_ = guided(Following::free);
    return Run::search(options);
  }

  int explain(const frontend::Execution& execution) override {
    const frontend::Location& end = program_.location(program_.target(execution.trace.back()));
    Report report = known_report();
    report.statistics = snapshot(statistics_);
    report.assumptions = program_.assumptions;
    report.verdict = VerdictKind::unsafe;
    if (const auto number = AssertedProgram::violated(end)) {
      const WitnessInvariant& invariant = witness_.invariants.at(*number);
      report.verdict = VerdictKind::unknown;
      report.reason =
          fmt::format("witness {}: invariant '{}' at {} does not hold{}",
                      report.overflow_wraps ? "not confirmed" : "rejected", invariant.value,
                      place_text(invariant.location), report.overflow_wraps ? " where signed operations overflow" : "");
      return finish(std::move(report));
    }
    if (is_violation()) {
      report.details.push_back(
          fmt::format("Witness confirmed: an execution passes its {} and violates the property; it was replayed.",
                      counted(witness_.segments.size(), "segment")));
      for (const std::string& unused : unused_) report.details.push_back("Not looked at: " + unused);
    } else {
      report.details.emplace_back("Witness rejected: it is one of a proof, but the error can be reached.");
    }
    {
      const std::lock_guard lock(mutex_);
      published_ = std::make_shared<const Report>(std::move(report));
    }
    set_error_known();
    return finish_error();
  }

  Report error_report(StopCause /*cause*/) override {
    const std::lock_guard lock(mutex_);
    return *published_;
  }

  void conclude(Report& report) override {
    if (report.verdict == VerdictKind::safe && !is_violation()) {
      report.details.push_back(fmt::format(
          "Witness confirmed: {}, and the program is safe.",
          witness_.invariants.empty()       ? "it has no invariants"
          : witness_.invariants.size() == 1 ? "its invariant holds"
                                            : fmt::format("all its {} invariants hold", witness_.invariants.size())));
    } else if (report.verdict == VerdictKind::safe) {
      report.verdict = VerdictKind::unknown;
      // A GraphML automaton may mean more executions than the path that was followed.
      report.reason = fmt::format("witness {}: no execution follows it to the error",
                                  witness_.format_version == "1.0" ? "not confirmed" : "rejected");
    } else if (report.verdict == VerdictKind::unknown && watchdog_->cause() == StopCause::none) {
      report.reason = "witness not confirmed: " + report.reason;
    }
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> all_options() const override {
    return options_in_force(validate_options_);
  }

 private:
  static std::string counted(std::size_t number, const std::string& what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  }

  [[nodiscard]] bool is_violation() const { return witness_.kind == WitnessKind::violation; }

  frontend::Program load_guided(const Property& property, bool as_bytes) {
    try {
      return guided(Following::strict);
    } catch (const WitnessRejected&) {
      // What typed memory refuses leads to no error location: perhaps memory of bytes has the target.
      if (as_bytes || options_.input.memory != MemoryModel::automatic) throw;
      return load(property, true);
    }
  }

  frontend::Program guided(Following following) {
    GuidedProgram guided = guided_program(witness_, options_.input.files, parse_, following);
    unused_ = std::move(guided.unused);
    return checked(std::move(guided.program));
  }

  static frontend::Program checked(frontend::Program program) {
    const std::vector<std::string> flaws = frontend::check_well_formed(program);
    if (!flaws.empty()) throw std::logic_error("the control-flow automaton is malformed: " + flaws.front());
    return program;
  }

  /// Within a part of the time, as most of it may be needed for the executions that follow freely.
  Verdict search_strictly(const VerifyOptions& options) {
    constexpr double share = 0.4;
    constexpr double unlimited = 60;
    const double seconds =
        options.deadline ? share * std::chrono::duration<double>(*options.deadline - Clock::now()).count() : unlimited;
    const StopTimer timer(watchdog_->stop_token(), std::chrono::milliseconds(std::max<std::int64_t>(
                                                       1, static_cast<std::int64_t>(seconds * 1000))));
    return verify(program_, options, timer.token(), statistics_, [this](const Progress& progress) { note(progress); });
  }

  const ValidateOptions& validate_options_;
  const Witness& witness_;
  frontend::ParseOptions parse_;
  AssertedProgram asserted_;
  std::vector<std::string> unused_;
  std::mutex mutex_;  // guards what follows
  std::shared_ptr<const Report> published_;
};

}  // namespace

int run_validate(const ValidateOptions& options, Clock::time_point start, OutputGate& gate) {
  static ValidateOptions own = options;
  static Witness witness;
  try {
    witness = read_witness(read_text_file(own.witness_file), own.witness_file);
  } catch (const WitnessError& problem) {
    return report_bad_input(problem.what());
  } catch (const frontend::ParseError& problem) {
    return report_bad_input(problem.what());
  }
  if (!own.model_given) {
    own.check.input.data_model =
        witness.task.data_model == "ILP32" ? frontend::DataModel::ILP32 : frontend::DataModel::LP64;
  }
  // Lives as long as the process: taking millions of terms apart at the end would only cost time.
  static Run* const run = new ValidateRun(own, witness, start, gate);
  return run->run();
}

}  // namespace bireach::checker
