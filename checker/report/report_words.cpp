// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "checker/report/suspects_words.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {
namespace {

using relevance::CommonFixAnswer;
using relevance::Guarantee;

/// "1, 2, 3, 4, 5, …": the first of many.
std::string list_of(const std::vector<std::size_t>& numbers) {
  constexpr std::size_t limit = 8;
  std::string text;
  for (std::size_t i = 0; i < numbers.size() && i < limit; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
  return numbers.size() > limit ? text + ", …" : text;
}

std::string traces_text(const std::vector<std::size_t>& traces, std::size_t of) {
  if (of == 1) return "in the trace";
  return fmt::format("in {} of {} ({})", traces.size(), counted(of, "trace"), list_of(traces));
}

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

std::string end_text(const ReportHarvest& harvest, std::size_t traces) {
  switch (harvest.end) {
    case HarvestStop::exhausted:
      return "All error traces are covered.";
    case HarvestStop::max_traces:
      return fmt::format("Stopped after {}, as --max-traces asks; there may be others.",
                         counted(traces, "error trace"));
    case HarvestStop::timeout:
      return "The time limit ended the search for more error traces; there may be others.";
    case HarvestStop::memory:
      return fmt::format("{} ended the search for more error traces; there may be others.",
                         harvest.reason.empty() ? "The memory limit" : "Lack of memory");
    case HarvestStop::signal:
      return fmt::format("The search for more error traces was {}; there may be others.", harvest.reason);
    case HarvestStop::undecided:
      return sentence(fmt::format("What is left of the error traces could not be decided{}{}",
                                  harvest.reason.empty() ? "" : ": ", harvest.reason));
    case HarvestStop::internal_error:
      break;
  }
  return sentence("An internal error ended the search for more error traces: " + harvest.reason);
}

/// What it means that a trace is covered.
std::string guarantee_text(const ReportHarvest& harvest) {
  const auto guarantee = weakest_guarantee(harvest);
  if (!guarantee) return {};
  constexpr const char* continuations =
      " Each trace here stands for all that its danger automaton accepts: from each of its states some execution leads "
      "on to the error{}. Those others were not analysed: some may be infeasible, and other statements may be "
      "relevant in them.";
  switch (*guarantee) {
    case Guarantee::feasible:
      return harvest.generalization == relevance::Generalization::trace && harvest.end == HarvestStop::exhausted
                 ? " These are all error traces that are feasible."
                 : " Only feasible error traces were covered.";
    case Guarantee::feasible_continuation:
      return fmt::format(continuations, "");
    case Guarantee::feasible_or_nonterminating:
      return fmt::format(continuations, ", or runs for ever");
  }
  return {};
}

std::string left_out_text(const ReportHarvest& harvest) {
  std::string text;
  if (harvest.undecided > 0) {
    text += fmt::format(" {} could not be decided and {} put aside.", counted(harvest.undecided, "error trace"),
                        harvest.undecided == 1 ? "was" : "were");
  }
  if (harvest.not_analysed > 0) {
    text += fmt::format(
        " {} {} found too late to be analysed.",
        harvest.not_analysed == 1 ? "Another error trace" : fmt::format("{} more error traces", harvest.not_analysed),
        harvest.not_analysed == 1 ? "was" : "were");
  }
  return text;
}

/// What the value does to inputs and executions, as far as it is proved; they would behave as C says.
std::string effect(const ReportFix& fix, const std::string& trace) {
  const char* const defined = fix.defined ? "" : " without undefined behaviour";
  switch (fix.blocks) {
    case relevance::Fix::Blocks::all:
      return fmt::format("no input takes {} to the error{}", trace, defined);
    case relevance::Fix::Blocks::reaching:
      return fmt::format("no input that took {} to the error still does{}; others may", trace, defined);
    case relevance::Fix::Blocks::one:
    case relevance::Fix::Blocks::unknown:
      break;
  }
  return fmt::format("{} execution leaves {} before the error", fix.blocks_shown ? "the shown" : "some", trace);
}

/// What the strongest value of one trace does.
std::string fix_text(const ReportProgramStatement& entry) {
  const ReportFix& fix = *entry.fix;
  if (!fix.undefined.empty()) {
    return fmt::format(
        "with {} instead, the execution of trace {} has undefined behaviour before it reaches the error ({})",
        fix.shown, entry.fix_trace, fix.undefined);
  }
  return fmt::format("with {} instead, {}", fix.shown, effect(fix, fmt::format("trace {}", entry.fix_trace)));
}

std::string ordinal(const ReportTrace& trace, const ReportRelevantStatement& entry) {
  std::size_t number = 0;
  for (std::size_t i = 0; i <= entry.fix_step; ++i) number += trace.steps[i].statement == entry.statement ? 1U : 0U;
  return std::to_string(number);
}

}  // namespace

std::string plain_reason(const logic::UnknownReason& reason) {
  switch (reason.cause) {
    case logic::UnknownCause::time:
      return "the time for it was up";
    case logic::UnknownCause::incomplete:
      return "the solvers could not decide it";
    case logic::UnknownCause::stopped:
    case logic::UnknownCause::other:
      break;
  }
  return reason.text;
}

std::string needed_words(const ReportNeededInput& input) {
  if (input.text.empty() || input.always.empty()) return input.text;
  return fmt::format("{} ({} in every execution that fails)", input.text, input.always);
}

std::string parts_text(const std::vector<std::string>& parts) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < parts.size() && i < most; ++i)
    if (!parts[i].empty()) text += (text.empty() ? "" : ", ") + parts[i];
  if (text.empty()) return "";
  return " (" + text + (parts.size() > most ? fmt::format(" and {} more", parts.size() - most) : "") + ")";
}

