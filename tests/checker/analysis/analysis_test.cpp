// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/analysis.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/analysis/checks.h"
#include "checker/analysis/findings.h"
#include "checker/answer/stop_timer.h"
#include "checker/report/proof_report.h"
#include "checker/report/writers/text_report.h"
#include "checker/verify/verify.h"
#include "checker/witness/invariants/proof_invariants.h"
#include "frontend/clang/reading/parse_options.h"
#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;

constexpr const char* unsafe_text = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x / 2;
  if (y == 21) reach_error();
  return 0;
}
)";

constexpr const char* safe_text = R"(
extern void reach_error(void);
int main(void) {
  unsigned char x = 200;
  if (x > 255) reach_error();
  return 0;
}
)";

/// Notes in which order things are told; may answer in place of the analysis, or fail.
class Recorder : public Observer {
 public:
  std::vector<std::string> events;
  std::string answer_in;  ///< the phase in which the findings are asked for their report
  std::string fail_in;    ///< the phase that ends with `failure`
  std::exception_ptr failure;
  std::optional<Report> early;

  void enter(const std::string& phase) override {
    events.push_back(phase);
    if (phase == answer_in) early = findings_->report();
    if (phase == fail_in) std::rethrow_exception(failure);
  }
  void proved(const frontend::Program&, const Safe&, const Report& report) override {
    events.emplace_back("(proved)");
    early = report;
    if (fail_in == "(proved)") std::rethrow_exception(failure);
  }
  void found(const frontend::Program&, const frontend::Execution&) override { events.emplace_back("(found)"); }
  void error_known(const std::shared_ptr<ErrorFindings>& findings) override {
    events.emplace_back("(error known)");
    findings_ = findings;
  }
  void concluding() override {
    events.emplace_back("(concluding)");
    if (fail_in == "(concluding)") std::rethrow_exception(failure);
  }

 private:
  std::shared_ptr<ErrorFindings> findings_;
};

Report analysed(const char* text, Observer& observer, const Question& question = {}, Budget budget = {}) {
  VerifyStatistics statistics;
  budget.start = Clock::now();
  budget.statistics = &statistics;
  return analyse({std::make_shared<const frontend::Program>(frontend::test::parse(text)), {}}, question, budget,
                 observer);
}

TEST_CASE("the observer is told what is known, in order, and before the report is made") {
  Recorder recorder;
  const Report report = analysed(unsafe_text, recorder);
  CHECK(report.verdict == VerdictKind::unsafe);
  REQUIRE(report.traces.size() == 1);
  CHECK(!report.traces[0].relevant.empty());
  CHECK(report.needed.explained == std::vector<std::size_t>{1});
  CHECK(recorder.events == std::vector<std::string>{"verifying", "(error known)", "(found)", "analysing relevance",
                                                    "looking for error invariants", "(concluding)"});
}

TEST_CASE("a proof") {
  Recorder recorder;
  CHECK(analysed(safe_text, recorder).verdict == VerdictKind::safe);
  CHECK(recorder.events == std::vector<std::string>{"verifying", "(proved)", "(concluding)"});
  REQUIRE(recorder.early);
  CHECK(recorder.early->verdict == VerdictKind::safe);
}

TEST_CASE("findings answer while the analysis goes on") {
  Recorder recorder;
  recorder.answer_in = "looking for error invariants";
  static_cast<void>(analysed(unsafe_text, recorder));
  REQUIRE(recorder.early);
  CHECK(recorder.early->verdict == VerdictKind::unsafe);
  REQUIRE(recorder.early->traces.size() == 1);
  CHECK(!recorder.early->traces[0].relevant.empty());
  CHECK(recorder.early->needed.explained.empty());
}

TEST_CASE("all traces: findings answer during the harvest, with the trace that stands undecided") {
  Recorder recorder;
  recorder.answer_in = "harvesting error traces";
  Question question;
  question.goal = AllTraces{};
  static_cast<void>(analysed(unsafe_text, recorder, question));
  REQUIRE(recorder.early);
  REQUIRE(recorder.early->traces.size() == 1);
  CHECK(recorder.early->traces[0].relevant.empty());
  CHECK(!recorder.early->traces[0].undecided.empty());
  REQUIRE(recorder.early->harvest);
  CHECK(recorder.early->harvest->end == HarvestStop::timeout);
  CHECK(recorder.early->program.has_value());
}

TEST_CASE("what is known of an error outlasts what comes after it") {
  Recorder recorder;
  for (const auto& failure :
       {std::make_exception_ptr(std::bad_alloc()), std::make_exception_ptr(std::logic_error("a breach"))}) {
    recorder.fail_in = "looking for error invariants";
    recorder.failure = failure;
    const Report report = analysed(unsafe_text, recorder);
    CHECK(report.verdict == VerdictKind::unsafe);
    CHECK(report.traces.size() == 1);
    recorder.fail_in = "(concluding)";
    const Report bare = analysed(unsafe_text, recorder);
    CHECK(bare.verdict == VerdictKind::unsafe);
    CHECK(verdict_line(bare) == "FALSE(unreach-call)");
    CHECK(text_report(bare, {}).ends_with("FALSE(unreach-call)\n"));
  }
}

