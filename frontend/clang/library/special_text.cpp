// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/special_text.h"

#include <map>

#include "frontend/clang/library/printed_text.h"
#include "frontend/clang/library/scanned_text.h"

namespace bireach::frontend {
namespace {

constexpr std::string_view prefix = "bireach_for_";

/// Elements that compare equal may come in any order (C11 7.22.5.2p4).
std::string sorting(const SpecialCall& call) {
  return "void " + call.symbol + "(" + call.element +
         " *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {\n"
         "  for (size_t i = 1; i < count; i++) {\n"
         "    size_t to = i;\n"
         "    " +
         call.element +
         " moved = array[i];\n"
         "    for (; to > 0; to--) {\n"
         "      int any;\n"
         "      int order = compare(array + (to - 1), &moved);\n"
         "      if (order < 0 || (order == 0 && any)) break;\n"
         "      array[to] = array[to - 1];\n"
         "    }\n"
         "    array[to] = moved;\n"
         "  }\n"
         "}\n";
}

/// Reads what is written, by elements or by bytes. How much is written is the system's choice.
std::optional<std::string> memory_output_text(const SpecialCall& call) {
  const bool is_of_stream = call.function.starts_with("fwrite");
  const unsigned object = *special_memory(call.function);
  const std::size_t arguments = call.function == "write" ? 3 : 4;
  if (call.arguments.size() != arguments) return std::nullopt;
  std::string parameters;
  for (unsigned i = 0; i < arguments; ++i)
    parameters += (i == 0 ? "" : ", ") + call.arguments[i] + (i == object ? " object" : " a" + std::to_string(i));
  // Elements need not lie behind the last whole one: what is written may be a buffer of any length.
  std::string element = call.arguments[object].substr(0, call.arguments[object].size() - 1);
  if (element.starts_with("const ")) element.erase(0, 6);
  // A copy, as elements need not have a value.
  const std::string of_elements =
      "    for (size_t i = 0; i < bytes / sizeof *object; i++) {\n      " + element +
      " written;\n      memcpy(&written, object + i, sizeof written);\n    }\n"
      "    if (bytes % sizeof *object) bireach_refuse(\"output of a part of an element\");\n";
  const std::string of_bytes = "    unsigned char written[bytes];\n    memcpy(written, object, bytes);\n";
  const std::string reads = "  if (bytes && bireach_reads_texts()) {\n" +
                            (call.arguments[object] == "const void *" ? of_bytes : of_elements) + "  }\n";
  const std::string start = "extern int bireach_reads_texts(void);\n";
  if (is_of_stream)
    return start + "size_t " + call.symbol + "(" + parameters + ") {\n  const size_t bytes = a1 * a2;\n" + reads +
           "  size_t any;\n  return !a1 ? 0 : any < a2 ? any : a2;\n}\n";
  return start + "__PTRDIFF_TYPE__ " + call.symbol + "(" + parameters + ") {\n  const size_t bytes = a2;\n" + reads +
         "  __PTRDIFF_TYPE__ any;\n  return any < 0 ? -1 : (size_t)any < bytes ? any : (__PTRDIFF_TYPE__)bytes;\n}\n";
}

}  // namespace

std::optional<unsigned> special_format(const std::string& function) {
  static const std::map<std::string, unsigned> formats{
      {"sprintf", 1}, {"snprintf", 2}, {"asprintf", 1}, {"sscanf", 1}, {"scanf", 0},
      {"fscanf", 1},  {"printf", 0},   {"fprintf", 1},  {"error", 2},  {"error_at_line", 4}};
  const auto found = formats.find(function);
  return found == formats.end() ? std::nullopt : std::optional(found->second);
}

bool is_special_output(const std::string& function) {
  return function == "printf" || function == "fprintf" || function == "puts" || function == "fputs" ||
         function == "perror" || function == "error" || function == "error_at_line";
}

std::optional<unsigned> special_memory(const std::string& function) {
  if (function == "fwrite" || function == "fwrite_unlocked") return 0;
  const bool is_of_system = function == "write" || function == "pwrite" || function == "send";
  return is_of_system ? std::optional(1U) : std::nullopt;
}

bool is_special_for_elements(const std::string& function) {
  return function == "qsort";
}

std::string special_symbol(const std::string& function, unsigned number) {
  return std::string(prefix) + std::to_string(number) + "_" + function;
}

std::string special_function(const std::string& symbol) {
  if (!symbol.starts_with(prefix)) return {};
  return symbol.substr(symbol.find('_', prefix.size()) + 1);
}

std::string special_helpers() {
  return scanning_helpers();
}

std::optional<std::string> special_text(const SpecialCall& call) {
  if (is_special_for_elements(call.function)) return sorting(call);
  if (is_special_output(call.function)) return output_text(call);
  if (special_memory(call.function)) return memory_output_text(call);
  if (call.function.ends_with("printf")) return printing_text(call);
  return scanning_text(call);
}

std::string unmodelled_conversion(const SpecialCall& call) {
  return call.function.ends_with("scanf") ? unmodelled_scan(call) : unmodelled_print(call);
}

}  // namespace bireach::frontend
