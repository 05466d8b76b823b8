// SPDX-License-Identifier: Apache-2.0
/// The library's interface: read C programs, verify that an error cannot be reached, explain why it can, report.
///
///   const bireach::Program program = bireach::parse({"meter.c"});
///   const bireach::Result result = bireach::verify(program, {.timeout_s = 60});
///   if (result.verdict() == bireach::Verdict::unsafe) std::cout << result.text();
///
/// With CMake: `find_package(bireach)` and the target `bireach::bireach`. Only the standard library's headers are
/// included. Names in this file stay; other headers of this repository are not for users of the library.
///
/// Everything may be called from several threads at a time. Nothing is printed, no signal is handled, and results do
/// not refer to the program they come from. Functions throw what they say, and std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace bireach {

/// "0.1.0"; as CMake's project version and `bireach --version`.
[[nodiscard]] std::string version();

/// The input is no C program that can be read, or no property; what() is "file:line:column: …" where a place is known.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sizes of C's types: gcc on x86 Linux with -m32 and with -m64.
enum class DataModel : std::uint8_t { ILP32, LP64 };

struct ParseOptions {
  DataModel data_model = DataModel::LP64;
  /// "unreach-call" (no call of reach_error or __VERIFIER_error, no failing assert), or the path of a property file.
  std::string property = "unreach-call";
  /// The function to start at, with arbitrary arguments and globals; nothing: as the property says, else main.
  std::optional<std::string> entry = std::nullopt;
  /// malloc and its kin may return null.
  bool malloc_may_fail = false;
  /// For the C frontend: "-Iinclude", "-DNAME", "-std=c11", and "-include" with the file as an element of its own.
  std::vector<std::string> clang_arguments = {};
};

/// A control-flow automaton with its error locations. Cheap to copy, immutable.
class Program {
 public:
  /// Clang's and our own, "file:line:column: …".
  [[nodiscard]] const std::vector<std::string>& warnings() const;
  [[nodiscard]] std::size_t location_count() const;
  [[nodiscard]] std::size_t edge_count() const;
  /// The automaton for Graphviz, as JSON, as text.
  [[nodiscard]] std::string dot() const;
  [[nodiscard]] std::string json() const;
  [[nodiscard]] std::string text() const;

  struct Data;
  explicit Program(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  [[nodiscard]] const Data& data() const { return *data_; }
  [[nodiscard]] const std::shared_ptr<const Data>& shared_data() const { return data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// Reads the files and links them into one program, calls inlined. C that is not modelled is no error here: it is noted
/// at its place, and if it can be reached the verdict is unknown. Throws InputError.
[[nodiscard]] Program parse(const std::vector<std::string>& files, const ParseOptions& options = {});

/// Members have defaults, so that designated initialisers may leave out any.
struct VerifyOptions {
  /// Wall clock; what is known by then is the result. A solver's step that cannot be interrupted may outlast it.
  std::optional<double> timeout_s = std::nullopt;
  /// Of the whole process.
  std::optional<std::uint64_t> memory_limit_mib = std::nullopt;
  unsigned jobs = 1;            ///< worker threads; at least 1
  std::stop_token cancel = {};  ///< ends the run as a timeout does
};

struct ExplainOptions {
  VerifyOptions verify = {};
  std::optional<std::uint64_t> max_traces =
      std::nullopt;  ///< stop after so many error traces; nothing: until all are covered
};

enum class Verdict : std::uint8_t { safe, unsafe, unknown };

struct Place {
  std::string file;  ///< as given to `parse`; empty: none
  unsigned line = 0, column = 0;
  std::string function;
};

/// With another value at this step, does some execution leave the trace before the error? ("Static fault localization
/// for simple bugs", 2017, Definition 3.1.) Only steps that assign have a relevance other than irrelevant.
enum class Relevance : std::uint8_t { relevant, irrelevant, undecided };

/// A constant which, assigned instead, blocks the way to the error along this trace for one execution at least.
struct Fix {
  std::string value;
  bool blocks_every_execution = false;  ///< whatever the inputs are, no execution takes the trace to the error
  bool blocks_reaching_inputs = false;  ///< no input that took the trace to the error does so any more; others may
};

struct Change {
  std::string variable, value;  ///< as the user wrote it; its value after the step
};

struct Step {
  std::string text;  ///< what the user wrote; a branch that was taken stands in brackets
  Place place;
  Relevance relevance = Relevance::irrelevant;
  std::optional<Fix> fix;
  std::vector<Change> changes;
};

struct Input {
  std::string source;  ///< "__VERIFIER_nondet_int()", "uninitialised x"
  std::string value;
  std::size_t step = 0;  ///< index into Trace::steps
};

/// An execution that reaches the error; it was replayed bit by bit.
struct Trace {
  std::string error;  ///< "assertion failed at meter.c:30 (main)"
  std::vector<Step> steps;
  std::vector<Input> inputs;
  std::size_t steps_left_out = 0;      ///< of a long execution: before `steps`
  std::vector<std::string> undefined;  ///< undefined behaviour on the way, with its place
};

/// A statement that is relevant in every error trace, of `explain`.
struct RankedStatement {
  std::string text;
  Place place;
  std::size_t rank = 0;  ///< from 1: the best candidate for a repair
  std::optional<Fix> fix;
};

/// A verdict with its evidence. Cheap to copy, immutable.
class Result {
 public:
  [[nodiscard]] Verdict verdict() const;
  /// "TRUE", "FALSE(unreach-call)", "UNKNOWN(reason)"
  [[nodiscard]] std::string verdict_line() const;
  /// Of Verdict::unknown: "timeout", what is not modelled and where, …
  [[nodiscard]] const std::string& reason() const;
  /// What a verdict takes for granted.
  [[nodiscard]] const std::vector<std::string>& assumptions() const;
  /// Of Verdict::unsafe: at least one.
  [[nodiscard]] std::vector<Trace> traces() const;
  /// Of `explain` and Verdict::unsafe, by rank.
  [[nodiscard]] std::vector<RankedStatement> relevant_in_all_traces() const;

  /// What `bireach check` or `explain` prints, UTF-8; lines are broken at `width` columns, 0: never.
  [[nodiscard]] std::string text(std::size_t width = 0) const;
  /// The result file, one JSON object of format "bireach-result/1".
  [[nodiscard]] std::string json() const;

  struct Data;
  explicit Result(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

 private:
  std::shared_ptr<const Data> data_;
};

/// Proves that no execution reaches an error, or finds one that does and marks its relevant steps. `safe` only with a
/// certified proof, `unsafe` only with a replayed execution. Throws std::invalid_argument for limits out of range.
[[nodiscard]] Result verify(const Program& program, const VerifyOptions& options = {});

/// As `verify`, but goes on to other error traces until all are covered or a limit strikes, and finds the statements
/// that are relevant in all of them.
[[nodiscard]] Result explain(const Program& program, const ExplainOptions& options = {});

}  // namespace bireach