/// The error lies behind what is modelled in memory of bytes only.
constexpr const char* needs_bytes = R"(
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct A { int x; };
struct B { short y; short z; };
int main(void) {
  struct A a = {__VERIFIER_nondet_int()};
  struct B *b = (struct B *)&a;
  if (b->y > 32767) reach_error();
  return 0;
}
)";

TEST_CASE("what is proved outlasts what comes after it") {
  Recorder recorder;
  recorder.failure = std::make_exception_ptr(std::logic_error("a breach"));
  for (const char* phase : {"(proved)", "(concluding)"}) {
    recorder.fail_in = phase;
    CHECK(verdict_line(analysed(safe_text, recorder)) == "TRUE");
  }
}

TEST_CASE("what is said of the first reading is not said of the second") {
  Recorder recorder;
  const auto read = [] {
    frontend::ParseOptions options;
    options.memory_as_bytes = true;
    return std::make_shared<const frontend::Program>(frontend::test::parse(needs_bytes, options));
  };
  VerifyStatistics statistics;
  Budget budget;
  budget.start = Clock::now();
  budget.statistics = &statistics;
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(needs_bytes));
  const Report report = analyse({program, read}, Question{}, budget, recorder);
  CHECK(verdict_line(report) == "TRUE");
  CHECK(report.details.empty());
}

TEST_CASE("a reading that can prove nothing any more ends where another one follows") {
  // Whether the error can be reached is nothing that the first reading finds out in time.
  constexpr const char* endless = R"(
    extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);
    struct A { int x; };
    struct B { short y; short z; };
    int main(void) {
      struct A a = {7};
      if (__VERIFIER_nondet_uint() == 3) return ((struct B *)&a)->y;
      for (unsigned x = 1;;) {
        x = (x ^ x >> 3) * 2654435761U + 1;
        if (x == 5) reach_error();
      }
    }
  )";
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(endless));
  REQUIRE(program->needs_bytes);
  VerifyOptions options;
  options.other_reading_follows = true;
  VerifyStatistics statistics;
  const StopTimer timer({}, std::chrono::seconds(30));
  const Verdict verdict = verify(*program, options, timer.token(), statistics);
  REQUIRE(std::holds_alternative<Unknown>(verdict));
  CHECK(std::get<Unknown>(verdict).reason.starts_with("not supported yet"));
}

TEST_CASE("proofs of some checks each are one of all") {
  const frontend::test::TemporaryFile file(R"(
    extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);
    int main(void) {
      unsigned n = __VERIFIER_nondet_uint(), i = 0;
      int a[8];
      while (i < n && i < 8) { a[i] = 1; i = i + 1; }
      if (i > 8) reach_error();
      return 0;
    }
  )");
  frontend::ParseOptions options;
  options.property.kinds = {frontend::Violation::unreach_call, frontend::Violation::valid_deref};
  const auto program = std::make_shared<const frontend::Program>(frontend::parse_c_files({file.path()}, options));
  Recorder recorder;
  VerifyStatistics statistics;
  Question question;
  Budget budget;
  budget.start = Clock::now();
  budget.deadline = budget.start + std::chrono::seconds(60);
  budget.statistics = &statistics;
  const AnalysisContext context{program, question, budget, recorder};
  const DecidedChecks decided = decide_open_checks(context);
  CHECK(!decided.violating);
  REQUIRE(decided.checks.size() == 2);
  for (const ReportCheck& check : decided.checks) CHECK(check.status == ReportCheck::Status::holds);
  REQUIRE(decided.proofs.size() == 2);
  const Safe all{SeparateProofs{decided.proofs}, {}};
  CHECK(annotation_of(all.evidence) == nullptr);
  const ReportProof told = report_proof(*program, all.evidence);
  CHECK(told.kind == ReportProof::Kind::separate);
  CHECK(told.parts.size() == 2);
  // What each of them knows of the loop holds.
  const auto count = [&](const Safe& proof) {
    return proof_invariants(*program, proof, options, {"a.c"}, {}).invariants.size();
  };
  CHECK(count(all) > 0);
  CHECK(count(all) >= std::max(count(decided.proofs[0]), count(decided.proofs[1])));
}

