// SPDX-License-Identifier: Apache-2.0
/// Programs with code of ours inserted, as texts for the frontend. Lines stay where they are.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontend/clang/reading/parse_options.h"
#include "frontend/clang/reading/source_points.h"

namespace bireach::frontend {

class SourceEditor {
 public:
  /// Reads the files. Throws ParseError if one cannot be read.
  explicit SourceEditor(const std::vector<std::string>& files);

  /// Declarations that come before everything else in each file.
  void declare(const std::string& text) { prelude_ += text + "\n"; }
  // Ranges may nest: insert around outer ones first.
  /// Statements that are executed before each execution of the statement. Precondition: `point.exact`.
  void insert_before(const StatementPoint& point, const std::string& statements);
  /// Statements that are executed whenever the condition is about to be evaluated. Precondition: `point.exact`.
  void insert_before_condition(const BranchingPoint& point, const std::string& statements);
  /// Statements that are executed before each execution of a loop's increment. Precondition: it is known.
  void insert_before_increment(const BranchingPoint& point, const std::string& statements);
  /// Statements that are executed after all that an expression reads for what it changes, and before it changes it, or
  /// just before it reads something. `name` is a new name. Precondition: `point.exact`.
  void insert_before_access(const AccessPoint& point, const std::string& name, const std::string& statements);
  /// What is read there is read before all that follows in the expression, as C does not say it is. `name` is a new
  /// name.
  void read_in_order(const AccessPoint& point, const std::string& name);
  /// Statements that see the value of the condition as the variable `name`. Precondition: `point.exact`.
  void insert_after_condition(const BranchingPoint& point, const std::string& name, const std::string& statements);
  /// Statements that see the result of the call as the variable `name`. Precondition: `point.exact`, it has a result.
  void insert_after_call(const CallPoint& point, const std::string& name, const std::string& statements);
  /// Statements that are executed when the arguments of the call have been evaluated. Precondition: `point.exact`, and
  /// the last argument is known, if there are any; `name` is a new name.
  void insert_on_entering(const CallPoint& point, const std::string& name, const std::string& statements);
  /// Statements and declarations at the begin, and before the closing brace, of a function's body. Precondition: it is
  /// known.
  void insert_into_body(const FunctionPoint& point, const std::string& first, const std::string& last);
  /// Statements that see the value that is returned as the variable `name` of this type. Precondition: `point.exact`.
  void insert_on_return(const ReturnPoint& point, const std::string& type, const std::string& name,
                        const std::string& statements);

  /// The edited text of a file, without the declarations.
  [[nodiscard]] std::string text(std::size_t file) const;
  /// The options with which the frontend reads the edited texts.
  [[nodiscard]] ParseOptions apply(ParseOptions options) const;
  /// Does the range, in the edited text, begin within what was inserted?
  [[nodiscard]] bool is_inserted(const SourceRange& edited) const;
  /// Where the begin of a range in the edited text stands in the file; the end is not changed.
  [[nodiscard]] SourceRange original(SourceRange edited) const;

 private:
  struct Insertion {
    std::string endings;     ///< of what ends here, inner ones first
    std::string beginnings;  ///< of what begins here, outer ones first
  };
  struct File {
    std::string path, text;
    std::vector<std::size_t> lines;  ///< where they begin
    std::map<std::size_t, Insertion> insertions;
  };
  struct Origin {
    std::size_t column;  ///< from 0, in the file
    bool inserted;
  };
  [[nodiscard]] Origin origin(const SourceRange& edited) const;
  [[nodiscard]] std::string text_of(const SourceRange& range) const;
  [[nodiscard]] Insertion& at(std::uint32_t file, unsigned line, unsigned column);
  void begin(const SourceRange& range, const std::string& text);
  void end(const SourceRange& range, const std::string& text);

  std::vector<File> files_;
  std::string prelude_;
};

/// The whole file. Throws ParseError.
[[nodiscard]] std::string read_text_file(const std::string& path);

/// Why the text cannot be put into a program as one expression; empty: it can. Refused is what might do something or
/// end the expression: assignments, calls, statements, comments, directives, unbalanced parentheses.
[[nodiscard]] std::string expression_problem(const std::string& text);

}  // namespace bireach::frontend
