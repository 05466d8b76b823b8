// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

namespace bireach::checker {

std::string property_name(const Report& report) {
  return report.unsupported_property.empty() ? report.property.name() : report.unsupported_property;
}

void add_assumptions(Report& report, const std::vector<std::string>& assumptions) {
  for (const std::string& assumption : assumptions)
    if (std::find(report.assumptions.begin(), report.assumptions.end(), assumption) == report.assumptions.end())
      report.assumptions.push_back(assumption);
}

std::string verdict_line(const Report& report) {
  switch (report.verdict) {
    case VerdictKind::safe:
      return "TRUE";
    case VerdictKind::unsafe:
      return fmt::format("FALSE({})", frontend::kind_of(report.violation).name);
    case VerdictKind::internal_error:
      return "UNKNOWN(internal error)";
    case VerdictKind::unknown:
      break;
  }
  std::string reason = report.reason;
  std::replace_if(
      reason.begin(), reason.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return "UNKNOWN(" + reason + ")";
}

int exit_status(const Report& report) {
  switch (report.verdict) {
    case VerdictKind::safe:
      return 0;
    case VerdictKind::unsafe:
      return 1;
    case VerdictKind::unknown:
      return 3;
    case VerdictKind::internal_error:
      return 4;
  }
  return 4;
}

std::string_view to_string(HarvestStop stop) {
  switch (stop) {
    case HarvestStop::exhausted:
      return "exhausted";
    case HarvestStop::max_traces:
      return "max-traces";
    case HarvestStop::timeout:
      return "timeout";
    case HarvestStop::memory:
      return "memory limit";
    case HarvestStop::signal:
      return "signal";
    case HarvestStop::undecided:
      return "undecided";
    case HarvestStop::internal_error:
      break;
  }
  return "internal error";
}

std::optional<relevance::Guarantee> weakest_guarantee(const ReportHarvest& harvest) {
  std::optional<relevance::Guarantee> weakest;
  for (const SubtractedErrors& errors : harvest.automata)
    if (!weakest || *weakest < errors.guarantee) weakest = errors.guarantee;
  return weakest;
}

std::optional<std::string> sha256_of_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) return std::nullopt;
  std::array<char, 65536> buffer{};
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0)
    EVP_DigestUpdate(context.get(), buffer.data(), static_cast<std::size_t>(file.gcount()));
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  if (file.bad() || EVP_DigestFinal_ex(context.get(), digest.data(), &length) != 1) return std::nullopt;
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < length; ++i) {
    text += digits[digest[i] >> 4U];
    text += digits[digest[i] & 15U];
  }
  return text;
}

int strength(const ReportFix& fix) {
  if (!fix.undefined.empty()) return -1;
  const int proved = relevance::Fix{0, fix.blocks, fix.defined}.strength();
  return proved > 0 ? proved + 1 : fix.blocks_shown ? 1 : 0;
}

ReportStatistics snapshot(const VerifyStatistics& statistics) {
  ReportStatistics result;
  result.iterations = statistics.iterations;
  result.infeasible_traces = statistics.infeasible_traces;
  result.feasible_traces = statistics.feasible_traces;
  result.automaton_states = statistics.automaton_states;
  result.bounded_depth = statistics.bounded_depth;
  result.exhausted = statistics.exhausted;
  result.time = statistics.time;
  result.z3_queries = statistics.solver.z3_queries;
  result.cvc5_queries = statistics.solver.cvc5_queries;
  result.cadical_queries = statistics.solver.cadical_queries;
  result.unknown_answers = statistics.solver.unknown_answers;
  return result;
}

}  // namespace bireach::checker
