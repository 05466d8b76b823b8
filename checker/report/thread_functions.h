// SPDX-License-Identifier: Apache-2.0
/// What functions of the C library that are for threads do, by their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bireach::checker {

/// Is it a function of the library whose purpose are threads: pthread_mutex_lock, mtx_lock, sem_wait?
[[nodiscard]] bool is_thread_function(std::string_view name);

/// Is it a type of objects that threads synchronise with ("pthread_mutex_t")?
[[nodiscard]] bool is_synchronisation_type(std::string_view name);

enum class LockAction : std::uint8_t {
  none,
  lock,      ///< of its first argument
  try_lock,  ///< which may fail
  unlock,
  wait  ///< gives up the lock that is its second argument, and has it again when it returns
};
[[nodiscard]] LockAction lock_action(std::string_view name);
/// Does it wait at a semaphore or a barrier?
[[nodiscard]] bool is_waiting_function(std::string_view name);

}  // namespace bireach::checker
