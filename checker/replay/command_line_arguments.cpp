// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/command_line_arguments.h"

#include <fmt/format.h>

#include <algorithm>

namespace bireach::checker {
namespace {

constexpr std::size_t longest_text = 65536;
constexpr std::size_t most_arguments = 1U << 20U;

}  // namespace

bool CommandLineArguments::take(const TraceInput& input) {
  const frontend::Edge& edge = program_.edge(execution_.trace[input.step]);
  const frontend::Variable& variable = program_.variables[input.variable];
  if (variable.function == program_.entry && edge.role == frontend::EdgeRole::Parameter && !input.index) {
    if (variable.name.ends_with(frontend::start_of_argument))
      starts_.push_back(input.value);
    else if (!variable.is_pointer && !count_)
      count_ = input.value;
    else
      return false;
    return true;
  }
  const auto cells = program_.memory.cells.find(input.variable);
  if (cells == program_.memory.cells.end() || cells->second.size != 1 || !input.index) return false;
  const logic::Integer address = *input.index + cells->second.shift;
  const std::vector<frontend::Memory::Object>& objects = program_.memory.objects;
  const bool is_text = std::any_of(objects.begin(), objects.end(), [&address](const frontend::Memory::Object& object) {
    return object.name == frontend::texts_of_arguments && object.address <= address &&
           address < object.address + object.size;
  });
  if (is_text) bytes_[address] = static_cast<unsigned char>(static_cast<int>(logic::euclidean_mod(input.value, 256)));
  return is_text;
}

std::optional<std::string> CommandLineArguments::text(std::size_t argument) const {
  const logic::Integer& start = starts_[argument];
  const auto begin = bytes_.lower_bound(start);
  // The byte before the next text ends this one, if nothing else does.
  const auto end = argument + 1 < starts_.size() ? bytes_.lower_bound(starts_[argument + 1] - 1) : bytes_.end();
  std::string result;
  for (auto byte = begin; byte != end && byte->second != 0; ++byte) {
    const logic::Integer distance = byte->first - start;
    if (distance >= longest_text) return std::nullopt;
    result.resize(static_cast<std::size_t>(distance), 'A');
    result += static_cast<char>(byte->second);
  }
  return result;
}

std::optional<std::string> CommandLineArguments::code() const {
  const logic::Integer count = count_.value_or(starts_.size());
  if (count < starts_.size() || count > most_arguments) return std::nullopt;
  std::string texts;
  std::string table;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const std::optional<std::string> given = text(i);
    if (!given) return std::nullopt;
    std::string bytes;
    for (const char byte : *given) bytes += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
    texts += fmt::format("static char bireach_argument_{}[] = \"{}\";\n", i, bytes);
    table += fmt::format("bireach_argument_{}, ", i);
  }
  return fmt::format(
      "{0}static char bireach_no_text[] = \"\";\nenum {{ bireach_count = {1} }};\n"
      "static char *bireach_arguments[bireach_count + 1] = {{{2}0}};\n"
      "static void bireach_give_arguments(void) {{\n"
      "  for (int i = {3}; i < bireach_count; i++) bireach_arguments[i] = bireach_no_text;\n}}\n",
      texts, count.str(), table, starts_.size());
}

}  // namespace bireach::checker
