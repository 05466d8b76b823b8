// SPDX-License-Identifier: Apache-2.0
/// What is told of an error before it is explained, and when.
#include "checker/command/early_answer.h"

#include <doctest/doctest.h>

#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace bireach::checker;
using namespace std::chrono_literals;

struct Written {
  std::vector<std::string> texts;
  [[nodiscard]] EarlyAnswer::Write write() {
    return [this](const std::string& text) { texts.push_back(text); };
  }
};

std::string a_trace() {
  return "trace";
}

TEST_CASE("the announcement comes at once, the trace when the explanation is late") {
  Written written;
  EarlyAnswer early(written.write(), 50ms);
  early.tick();
  CHECK(written.texts.empty());
  early.announce("error", a_trace);
  CHECK(written.texts == std::vector<std::string>{"error"});
  early.tick();
  CHECK(written.texts.size() == 1);
  std::this_thread::sleep_for(60ms);
  early.tick();
  early.tick();
  CHECK(written.texts == std::vector<std::string>{"error", "trace"});
  CHECK(early.end() == Announced::trace);
}

TEST_CASE("nothing comes after the end, and nothing twice") {
  Written written;
  EarlyAnswer early(written.write(), 0ms);
  early.announce("error", a_trace);
  early.announce("another", a_trace);
  CHECK(early.end() == Announced::error);
  early.tick();
  early.announce("another", a_trace);
  CHECK(written.texts == std::vector<std::string>{"error"});
  EarlyAnswer silent(written.write());
  CHECK(silent.end() == Announced::nothing);
  silent.announce("too late", a_trace);
  CHECK(written.texts.size() == 1);
}

TEST_CASE("a trace that cannot be told is left to the report") {
  Written written;
  EarlyAnswer early(written.write(), 0ms);
  early.announce("error", []() -> std::string { throw std::bad_alloc(); });
  early.tick();
  early.tick();
  CHECK(written.texts.size() == 1);
  CHECK(early.end() == Announced::error);
}

}  // namespace