TEST_CASE("an error that reads what was not written before is that read, and ends the search") {
  frontend::ParseOptions options;
  options.property.kinds = {frontend::Violation::unreach_call, frontend::Violation::uninitialised_read};
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(R"(
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    int main(void) {
      int a[2], i = __VERIFIER_nondet_int();
      a[0] = i;
      if (i < 0 || i > 1) return 0;
      int x = a[i];
      if (x == 5) reach_error();
      return 0;
    }
  )",
                                                                                       options));
  Recorder recorder;
  VerifyStatistics statistics;
  Question question;
  Budget budget;
  budget.start = Clock::now();
  budget.deadline = budget.start + std::chrono::seconds(60);
  budget.statistics = &statistics;
  const DecidedChecks decided = decide_open_checks({program, question, budget, recorder});
  REQUIRE(decided.violating);
  CHECK(frontend::violated_by(*program, decided.violating->execution.trace) == frontend::Violation::uninitialised_read);
  for (const ReportCheck& check : decided.checks)
    CHECK((check.kind == frontend::Violation::uninitialised_read) == (check.status == ReportCheck::Status::violated));
}

TEST_CASE("another reading that fails leaves the answer open") {
  Recorder recorder;
  const auto read = []() -> std::shared_ptr<const frontend::Program> { throw frontend::ParseError("gone"); };
  VerifyStatistics statistics;
  Budget budget;
  budget.start = Clock::now();
  budget.statistics = &statistics;
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(needs_bytes));
  REQUIRE(program->needs_bytes);
  const Report report = analyse({program, read}, Question{}, budget, recorder);
  CHECK(report.verdict == VerdictKind::unknown);
  CHECK(report.reason == "the program cannot be read once more: gone");
}

TEST_CASE("an error without explanation") {
  Recorder recorder;
  Question question;
  question.plain = true;
  const Report report = analysed(unsafe_text, recorder, question);
  REQUIRE(report.verdict == VerdictKind::unsafe);
  REQUIRE(report.traces.size() == 1);
  CHECK_FALSE(report.traces[0].relevance_asked);
  CHECK(report.traces[0].relevant.empty());
  CHECK(report.traces[0].explanation.kind.empty());
  for (const std::string& event : recorder.events) {
    CHECK(event != "analysing relevance");
    CHECK(event != "looking for error invariants");
  }
}

TEST_CASE("the limit of an explanation begins when the error is known") {
  Recorder recorder;
  Budget budget;
  budget.explanation_limit = std::chrono::milliseconds(0);
  const Report cut = analysed(unsafe_text, recorder, {}, budget);
  CHECK(cut.verdict == VerdictKind::unsafe);
  budget.explanation_limit = std::chrono::hours(1);
  const Report whole = analysed(unsafe_text, recorder, {}, budget);
  REQUIRE(whole.verdict == VerdictKind::unsafe);
  CHECK(whole.traces[0].explanation.reason.text.empty());
  CHECK_FALSE(whole.traces[0].explanation.invariants.empty());
}

TEST_CASE("failures before are reasons") {
  Recorder recorder;
  recorder.fail_in = "verifying";
  recorder.failure = std::make_exception_ptr(std::bad_alloc());
  const Report memory = analysed(unsafe_text, recorder);
  CHECK(memory.verdict == VerdictKind::unknown);
  CHECK(memory.reason == "out of memory");
  recorder.failure = std::make_exception_ptr(std::logic_error("a breach"));
  const Report breach = analysed(unsafe_text, recorder);
  CHECK(breach.verdict == VerdictKind::internal_error);
  CHECK(breach.reason == "a breach");
}

TEST_CASE("a budget that has ended gives its cause as the reason") {
  std::stop_source stop;
  stop.request_stop();
  Budget budget;
  budget.stop = stop.get_token();
  budget.cause = [] { return StopCause::memory; };
  Observer nobody;
  const Report report = analysed(unsafe_text, nobody, {}, budget);
  CHECK(report.verdict == VerdictKind::unknown);
  CHECK(report.reason == "memory limit");
}

TEST_CASE("what was not found out after an error tells what ended the run") {
  std::stop_source stop;
  Budget budget;
  budget.stop = stop.get_token();
  budget.cause = [&stop] { return stop.stop_requested() ? StopCause::memory : StopCause::none; };
  struct Stopper : Recorder {
    std::stop_source* source = nullptr;
    void enter(const std::string& phase) override {
      Recorder::enter(phase);
      if (phase == "analysing relevance") source->request_stop();
    }
  } stopper;
  stopper.source = &stop;
  const Report report = analysed(unsafe_text, stopper, {}, budget);
  REQUIRE(report.verdict == VerdictKind::unsafe);
  REQUIRE(report.traces.size() == 1);
  REQUIRE(!report.traces[0].undecided.empty());
  CHECK(report.traces[0].undecided[0].reason.text == "the memory limit was reached");
  CHECK(report.traces[0].explanation.reason.text == "the memory limit was reached");
}

}  // namespace
