// SPDX-License-Identifier: Apache-2.0
/// Analysed traces of one program, as the harvest hands them to the relevance of the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "relevance/statements/program_relevance.h"
#include "relevance/statements/trace_relevance.h"

namespace bireach::test {

/// Analysed traces of one program; edges with the same text are one statement.
class Harvest {
 public:
  explicit Harvest(const frontend::Program& program) : program_(program) {
    std::map<std::string, std::uint32_t> numbers;
    for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const std::string text = frontend::to_string(program, program.edge(edge).statement);
      statement_of_.push_back(numbers.try_emplace(text, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
  }

  relevance::RelevanceReport& add(const frontend::Execution& execution,
                                  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer) {
    relevance::RelevanceConfig config;
    config.arithmetic = arithmetic;
    config.time_limit_per_position = std::chrono::milliseconds{20000};
    reports_.push_back(relevance::analyze_trace(program_, execution, config));
    return reports_.back();
  }

  relevance::TraceCollection collection() const {
    relevance::TraceCollection result{&program_, statement_of_, {}};
    for (const relevance::RelevanceReport& report : reports_) result.traces.push_back(&report);
    return result;
  }

  std::uint32_t statement(frontend::EdgeId edge) const { return statement_of_.at(edge); }
  const std::deque<relevance::RelevanceReport>& reports() const { return reports_; }

  relevance::CommonFix common_fix(std::uint32_t statement,
                                  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer,
                                  std::chrono::milliseconds limit = std::chrono::milliseconds{20000}) const {
    relevance::CommonFixConfig config;
    config.arithmetic = arithmetic;
    config.time_limit = limit;
    return relevance::find_common_fix(collection(), statement, config);
  }

 private:
  const frontend::Program& program_;
  std::vector<std::uint32_t> statement_of_;
  std::deque<relevance::RelevanceReport> reports_;
};

}  // namespace bireach::test
