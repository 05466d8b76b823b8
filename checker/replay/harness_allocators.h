// SPDX-License-Identifier: Apache-2.0
/// The allocators of harnesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/reading/source_points.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Bytes that an allocated object holds before anything is written to it.
struct RecordedContent {
  std::size_t allocation;  ///< which of the program's calls of an allocator: numbered_call()
  logic::Integer offset;
  std::vector<unsigned> bytes;
};

/// Each thread counts its calls of allocators from 1.
[[nodiscard]] constexpr std::size_t numbered_call(std::uint32_t thread, std::size_t call) {
  return (static_cast<std::size_t>(thread) << 20U) + call;
}

/// C text: an allocator that gives objects these contents, to which the linker leads the program's calls of malloc,
/// calloc, realloc and free. `failing`: the calls that return null. `threads`: there are
/// several, with numbers bireach_self.
[[nodiscard]] std::string replaced_allocator(const std::vector<RecordedContent>& contents,
                                             const std::vector<std::size_t>& failing, bool threads);

struct DefinedAllocators {
  std::string text;                   ///< C
  std::set<std::string> not_defined;  ///< functions of types that cannot be written here, or that do not fit
};
/// Those that library_functions.h knows, that the program declares without a body, and that no C library has, in terms
/// of those that it has. `own_malloc`: the function that makes objects which are none of the program's allocations, as
/// those of a declared `alloca`.
[[nodiscard]] DefinedAllocators defined_allocators(const std::vector<frontend::FunctionPoint>& functions,
                                                   const std::string& own_malloc);

}  // namespace bireach::checker
