// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/harness_allocators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang/library/library_functions.h"

namespace bireach::checker {
namespace {

using frontend::FunctionPoint;
using FunctionKind = frontend::LibraryFunction::Kind;

bool is_in_every_c_library(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({"calloc", "free", "malloc", "realloc", "reallocarray"});
  return name.starts_with("__builtin_") || std::find(names.begin(), names.end(), name) != names.end();
}

/// In C, with the arguments a0, a1, …; empty: it does nothing of the kind.
std::string call_of_its_like(FunctionKind kind, const std::string& allocate) {
  switch (kind) {
    case FunctionKind::allocates:
      return allocate + "((__SIZE_TYPE__)a0)";
    case FunctionKind::zeroes:
      return "calloc(1, (__SIZE_TYPE__)a0)";
    case FunctionKind::zeroes_array:
      return "calloc((__SIZE_TYPE__)a0, (__SIZE_TYPE__)a1)";
    case FunctionKind::resizes:
      return "realloc((void *)a0, (__SIZE_TYPE__)a1)";
    case FunctionKind::frees:
      return "free((void *)a0)";
    default:
      return {};
  }
}

/// Can it be defined as it is declared, with the arguments that it needs?
bool has_fitting_type(const FunctionPoint& point, FunctionKind kind) {
  const bool uses_two = kind == FunctionKind::zeroes_array || kind == FunctionKind::resizes;
  if (point.definition.empty() || point.arguments < (uses_two ? 2U : 1U)) return false;
  return kind == FunctionKind::frees ? point.result_type == "void" : point.result_type.ends_with('*');
}

}  // namespace

std::string replaced_allocator(const std::vector<RecordedContent>& contents, const std::vector<std::size_t>& failing,
                               bool threads) {
  std::string out =
      threads ? "\n#define BIREACH_CALL (((unsigned long)bireach_self << 20) + bireach_calls)\n"
                "static __thread unsigned long bireach_calls;\n"
              : "\n#define BIREACH_OWN\n#define BIREACH_CALL bireach_calls\nstatic unsigned long bireach_calls;\n";
  out +=
      "\n/* The program's own calls of malloc, calloc and realloc come here (ld's --wrap), those of libraries and\n"
      "   sanitizers do not. Objects that are read before they are written: by which call, where, which byte. */\n"
      "static const struct { unsigned long call, offset; unsigned char byte; } bireach_contents[] = {\n";
  for (const RecordedContent& content : contents) {
    for (std::size_t i = 0; i < content.bytes.size(); ++i)
      out += fmt::format("  {{{}, {}, {:#04x}}},\n", content.allocation, logic::Integer(content.offset + i).str(),
                         content.bytes[i]);
  }
  out += "  {0, 0, 0}};\nstatic const unsigned long bireach_failing[] = {";  // calls count from 1
  for (const std::size_t call : failing) out += fmt::format("{}, ", call);
  out +=
      "0};\n"
      "static unsigned char bireach_heap[64UL << 20] __attribute__((aligned(16)));\n"
      "static unsigned long bireach_used;\n"
      "BIREACH_OWN void *__wrap_malloc(__SIZE_TYPE__ size) {\n"
      "  unsigned char *object = bireach_heap + bireach_used + 16;\n"
      "  if (size > (__SIZE_TYPE__)-1 / 2) return 0;\n"
      "  ++bireach_calls;\n"
      "  for (unsigned long i = 0; i < sizeof bireach_failing / sizeof *bireach_failing; ++i)\n"
      "    if (bireach_failing[i] == BIREACH_CALL) return 0;\n"
      "  if (bireach_used > sizeof bireach_heap - 64 || size > sizeof bireach_heap - 64 - bireach_used)\n"
      "    bireach_end(\"out of memory\\n\", 96);\n"
      "  *(__SIZE_TYPE__ *)(object - 16) = size;\n"
      "  bireach_used += 16 + (size + 15) / 16 * 16;\n"
      "  for (unsigned long i = 0; i < sizeof bireach_contents / sizeof *bireach_contents; ++i)\n"
      "    if (bireach_contents[i].call == BIREACH_CALL && bireach_contents[i].offset < size)\n"
      "      object[bireach_contents[i].offset] = bireach_contents[i].byte;\n"
      "  return object;\n"
      "}\n"
      "extern void __real_free(void *);\n"
      "BIREACH_OWN void __wrap_free(void *object) {\n"
      "  unsigned char *byte = object;\n"
      "  if (byte < bireach_heap || byte >= bireach_heap + sizeof bireach_heap) __real_free(object);\n"
      "}\n"
      "BIREACH_OWN void *__wrap_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) {\n"
      "  if (size && count > (__SIZE_TYPE__)-1 / size) return 0;\n"
      "  unsigned char *object = __wrap_malloc(count * size);\n"
      "  for (__SIZE_TYPE__ i = 0; object && i < count * size; ++i) object[i] = 0;\n"
      "  return object;\n"
      "}\n"
      "BIREACH_OWN void *__wrap_realloc(void *old, __SIZE_TYPE__ size) {\n"
      "  if (old && !size) return 0;\n"
      "  unsigned char *object = __wrap_malloc(size);\n"
      "  __SIZE_TYPE__ kept = old ? *(__SIZE_TYPE__ *)((unsigned char *)old - 16) : 0;\n"
      "  for (__SIZE_TYPE__ i = 0; object && i < kept && i < size; ++i) object[i] = ((unsigned char *)old)[i];\n"
      "  return object;\n"
      "}\n"
      "BIREACH_OWN void *__wrap_reallocarray(void *old, __SIZE_TYPE__ count, __SIZE_TYPE__ size) {\n"
      "  return size && count > (__SIZE_TYPE__)-1 / size ? 0 : __wrap_realloc(old, count * size);\n"
      "}\n";
  return out;
}

DefinedAllocators defined_allocators(const std::vector<FunctionPoint>& functions, const std::string& own_malloc) {
  DefinedAllocators result;
  for (const FunctionPoint& point : functions) {
    if (point.is_defined || is_in_every_c_library(point.name) || !frontend::is_allocator(point.name)) continue;
    const FunctionKind kind = frontend::library_function(point.name)->kind;
    if (point.is_static || !has_fitting_type(point, kind)) {
      result.not_defined.insert(point.name);
      continue;
    }
    // Objects on the stack are none of the allocations that are counted. Nothing has to be freed at a return.
    const std::string call = call_of_its_like(kind, frontend::allocates_on_stack(point.name) ? own_malloc : "malloc");
    result.text +=
        fmt::format("{} {{ {}{}; }}\n", point.definition, kind == FunctionKind::frees ? "" : "return ", call);
  }
  if (!result.text.empty()) {
    const std::string own = own_malloc == "malloc" ? "" : "extern void *" + own_malloc + "(__SIZE_TYPE__);\n";
    result.text =
        "\n/* Allocators that no C library has. */\n"
        "extern void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__), *realloc(void *, __SIZE_TYPE__);\n"
        "extern void free(void *);\n" +
        own + result.text;
  }
  return result;
}

}  // namespace bireach::checker
