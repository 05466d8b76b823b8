// SPDX-License-Identifier: Apache-2.0
// The library's interface (checker/command/bireach.h), as a user sees it.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "checker/command/bireach.h"

namespace {

/// A file that lives as long as this.
class SourceFile {
 public:
  explicit SourceFile(const std::string& text) {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("bireach-library-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".c"))
                .string();
    std::ofstream(path_) << text;
  }
  ~SourceFile() { std::filesystem::remove(path_); }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

const std::string unsafe_text =
    "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
    "int main(void) {\n  int limit = 3;\n  int x = __VERIFIER_nondet_int();\n  int unused = 7;\n"
    "  if (x > limit) reach_error();\n  return unused;\n}\n";
const std::string safe_text =
    "extern void reach_error(void);\nint main(void) {\n  int x = 0;\n  while (x < 10) x = x + 1;\n"
    "  if (x != 10) reach_error();\n  return 0;\n}\n";
const std::string endless_text =
    "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n"
    "int main(void) {\n  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), n = 0;\n"
    "  unsigned a = x, b = y;\n  while (__VERIFIER_nondet_uint()) {\n    x = x * x + y * 3u + n;\n"
    "    y = (y ^ x) * 2654435761u;\n    n = n + 1;\n    a = a * 48271u + b;\n    b = b ^ (a >> 7);\n  }\n"
    "  if (x * x * x == 2u && y * a == 1234567u && a == b + 5u) reach_error();\n  return 0;\n}\n";

}  // namespace

TEST_CASE("library: an error trace with its relevant steps") {
  const SourceFile file(unsafe_text);
  const bireach::Program program = bireach::parse({file.path()});
  CHECK(program.location_count() > 5);
  CHECK(program.edge_count() > 5);
  CHECK(program.dot().find("digraph") != std::string::npos);
  const bireach::Result result = bireach::verify(program);
  REQUIRE(result.verdict() == bireach::Verdict::unsafe);
  CHECK(result.verdict_line() == "FALSE(unreach-call)");
  const std::vector<bireach::Trace> traces = result.traces();
  REQUIRE(traces.size() == 1);
  REQUIRE(traces[0].inputs.size() == 1);
  CHECK(std::stol(traces[0].inputs[0].value) > 3);
  CHECK(traces[0].inputs[0].source == "__VERIFIER_nondet_int()");
  bool limit = false;
  bool unused = false;
  for (const bireach::Step& step : traces[0].steps) {
    if (step.text == "int limit = 3")
      limit = step.relevance == bireach::Relevance::relevant && step.fix && step.place.line == 4;
    if (step.text == "int unused = 7") unused = step.relevance == bireach::Relevance::irrelevant && !step.fix;
  }
  CHECK(limit);
  CHECK(unused);
  const std::string text = result.text();
  CHECK(text.substr(text.size() - 20) == "FALSE(unreach-call)\n");
  CHECK(result.json().find("\"bireach-result/1\"") != std::string::npos);
  CHECK(result.relevant_in_all_traces().empty());
}

TEST_CASE("library: what is relevant in every trace") {
  const SourceFile file(unsafe_text);
  const bireach::Result result = bireach::explain(bireach::parse({file.path()}), {{.jobs = 2}, std::nullopt});
  REQUIRE(result.verdict() == bireach::Verdict::unsafe);
  const std::vector<bireach::RankedStatement> statements = result.relevant_in_all_traces();
  REQUIRE(statements.size() == 2);
  CHECK(statements[0].rank == 1);
  CHECK(std::all_of(statements.begin(), statements.end(), [](const auto& statement) { return statement.fix; }));
}

TEST_CASE("library: a proof, from several threads at a time") {
  const SourceFile file(safe_text);
  const bireach::Program program = bireach::parse({file.path()}, {.data_model = bireach::DataModel::ILP32});
  std::vector<std::string> lines(3);
  {
    std::vector<std::jthread> threads;
    threads.reserve(lines.size());
    for (std::string& line : lines)
      threads.emplace_back([&program, &line] { line = bireach::verify(program).verdict_line(); });
  }
  for (const std::string& line : lines) CHECK(line == "TRUE");
  CHECK(bireach::verify(program).traces().empty());
}

TEST_CASE("library: memory as bytes where the answer needs it, as on the command line") {
  const SourceFile file(R"(
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    struct A { int x; };
    struct B { short y; short z; };
    int main(void) {
      struct A a = {__VERIFIER_nondet_int()};
      struct B *b = (struct B *)&a;
      if (b->y > 32767) reach_error();
      return 0;
    })");
  CHECK(bireach::verify(bireach::parse({file.path()})).verdict_line() == "TRUE");
}

TEST_CASE("library: limits and cancellation end a run") {
  const SourceFile file(endless_text);
  const bireach::Program program = bireach::parse({file.path()});
  const bireach::Result late = bireach::verify(program, {.timeout_s = 0.5});
  CHECK(late.verdict() == bireach::Verdict::unknown);
  CHECK(late.reason() == "timeout");
  std::stop_source stop;
  const std::jthread canceller([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const bireach::Result cancelled = bireach::verify(program, {.timeout_s = 60, .cancel = stop.get_token()});
  CHECK(cancelled.verdict_line() == "UNKNOWN(cancelled)");
}

TEST_CASE("library: what is no input") {
  const SourceFile broken("int main(void) { return x; }\n");
  CHECK_THROWS_AS(static_cast<void>(bireach::parse({broken.path()})), bireach::InputError);
  CHECK_THROWS_AS(static_cast<void>(bireach::parse({})), bireach::InputError);
  CHECK_THROWS_AS(static_cast<void>(bireach::parse({"missing.c"})), bireach::InputError);
  const SourceFile file(safe_text);
  CHECK_THROWS_AS(static_cast<void>(bireach::parse({file.path()}, {.property = "missing.prp"})), bireach::InputError);
  CHECK_THROWS_AS(static_cast<void>(bireach::parse({file.path()}, {.entry = "other"})), bireach::InputError);
  const bireach::Program program = bireach::parse({file.path()});
  CHECK_THROWS_AS(static_cast<void>(bireach::verify(program, {.timeout_s = -1})), std::invalid_argument);
  CHECK_THROWS_AS(static_cast<void>(bireach::verify(program, {.memory_limit_mib = 0})), std::invalid_argument);
  CHECK_THROWS_AS(static_cast<void>(bireach::verify(program, {.jobs = 0})), std::invalid_argument);
  CHECK_THROWS_AS(static_cast<void>(bireach::explain(program, {.max_traces = 0})), std::invalid_argument);
}
