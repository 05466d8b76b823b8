// SPDX-License-Identifier: Apache-2.0
/// The command line: one table of options, from which both the parser and the help are made.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "checker/analysis/question.h"
#include "checker/answer/limits.h"
#include "checker/answer/property_file.h"
#include "checker/command/command_description.h"
#include "checker/engines/verify_options.h"
#include "checker/evidence/evidence.h"
#include "checker/harvest/harvest.h"
#include "checker/harvest/harvest_options.h"
#include "checker/inconsistency/inconsistency.h"
#include "checker/report/text/text_style.h"
#include "frontend/clang/reading/parse_options.h"
#include "relevance/explanation/error_invariants.h"

namespace bireach::checker {

/// What becomes of memory that is used through types that do not fit together.
enum class MemoryModel : std::uint8_t {
  automatic,  ///< not modelled at first; once that leaves the answer open, it consists of bytes
  typed,      ///< not modelled
  bytes       ///< consists of bytes
};
[[nodiscard]] constexpr std::string_view to_string(MemoryModel model) {
  switch (model) {
    case MemoryModel::automatic:
      return "auto";
    case MemoryModel::typed:
      return "typed";
    case MemoryModel::bytes:
      return "bytes";
  }
  return "?";
}

enum class LogLevel { quiet, normal, verbose, debug };

/// What every command that reads C takes.
struct InputOptions {
  std::vector<std::string> files;
  PropertyChoice property;
  frontend::DataModel data_model = frontend::DataModel::LP64;
  std::optional<std::string> entry;  ///< nothing: what the property says, else main
  frontend::EntryPointers entry_pointers = frontend::EntryPointers::arbitrary;
  unsigned entry_array = 1;  ///< elements of what a pointer parameter of the entry function points to
  bool malloc_may_fail = false;
  bool volatile_is_arbitrary = false;
  MemoryModel memory = MemoryModel::automatic;
  std::vector<std::string> clang_arguments;
  std::optional<std::string> compile_commands;                         ///< the compilation database, or its folder …
  std::map<std::string, std::vector<std::string>> arguments_of_files;  ///< … and what it says (ParseOptions)
  std::vector<std::string> unknown_flags;  ///< a compiler's that may change something, and are ignored; which is said
  std::vector<std::string> ignored_flags;  ///< a compiler's that change nothing here; -v names them
  LogLevel log_level = LogLevel::normal;
};

struct CheckOptions {
  InputOptions input;
  Limits limits;
  VerifyOptions verify;
  relevance::ExplanationKind explanation = relevance::ExplanationKind::flow_sensitive;
  relevance::HazardSensitivity hazards;
  bool prove_memory = false;         ///< see Question
  bool stop_on_first = false;        ///< other checks are not decided any more once one is violated
  bool no_explanation = false;       ///< of an error: its execution only
  bool full_explanation = false;     ///< the text folds nothing of it
  unsigned suspects = 5;             ///< so many are shown in the text
  std::vector<std::string> trusted;  ///< functions that are the specification
  unsigned jobs = 1;
  std::map<std::string, std::string> reports;  ///< file or folder by format: "json", … (report_formats.h)
  EvidenceOptions evidence;
  std::optional<std::string> patch_file;  ///< for the first repair
  std::optional<std::string> slice_file;  ///< for the slice, as C
  bool show_progress = true;
};

struct ExplainOptions {
  CheckOptions check;
  HarvestOptions harvest;  ///< all but the deadline
  TraceDetail traces = TraceDetail::automatic;
  std::optional<RepairWish> repair;
  bool invariants = true;  ///< what holds in every execution that fails
};

struct RepairOptions {
  CheckOptions check;
  TraceDetail traces = TraceDetail::automatic;
  RepairWish wish;
};

struct SliceOptions {
  CheckOptions check;
  SliceWish wish;
};

struct InconsistentOptions {
  CheckOptions check;  ///< input, limits, jobs, reports, progress
  InconsistencyWish wish;
  std::optional<std::string> baseline_file;
  bool only_list = false;  ///< only the names of the functions that would be analysed
};

enum class CfaFormat { dot, json, text };

struct CfaOptions {
  InputOptions input;
  CfaFormat format = CfaFormat::text;
  bool interleaving = false;  ///< of threads; else their own graphs
};

struct ValidateOptions {
  CheckOptions check;
  std::string witness_file;
  bool model_given = false;  ///< else the data model is that of the witness
};

using CommandLine = std::variant<CheckOptions, ExplainOptions, RepairOptions, SliceOptions, InconsistentOptions,
                                 ValidateOptions, CfaOptions, CommandLineText>;

/// `arguments` without the program's name. Never throws for what a user can type.
[[nodiscard]] CommandLine parse_command_line(const std::vector<std::string>& arguments);

/// What the help says.
[[nodiscard]] CommandLineDescription describe_command_line();

/// Names (without dashes) and values as one would type them.
using NamedOptions = std::vector<std::pair<std::string, std::string>>;
/// Every option in force, in the order of the help.
[[nodiscard]] NamedOptions options_in_force(const CheckOptions& options);
[[nodiscard]] NamedOptions options_in_force(const ExplainOptions& options);
[[nodiscard]] NamedOptions options_in_force(const RepairOptions& options);
[[nodiscard]] NamedOptions options_in_force(const SliceOptions& options);
[[nodiscard]] NamedOptions options_in_force(const InconsistentOptions& options);
[[nodiscard]] NamedOptions options_in_force(const ValidateOptions& options);

[[nodiscard]] std::string_view to_string(frontend::DataModel model);
[[nodiscard]] std::string_view to_string(frontend::EntryPointers pointers);
[[nodiscard]] std::string_view to_string(ArithmeticChoice choice);
[[nodiscard]] std::string_view to_string(BlockEncoding encoding);
[[nodiscard]] std::string_view to_string(TraceDetail detail);

}  // namespace bireach::checker
