// SPDX-License-Identifier: Apache-2.0
#include "checker/report/thread_functions.h"

#include <algorithm>
#include <array>

namespace bireach::checker {

bool is_thread_function(std::string_view name) {
  constexpr std::array<std::string_view, 6> prefixes{"pthread_", "mtx_", "cnd_", "thrd_", "sem_", "tss_"};
  return name == "call_once" ||
         std::any_of(prefixes.begin(), prefixes.end(), [name](auto prefix) { return name.starts_with(prefix); });
}

bool is_synchronisation_type(std::string_view name) {
  constexpr std::array<std::string_view, 9> types{"pthread_mutex_t",
                                                  "pthread_cond_t",
                                                  "pthread_rwlock_t",
                                                  "pthread_barrier_t",
                                                  "pthread_spinlock_t",
                                                  "pthread_once_t",
                                                  "sem_t",
                                                  "mtx_t",
                                                  "cnd_t"};
  return std::find(types.begin(), types.end(), name) != types.end();
}

LockAction lock_action(std::string_view name) {
  struct Named {
    std::string_view name;
    LockAction action;
  };
  constexpr std::array<Named, 21> table{{{"pthread_mutex_lock", LockAction::lock},
                                         {"pthread_mutex_trylock", LockAction::try_lock},
                                         {"pthread_mutex_timedlock", LockAction::try_lock},
                                         {"pthread_mutex_unlock", LockAction::unlock},
                                         {"pthread_rwlock_rdlock", LockAction::lock},
                                         {"pthread_rwlock_wrlock", LockAction::lock},
                                         {"pthread_rwlock_tryrdlock", LockAction::try_lock},
                                         {"pthread_rwlock_trywrlock", LockAction::try_lock},
                                         {"pthread_rwlock_unlock", LockAction::unlock},
                                         {"pthread_spin_lock", LockAction::lock},
                                         {"pthread_spin_trylock", LockAction::try_lock},
                                         {"pthread_spin_unlock", LockAction::unlock},
                                         {"pthread_cond_wait", LockAction::wait},
                                         {"pthread_cond_timedwait", LockAction::wait},
                                         {"mtx_lock", LockAction::lock},
                                         {"mtx_trylock", LockAction::try_lock},
                                         {"mtx_timedlock", LockAction::try_lock},
                                         {"mtx_unlock", LockAction::unlock},
                                         {"cnd_wait", LockAction::wait},
                                         {"cnd_timedwait", LockAction::wait},
                                         {"pthread_cond_clockwait", LockAction::wait}}};
  const auto found =
      std::find_if(table.begin(), table.end(), [name](const Named& entry) { return entry.name == name; });
  return found == table.end() ? LockAction::none : found->action;
}

bool is_waiting_function(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"sem_wait", "sem_trywait", "sem_timedwait", "pthread_barrier_wait"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace bireach::checker