std::vector<std::string> element_invariants(const ReportProof& proof) {
  std::vector<std::string> result;
  const auto add = [&](std::string text) {
    if (std::find(result.begin(), result.end(), text) == result.end()) result.push_back(std::move(text));
  };
  for (const ReportLoopInvariant& invariant : proof.of_elements)
    add(place_words(invariant.place) + ": " + invariant.text);
  for (const ReportProof& part : proof.parts)
    for (std::string& text : element_invariants(part)) add(std::move(text));
  return result;
}

std::string certification_text(const ReportProof& proof, const ReportStatistics& statistics) {
  if (proof.kind == ReportProof::Kind::enumeration)
    return proof.bounds > 0 ? "the bounds of inputs are certified by the second solver"
                            : "nothing was left to a solver";
  // The bounded search asks CaDiCaL first and Z3 then; all others Z3 and then cvc5.
  const bool is_merged = proof.kind == ReportProof::Kind::unrolling && proof.paths == 0;
  const bool is_of_circuits = is_merged && statistics.cadical_queries > 0;
  if (statistics.cvc5_queries > 0 || (is_of_circuits && statistics.z3_queries > 0))
    return "certified by the second solver";
  return statistics.z3_queries + statistics.cadical_queries > 0
             ? "simplification left nothing for the second solver to certify"
             : "simplification alone showed it, without a solver";
}

std::string consequence(const ReportFix& fix) {
  if (!fix.undefined.empty())
    return fmt::format("the execution has undefined behaviour before it reaches the error ({})", fix.undefined);
  return effect(fix, "this trace");
}

std::string relevance_text(const ReportTrace& trace, const ReportRelevantStatement& entry) {
  std::string text;
  if (entry.fix) {
    text += fmt::format("with {} instead{}, {}", entry.fix->shown,
                        entry.occurrences > 1 ? " at its occurrence " + ordinal(trace, entry) : "",
                        consequence(*entry.fix));
  } else {
    text += "with another value, some execution leaves this trace before the error";
  }
  if (entry.occurrences > 1) {
    text += fmt::format(" (relevant in {} of its {} occurrences", entry.relevant, entry.occurrences);
    text += entry.undecided > 0 ? fmt::format(", undecided in {})", entry.undecided) : ")";
  }
  return text;
}

std::string program_relevance_text(const ReportProgramStatement& entry, std::size_t traces) {
  const std::string any = traces == 1   ? "the trace"
                          : traces == 2 ? "either trace"
                                        : fmt::format("any of the {} traces", traces);
  const std::string one = traces == 1 ? "the trace" : fmt::format("one of the {} traces", traces);
  std::string text;
  if (entry.common_fix) {
    switch (entry.common_fix->answer) {
      case CommonFixAnswer::exists:
        return fmt::format("with {} instead, no input takes {} to the error{}", entry.common_fix->shown, any,
                           entry.common_fix->undefined_behaviour ? " without undefined behaviour" : "");
      case CommonFixAnswer::none:
        text = fmt::format("whatever the constant, some input takes {} to the error", one);
        break;
      case CommonFixAnswer::unknown:
        text = fmt::format("whether with one constant no input takes {} to the error is undecided ({})", any,
                           plain_reason(entry.common_fix->reason));
        break;
    }
    text += "; ";
  }
  return text + (entry.fix ? fix_text(entry) : "with another value, some execution leaves each trace before the error");
}

std::string some_traces_text(const ReportProgramStatement& entry, std::size_t traces) {
  std::string text = entry.relevant.empty() ? "" : "relevant " + traces_text(entry.relevant, traces);
  if (entry.undecided.empty()) return text;
  return text + (text.empty() ? "" : "; ") + "undecided " + traces_text(entry.undecided, traces);
}

std::string undecided_text(const ReportProgramStatement& entry, std::size_t traces) {
  return fmt::format("undecided {}{}", traces_text(entry.undecided, traces),
                     entry.reason.empty() ? "" : ": " + plain_reason(entry.reason));
}

std::string harvest_text(const ReportHarvest& harvest, std::size_t traces) {
  return end_text(harvest, traces) + guarantee_text(harvest) + left_out_text(harvest);
}

}  // namespace bireach::checker
