// SPDX-License-Identifier: Apache-2.0
/// The functions of <pthread.h>, <semaphore.h> and <threads.h> that threads synchronise with, as C (part of
/// library_text()). One step of a thread is what stands between `bireach_atomic_begin()` and `bireach_atomic_end()`;
/// `bireach_block_until` waits there, `bireach_self()` is the number of the thread that runs, from 1 on.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bireach::frontend {

/// The names of the types of the objects.
[[nodiscard]] const std::vector<std::string_view>& synchronisation_types();
/// The types, of which `integers` are integers, with their names.
[[nodiscard]] std::string synchronisation_declarations(const std::map<std::string, std::string>& integers);
[[nodiscard]] const std::vector<std::string_view>& synchronisation_functions();
[[nodiscard]] std::string_view synchronisation_text();

}  // namespace bireach::frontend
