// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/inconsistency.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "checker/inconsistency/detection.h"
#include "checker/inconsistency/finding_words.h"

namespace bireach::checker {

using frontend::Arm;
using frontend::FunctionProgram;
using frontend::FunctionsOfFile;

namespace {

/// Is plain char unsigned in this file? The last of its flags counts.
bool is_char_unsigned(const frontend::ParseOptions& options, const std::string& file) {
  bool result = false;
  for (const std::string& argument : frontend::arguments_for(options, file)) {
    if (argument == "-funsigned-char") result = true;
    if (argument == "-fsigned-char") result = false;
  }
  return result;
}

/// The same file for other machines, read when a finding asks for it.
class OtherReadings {
 public:
  OtherReadings(const std::string& file, const InconsistencyWish& wish, std::stop_token stop,
                std::vector<std::string>& notes)
      : file_(file), wish_(wish), stop_(std::move(stop)), notes_(notes) {}

  /// What the way is for the other data model and signedness of char.
  Elsewhere status(const FunctionProgram& function, const DeadWay& way, const DetectionLimits& limits) {
    if (!wish_.other_models) return Elsewhere::dead;
    read();
    const Arm* arm = way.arm ? &function.arms[*way.arm] : nullptr;
    for (const FunctionsOfFile& reading : readings_)
      for (const FunctionProgram& other : reading.functions) {
        if (other.name != function.name || other.place != function.place) continue;
        const Elsewhere one = status_in(other, arm, limits);
        if (one != Elsewhere::dead) return one;
      }
    return Elsewhere::dead;
  }

 private:
  void read() {
    if (is_read_) return;
    is_read_ = true;
    using frontend::DataModel;
    const frontend::ParseOptions& given = wish_.reading.parse;
    for (const DataModel model : {DataModel::LP64, DataModel::ILP32})
      for (const bool is_unsigned : {false, true}) {
        if (model == given.data_model && is_unsigned == is_char_unsigned(given, file_)) continue;
        frontend::ModularOptions options = wish_.reading;
        options.parse.data_model = model;
        options.parse.clang_arguments.emplace_back(is_unsigned ? "-funsigned-char" : "-fsigned-char");
        try {
          readings_.push_back(frontend::read_functions(file_, options, stop_));
        } catch (const frontend::ParseError& problem) {
          notes_.push_back(fmt::format(
              "findings are not compared with {} and {} char, for which the file cannot be "
              "read: {}",
              model == DataModel::LP64 ? "LP64" : "ILP32", is_unsigned ? "unsigned" : "signed", problem.what()));
        }
      }
  }

  const std::string& file_;
  const InconsistencyWish& wish_;
  std::stop_token stop_;
  std::vector<std::string>& notes_;
  bool is_read_ = false;
  std::vector<FunctionsOfFile> readings_;
};

bool is_ignored(const Finding& finding, const std::set<std::uint32_t>& ignored) {
  return ignored.contains(finding.place.line) || (finding.place.line > 1 && ignored.contains(finding.place.line - 1));
}

/// Both sides have to be written in the file itself: not all beliefs by macros' bodies.
bool is_of_macros(const FunctionProgram& function, const Contradiction& why) {
  std::size_t beliefs = 0, from_macros = 0;
  for (const ContradictionStep& step : why.steps) {
    if (!step.belief) continue;
    ++beliefs;
    if (function.beliefs[*step.belief].in_macro) ++from_macros;
  }
  return beliefs > 0 && beliefs == from_macros;
}

std::string undecided_elsewhere(const FunctionProgram& function, const DeadWay& way) {
  const Arm* arm = way.arm ? &function.arms[*way.arm] : nullptr;
  return fmt::format("{}: dead, but for another data model or signedness of char that was not found out",
                     arm ? fmt::format("'{}' in line {}", arm->condition, arm->place.line) : "the function");
}

FunctionFindings findings_of(const FunctionProgram& function, const std::set<std::uint32_t>& ignored,
                             const InconsistencyWish& wish, OtherReadings& others, std::stop_token stop,
                             logic::SolverStatistics& statistics) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  FunctionFindings result;
  result.name = function.name;
  result.place = function.place;
  result.refused = function.refused;
  result.beliefs = function.beliefs.size();
  if (function.refused.empty()) {
    DetectionLimits limits{
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wish.seconds_for_function)),
        stop, &statistics, wish.question_time};
    const Detection detection = detect(function, limits);
    result.arms = detection.arms;
    result.undecided = detection.undecided;
    for (const DeadWay& way : detection.dead) {
      if (!wish.severities.contains(way.severity)) continue;
      if (way.arm && is_silent(function, function.arms[*way.arm])) continue;
      // Proofs that were begun may go on a little.
      const auto go_on = [&] {
        limits.deadline = std::max(limits.deadline, Clock::now() + std::chrono::seconds(way.exact_loops ? 6 : 2));
      };
      go_on();
      const Elsewhere elsewhere = others.status(function, way, limits);
      if (elsewhere == Elsewhere::undecided) result.undecided.push_back(undecided_elsewhere(function, way));
      if (elsewhere != Elsewhere::dead) continue;
      go_on();
      const Contradiction why = explain(function, way, limits);
      if (is_of_macros(function, why)) continue;
      Finding finding = described(function, way, why);
      if (is_ignored(finding, ignored))
        ++result.suppressed;
      else
        result.findings.push_back(std::move(finding));
    }
    std::stable_sort(result.findings.begin(), result.findings.end(), [](const Finding& a, const Finding& b) {
      return std::tuple(a.place.line, a.place.column) < std::tuple(b.place.line, b.place.column);
    });
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace

FileFindings find_inconsistencies(const std::string& file, const InconsistencyWish& wish, std::stop_token stop,
                                  logic::SolverStatistics& statistics, const FunctionObserver& observer) {
  FileFindings result;
  result.file = file;
  FunctionsOfFile functions;
  try {
    functions = frontend::read_functions(file, wish.reading, stop);
  } catch (const frontend::ParseError& problem) {
    result.error = problem.what();
    return result;
  }
  if (stop.stop_requested()) {  // it may have more functions, or all
    result.error = file + ": no time was left";
    return result;
  }
  OtherReadings others(file, wish, stop, result.notes);
  for (FunctionProgram& function : functions.functions) {
    if (observer) observer(result, function.name);
    if (stop.stop_requested()) {
      FunctionFindings left;
      left.name = function.name;
      left.place = function.place;
      left.refused = "no time was left";
      result.functions.push_back(std::move(left));
      continue;
    }
    result.functions.push_back(findings_of(function, functions.ignored_lines, wish, others, stop, statistics));
    function.program = frontend::Program();  // memory
  }
  return result;
}

}  // namespace bireach::checker
