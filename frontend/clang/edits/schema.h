// SPDX-License-Identifier: Apache-2.0
/// One text for all candidates.
#pragma once

#include "frontend/clang/edits/candidates.h"

namespace bireach::frontend {

/// The variables' names, as EditSpace::selector_names has them.
inline constexpr const char* edit_selector = "__bireach_edit";
inline constexpr const char* operand_selector = "__bireach_operand";
inline constexpr const char* constant_selector = "__bireach_constant";
inline constexpr const char* guard_selector = "__bireach_guard";
inline constexpr const char* left_selector = "__bireach_left";
inline constexpr const char* right_selector = "__bireach_right";
inline constexpr const char* bound_selector = "__bireach_bound";
inline constexpr const char* first_selector = "__bireach_first";
inline constexpr const char* second_selector = "__bireach_second";

/// Numbers the drafts (`selectors`; those of a unit follow each other) and writes the texts. `names` are those of the
/// schema of each draft's site.
class SchemaWriter {
 public:
  SchemaWriter(const std::vector<SourceText>& files, const std::vector<Draft>& drafts, const std::vector<Gate>& units);
  [[nodiscard]] const std::vector<std::int64_t>& selectors() const { return selectors_; }
  /// By path.
  [[nodiscard]] std::map<std::string, std::string> texts();

 private:
  struct Insertion {
    std::string endings;     ///< of what ends here, inner ones first
    std::string beginnings;  ///< of what begins here, outer ones first
    std::size_t replaced = 0;
  };
  void number();
  void write(const Gate& unit);
  void write_expression(const Gate& unit);
  void write_logical(const Gate& unit);
  void write_condition(const Gate& unit);
  void write_before(const Gate& unit);
  void write_after(const Gate& unit);
  void write_shared(const Gate& unit);
  void write_moved(const Gate& unit);
  void write_landings();
  void write_joined(const Gate& unit);
  void begin(const Gate& unit, std::size_t at, const std::string& text);
  void end(const Gate& unit, std::size_t at, const std::string& text);
  void replace(const Gate& unit, const Span& span, const std::string& text);
  [[nodiscard]] std::string assignments(const Gate& unit) const;
  [[nodiscard]] std::string is(std::size_t draft) const;
  [[nodiscard]] std::string active(const Gate& unit) const;
  [[nodiscard]] std::string guard(const Gate& unit) const;
  [[nodiscard]] std::string value(const Gate& unit, const std::string& type, bool constant_only) const;
  [[nodiscard]] std::string linear(const Gate& unit) const;
  [[nodiscard]] std::string operand_text(const Gate& unit, std::size_t operand) const;
  [[nodiscard]] std::string variants(const Gate& unit, const std::vector<std::string>& operands) const;

  const std::vector<SourceText>& files_;
  const std::vector<Draft>& drafts_;
  const std::vector<Gate>& units_;
  std::vector<std::int64_t> selectors_;
  std::int64_t first_moved_ = 0;                                         ///< its selector
  std::map<std::pair<std::size_t, std::size_t>, std::string> landings_;  ///< by file and place
  std::vector<std::map<std::size_t, Insertion>> insertions_;             ///< by file
};

}  // namespace bireach::frontend
