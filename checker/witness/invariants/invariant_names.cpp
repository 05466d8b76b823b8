// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/invariants/invariant_names.h"

#include <regex>

namespace bireach::checker {
namespace {

// In texts before they are finished: what has no name, the cells of a member, a pointer.
constexpr char hidden = '\x01';
constexpr char member_cells = '\x02';
constexpr char pointer = '\x03';

}  // namespace

InvariantNames::InvariantNames(const frontend::Program& program, const frontend::SourcePoints& points)
    : program_(program), points_(points), memory_(program) {
  for (frontend::VariableId v = 0; v < program.variables.size(); ++v) by_name_.emplace(program.variables[v].name, v);
}

bool InvariantNames::is_visible(const frontend::Variable& variable, std::size_t scope) const {
  if (variable.user_name.empty()) return false;
  const std::string base = variable.user_name.substr(0, variable.user_name.find_first_of(".["));
  const frontend::ScopeEntry* entry = points_.find(scope, base);
  if (entry == nullptr || !entry->is_variable) return false;
  return variable.function.empty() || entry->declared == variable.declared;
}

VariableText InvariantNames::operator()(logic::Term term, std::size_t scope, Computed computed) const {
  const std::string nothing(1, hidden);
  const auto found = by_name_.find(term.name());
  if (found == by_name_.end()) return {nothing, CLevel::primary, std::nullopt};
  const frontend::Variable& variable = program_.variables[found->second];
  const bool leads_on = variable.is_pointer;
  VariableText text{nothing, CLevel::primary, variable.type};
  if (leads_on) {
    text.value_name = std::make_shared<const std::function<std::string(const logic::Integer&)>>(
        [this, size = variable.pointee](const logic::Integer& address) {
          return address == 0 ? std::string() : memory_.pointer(address, size);
        });
  }
  if (program_.memory.cells.contains(found->second)) {
    const std::size_t dot = variable.user_name.find('.');
    const std::string mark = leads_on ? std::string(1, pointer) : std::string();
    if (dot != std::string::npos) text.text = member_cells + mark + variable.user_name.substr(dot + 1);
    text.element_name = std::make_shared<const std::function<std::string(const logic::Integer&)>>(
        [this, cells = found->second, mark](const logic::Integer& index) {
          const std::string place = memory_.place(cells, index);
          return place.empty() || place.find('#') != std::string::npos ? std::string() : mark + place;
        });
    return text;
  }
  if (!is_visible(variable, scope)) return text;
  text.indices = variable.indices;
  const bool widens = computed == Computed::in_long_long && !leads_on && !variable.array &&
                      !variable.type.is_floating() && variable.type.width < 64;
  if (!widens) {
    text.text = leads_on ? pointer + variable.user_name : variable.user_name;
    return text;
  }
  return {"(long long)" + variable.user_name, CLevel::unary, frontend::signed_integer(64)};
}

std::optional<std::string> InvariantNames::finished(const std::string& text) {
  static const std::regex member("\x02(\x03?)([A-Za-z_]\\w*)\\[\x03([\\w.>-]*\\w)\\]");
  static const std::regex comparison(
      "(?:\x03[\\w.>\\[\\]-]+|&[\\w.\\[\\]]+|\\b0) (?:==|!=) (?:\x03[\\w.>\\[\\]-]+|&[\\w.\\[\\]]+|0\\b)");
  std::string result = text;
  for (std::string next = std::regex_replace(result, member, "$1$3->$2"); next != result;
       next = std::regex_replace(result, member, "$1$3->$2"))
    result = next;
  const std::string rest = std::regex_replace(result, comparison, "");
  if (rest.find_first_of("\x01\x02\x03") != std::string::npos) return std::nullopt;
  std::erase(result, pointer);
  if (result.find_first_of("\x01\x02\x03") != std::string::npos) return std::nullopt;
  return result;
}

}  // namespace bireach::checker
