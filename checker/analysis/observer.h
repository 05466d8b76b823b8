// SPDX-License-Identifier: Apache-2.0
/// What an analysis tells while it works.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "checker/answer/statistics.h"
#include "checker/answer/verdict.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

class ErrorFindings;
struct Report;

enum class Severity : std::uint8_t { warning, error };

/// Called in the thread of the analysis, which waits. Whoever looks at nothing inherits all of it.
class Observer {
 public:
  Observer() = default;
  virtual ~Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// A phase begins: "verifying", "analysing relevance", …
  virtual void enter(const std::string& /*phase*/) {}
  virtual void progress(const Progress& /*progress*/) {}
  /// For people; it changes nothing about the answer.
  virtual void remark(Severity /*severity*/, const std::string& /*text*/) {}
  /// From now on the answer is about this program: another reading of the files, or another reading of overflow.
  virtual void program_changed(const std::shared_ptr<const frontend::Program>& /*program*/) {}

  /// From now on the verdict is TRUE, whatever comes, and the report this one. Evidence can be made.
  virtual void proved(const frontend::Program& /*program*/, const Safe& /*proof*/, const Report& /*report*/) {}
  /// From now on the verdict is FALSE, whatever comes. What is known of the error, then and later, is in `findings`.
  virtual void error_known(const std::shared_ptr<ErrorFindings>& /*findings*/) {}
  /// After that, where evidence is wanted: it can be made of this execution.
  virtual void found(const frontend::Program& /*program*/, const frontend::Execution& /*execution*/) {}

  /// The report is made next, which takes the findings apart: nobody else may do that any more.
  virtual void concluding() {}
};

}  // namespace bireach::checker
