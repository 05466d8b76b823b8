// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: the text of one library, and the names that it defines.
#include "frontend/clang/library/synchronisation_text.h"

namespace bireach::frontend {

const std::vector<std::string_view>& synchronisation_types() {
  static const std::vector<std::string_view> result{"pthread_mutex_t",
                                                    "pthread_mutexattr_t",
                                                    "pthread_cond_t",
                                                    "pthread_condattr_t",
                                                    "pthread_rwlock_t",
                                                    "pthread_rwlockattr_t",
                                                    "pthread_barrier_t",
                                                    "pthread_barrierattr_t",
                                                    "sem_t",
                                                    "mtx_t",
                                                    "cnd_t",
                                                    "once_flag"};
  return result;
}

std::string synchronisation_declarations(const std::map<std::string, std::string>& integers) {
  std::string result;
  for (const std::string_view type : synchronisation_types()) {
    const std::string name(type);
    const auto integer = integers.find(name);
    if (integer != integers.end()) {
      result += "typedef " + integer->second + " " + name + ";\n#define STATE_" + name + "(object) *(object)\n";
    } else {
      const std::string state = name == "pthread_barrier_t" ? "unsigned long long" : "unsigned";
      result += "typedef struct { " + state + " __state; } " + name + ";\n#define STATE_" + name +
                "(object) (object)->__state\n";
    }
  }
  return result;
}

const std::vector<std::string_view>& synchronisation_functions() {
  static const std::vector<std::string_view> result{
      "pthread_mutexattr_init",
      "pthread_mutexattr_destroy",
      "pthread_mutexattr_settype",
      "pthread_mutexattr_gettype",
      "pthread_mutexattr_setprotocol",
      "pthread_mutexattr_setpshared",
      "pthread_mutexattr_setrobust",
      "pthread_mutex_init",
      "pthread_mutex_destroy",
      "pthread_mutex_lock",
      "pthread_mutex_trylock",
      "pthread_mutex_timedlock",
      "pthread_mutex_clocklock",
      "pthread_mutex_unlock",
      "pthread_condattr_init",
      "pthread_condattr_destroy",
      "pthread_condattr_setclock",
      "pthread_condattr_setpshared",
      "pthread_cond_init",
      "pthread_cond_destroy",
      "pthread_cond_wait",
      "pthread_cond_timedwait",
      "pthread_cond_clockwait",
      "pthread_cond_signal",
      "pthread_cond_broadcast",
      "pthread_rwlockattr_init",
      "pthread_rwlockattr_destroy",
      "pthread_rwlockattr_setpshared",
      "pthread_rwlock_init",
      "pthread_rwlock_destroy",
      "pthread_rwlock_rdlock",
      "pthread_rwlock_tryrdlock",
      "pthread_rwlock_timedrdlock",
      "pthread_rwlock_wrlock",
      "pthread_rwlock_trywrlock",
      "pthread_rwlock_timedwrlock",
      "pthread_rwlock_unlock",
      "pthread_barrierattr_init",
      "pthread_barrierattr_destroy",
      "pthread_barrierattr_setpshared",
      "pthread_barrier_init",
      "pthread_barrier_destroy",
      "pthread_barrier_wait",
      "pthread_spin_init",
      "pthread_spin_destroy",
      "pthread_spin_lock",
      "pthread_spin_trylock",
      "pthread_spin_unlock",
      "pthread_once",
      "sem_init",
      "sem_destroy",
      "sem_wait",
      "sem_trywait",
      "sem_timedwait",
      "sem_clockwait",
      "sem_post",
      "sem_getvalue",
      "mtx_init",
      "mtx_destroy",
      "mtx_lock",
      "mtx_trylock",
      "mtx_timedlock",
      "mtx_unlock",
      "cnd_init",
      "cnd_destroy",
      "cnd_signal",
      "cnd_broadcast",
      "cnd_wait",
      "cnd_timedwait",
      "call_once",
  };
  return result;
}

// POSIX.1-2017, XSH; ISO/IEC 9899:2011, 7.26; numbers and results as glibc has them. A mutex that nobody holds has its
// kind for a state (see mutex_kind_unit; 0: it is plain), one that is held its holder's number added to that, and LEVEL
// for each further time that the holder has locked it. Of a lock for readers and writers: the number of readers, or
// WRITER and the number of the writer. Of a semaphore: its value. Of a barrier: how many it is for, how many are still
// missing, how often it has been passed. A wait for a condition variable may end at any time (XSH
// pthread_cond_timedwait, "Spurious wakeups"), so that variables of that type need no state, unless it matters who
// waits for ever: then it has a bit for each thread that waits for a signal. Whether a wait ends without one is chosen
// before.
std::string_view synchronisation_text() {
  return R"(
extern void bireach_atomic_begin(void);
extern void bireach_atomic_end(void);
extern void bireach_block_until(int condition);
extern unsigned bireach_self(void);
extern int bireach_has_mutex_kinds(void);
extern void bireach_assume_spurious(void);
extern int bireach_waits_matter(void);
extern int bireach_memory_matters(void);
/* Does the object exist? Where nobody asks, it is not read. */
#define TOUCH(state)                                                                 \
  if (bireach_memory_matters()) {                                                    \
    bireach_atomic_begin();                                                          \
    unsigned seen = (unsigned)(state);                                               \
    bireach_atomic_end();                                                            \
  }
extern void bireach_refuse(const char *what);
extern void bireach_misuse(const char *what);
extern int bireach_misuse_matters(void);
struct timespec;
#define STEP(text) bireach_atomic_begin(); text bireach_atomic_end();
#define RESULT(number) { bireach_atomic_end(); return number; }
#define NOT_PERMITTED 1
#define BUSY 16
#define INVALID 22
#define DEADLOCK 35
#define TIMED_OUT 110

#define MUTEX STATE_pthread_mutex_t(mutex)
#define KIND STATE_pthread_mutexattr_t(attributes)
#define RECURSIVE 0x10000u
#define CHECKED 0x20000u
#define LEVEL 0x100000u
#define IS_PLAIN(state) (!bireach_has_mutex_kinds() || (state) < RECURSIVE)
#define HOLDS(state) (bireach_self() == (IS_PLAIN(state) ? (state) : (state) % RECURSIVE))
#define ATTRIBUTES(name)                                                             \
  int pthread_##name##attr_init(pthread_##name##attr_t *attributes) {                \
    STATE_pthread_##name##attr_t(attributes) = 0;                                    \
    return 0;                                                                        \
  }                                                                                  \
  int pthread_##name##attr_destroy(pthread_##name##attr_t *attributes) { return 0; } \
  int pthread_##name##attr_setpshared(pthread_##name##attr_t *attributes, int is) {  \
    if (is) bireach_refuse("an object that processes share");                        \
    return 0;                                                                        \
  }
ATTRIBUTES(mutex)
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
  if (kind < 0 || kind > 3) return INVALID;
  KIND = kind;
  return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
  *kind = KIND;
  return 0;
}
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
  if (protocol) bireach_refuse("a mutex that changes priorities");
  return 0;
}
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int is_robust) {
  if (is_robust) bireach_refuse("a robust mutex");
  return 0;
}
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  if (bireach_has_mutex_kinds() && attributes)
    MUTEX = KIND == 1 ? RECURSIVE : KIND == 2 ? CHECKED : 0;
  else
    MUTEX = 0;
  return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  STEP(if (bireach_has_mutex_kinds() ? MUTEX % RECURSIVE : MUTEX)
         bireach_misuse("destruction of a mutex that is locked");)
  return 0;
}
/* Locks a mutex that is not plain; `wait`: what happens if another thread holds it. */
#define LOCK_KIND(wait)                                                              \
  if (MUTEX % LEVEL == RECURSIVE + bireach_self()) {                                 \
    if (MUTEX >= 0xfff00000u) bireach_refuse("a mutex that is locked too often");    \
    MUTEX += LEVEL;                                                                  \
    RESULT(0)                                                                        \
  }                                                                                  \
  wait                                                                               \
  MUTEX += bireach_self();                                                           \
  RESULT(0)
#define FREE (MUTEX == RECURSIVE || MUTEX == CHECKED)
#define LOCK(again)                                                                  \
  bireach_atomic_begin();                                                            \
  if (!IS_PLAIN(MUTEX)) {                                                            \
    LOCK_KIND(if (MUTEX == CHECKED + bireach_self()) RESULT(DEADLOCK) bireach_block_until(FREE);) \
  }                                                                                  \
  again                                                                              \
  bireach_block_until(MUTEX == 0);                                                   \
  MUTEX = bireach_self();                                                            \
  RESULT(0)
/* That is for mutexes of the default kind; if some have kinds, one may be PTHREAD_MUTEX_NORMAL. */
#define NOT_AGAIN(state, what)                                                       \
  if (bireach_misuse_matters() && state == bireach_self()) bireach_misuse("lock of a " what " that the thread holds");
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  LOCK(if (!bireach_has_mutex_kinds()) { NOT_AGAIN(MUTEX, "mutex") })
}
int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  bireach_atomic_begin();
  if (!IS_PLAIN(MUTEX)) {
    LOCK_KIND(if (!FREE) RESULT(BUSY))
  }
  if (MUTEX != 0) RESULT(BUSY)
  MUTEX = bireach_self();
  RESULT(0)
}
#define TIMED_LOCK                                                                   \
  int any;                                                                           \
  if (pthread_mutex_trylock(mutex) == 0) return 0;                                   \
  if (any) return TIMED_OUT;                                                         \
  LOCK()
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) { TIMED_LOCK }
int pthread_mutex_clocklock(pthread_mutex_t *mutex, int clock, const struct timespec *until) { TIMED_LOCK }
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  bireach_atomic_begin();
  if (!IS_PLAIN(MUTEX)) {
    if (bireach_self() != MUTEX % RECURSIVE) RESULT(NOT_PERMITTED)
    MUTEX -= MUTEX >= LEVEL ? LEVEL : bireach_self();
    RESULT(0)
  }
  if (bireach_self() != MUTEX) bireach_misuse("unlock of a mutex that the thread does not hold");
  MUTEX = 0;
  RESULT(0)
}

ATTRIBUTES(cond)
int pthread_condattr_setclock(pthread_condattr_t *attributes, int clock) {
  return clock == 0 || clock == 1 ? 0 : INVALID;
}
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  STATE_pthread_cond_t(condition) = 0;
  return 0;
}
#define CONDITION STATE_pthread_cond_t(condition)
int pthread_cond_destroy(pthread_cond_t *condition) {
  TOUCH(CONDITION)
  return 0;
}
#define OWN_BIT (1u << (bireach_self() - 1))
/* A signal ends the waits of some threads, of one at least. */
#define SIGNAL(state)                                                                \
  TOUCH(state)                                                                       \
  if (bireach_waits_matter()) {                                                      \
    unsigned any;                                                                    \
    unsigned left;                                                                   \
    bireach_atomic_begin();                                                          \
    left = state & any;                                                              \
    state = left == state ? state & (state - 1) : left;                              \
    bireach_atomic_end();                                                            \
  }                                                                                  \
  return 0;
#define BROADCAST(state)                                                             \
  TOUCH(state)                                                                       \
  if (bireach_waits_matter()) state = 0;                                             \
  return 0;
int pthread_cond_signal(pthread_cond_t *condition) { SIGNAL(CONDITION) }
int pthread_cond_broadcast(pthread_cond_t *condition) { BROADCAST(CONDITION) }
#define BEGIN_WAIT(state)                                                            \
  TOUCH(state)                                                                       \
  if (bireach_waits_matter()) {                                                      \
    if (bireach_self() > 32 || sizeof(state) < 4) bireach_refuse("a condition variable for so many threads"); \
    state = state | OWN_BIT;                                                         \
  }
#define END_WAIT(state, ends_by_itself)                                              \
  if (bireach_waits_matter()) {                                                      \
    int any;                                                                         \
    if (ends_by_itself || any) {                                                     \
      STEP(state = state & ~OWN_BIT;)                                                \
    } else {                                                                         \
      bireach_block_until((state & OWN_BIT) == 0);                                   \
    }                                                                                \
  }
#define WAIT(release, acquire, state, ends_by_itself)                                \
  bireach_assume_spurious();                                                         \
  bireach_atomic_begin();                                                            \
  if (!HOLDS(MUTEX)) {                                                               \
    if (bireach_has_mutex_kinds() && (MUTEX & CHECKED)) RESULT(NOT_PERMITTED)        \
    bireach_misuse("wait with a mutex that the thread does not hold");               \
  }                                                                                  \
  BEGIN_WAIT(state)                                                                  \
  release                                                                            \
  bireach_atomic_end();                                                              \
  END_WAIT(state, ends_by_itself)                                                    \
  STEP(acquire)
/* A mutex that was locked several times is released all the same, as its holder waits for others. */
#define WAIT_FOR_CONDITION(ends_by_itself)                                           \
  if (bireach_has_mutex_kinds()) {                                                   \
    unsigned held;                                                                   \
    WAIT(held = MUTEX; MUTEX = held % LEVEL - held % RECURSIVE;,                     \
         bireach_block_until(MUTEX % RECURSIVE == 0); MUTEX = held;, CONDITION, ends_by_itself) \
  } else {                                                                           \
    WAIT(MUTEX = 0;, bireach_block_until(MUTEX == 0); MUTEX = bireach_self();, CONDITION, ends_by_itself) \
  }
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  WAIT_FOR_CONDITION(0)
  return 0;
}
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  int any;
  WAIT_FOR_CONDITION(1)
  return any ? TIMED_OUT : 0;
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, int clock,
                           const struct timespec *until) {
  int any;
  WAIT_FOR_CONDITION(1)
  return any ? TIMED_OUT : 0;
}

#define RWLOCK STATE_pthread_rwlock_t(lock)
#define WRITER 0x10000u
ATTRIBUTES(rwlock)
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  RWLOCK = 0;
  return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  if (RWLOCK != 0) bireach_misuse("destruction of a lock that is held");
  return 0;
}
#define LOCK_FOR(action, blocks)                                                     \
  bireach_atomic_begin();                                                            \
  blocks                                                                             \
  action                                                                             \
  RESULT(0)
#define WAIT_TO(condition) if (RWLOCK == WRITER + bireach_self()) RESULT(DEADLOCK) bireach_block_until(condition);
/* How many locks of any objects the thread holds as a reader. */
static _Thread_local unsigned bireach_read_locks;
#define READ                                                                         \
  RWLOCK++;                                                                          \
  bireach_read_locks++;
#define WRITE RWLOCK = WRITER + bireach_self();
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { LOCK_FOR(READ, WAIT_TO(RWLOCK < WRITER)) }
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { LOCK_FOR(WRITE, WAIT_TO(RWLOCK == 0)) }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { LOCK_FOR(READ, if (RWLOCK >= WRITER) RESULT(BUSY)) }
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) { LOCK_FOR(WRITE, if (RWLOCK != 0) RESULT(BUSY)) }
#define TIMED_RWLOCK(kind)                                                           \
  int any;                                                                           \
  if (pthread_rwlock_try##kind(lock) == 0) return 0;                                 \
  if (any) return TIMED_OUT;                                                         \
  return pthread_rwlock_##kind(lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) { TIMED_RWLOCK(rdlock) }
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) { TIMED_RWLOCK(wrlock) }
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  bireach_atomic_begin();
  if (RWLOCK == 0) bireach_misuse("unlock of a lock that nobody holds");
  if (RWLOCK < WRITER) {
    if (bireach_read_locks == 0) bireach_misuse("unlock of a lock that the thread does not hold");
    bireach_read_locks--;
    RWLOCK--;
    RESULT(0)
  }
  if (RWLOCK != WRITER + bireach_self()) bireach_misuse("unlock of a lock that another thread holds");
  RWLOCK = 0;
  RESULT(0)
}

#define BARRIER STATE_pthread_barrier_t(barrier)
#define MISSING 0x10000ull
#define PASSED 0x100000000ull
ATTRIBUTES(barrier)
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
  if (count == 0) return INVALID;
  if (count >= MISSING) bireach_refuse("a barrier for so many threads");
  BARRIER = count + count * MISSING;
  return 0;
}
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  STEP(if (BARRIER % PASSED / MISSING != BARRIER % MISSING)
         bireach_misuse("destruction of a barrier where threads wait");)
  return 0;
}
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  unsigned long long passed;
  bireach_atomic_begin();
  if (BARRIER % MISSING == 0) bireach_misuse("wait at a barrier that is not initialised");
  passed = BARRIER / PASSED;
  if (BARRIER % PASSED / MISSING == 1) {
    BARRIER = BARRIER % MISSING * (MISSING + 1) + (passed + 1) * PASSED;
    RESULT(-1)
  }
  BARRIER -= MISSING;
  bireach_atomic_end();
  STEP(bireach_block_until(BARRIER / PASSED != passed);)
  return 0;
}

/* The object is no less shared for being volatile. */
#define SPIN *(int *)lock
int pthread_spin_init(volatile int *lock, int is_shared) {
  if (is_shared) bireach_refuse("an object that processes share");
  SPIN = 0;
  return 0;
}
int pthread_spin_destroy(volatile int *lock) {
  if (SPIN != 0) bireach_misuse("destruction of a lock that is held");
  return 0;
}
int pthread_spin_lock(volatile int *lock) {
  STEP(NOT_AGAIN(SPIN, "lock") bireach_block_until(SPIN == 0); SPIN = bireach_self();)
  return 0;
}
int pthread_spin_trylock(volatile int *lock) {
  bireach_atomic_begin();
  if (SPIN != 0) RESULT(BUSY)
  SPIN = bireach_self();
  RESULT(0)
}
int pthread_spin_unlock(volatile int *lock) {
  STEP(if (bireach_self() != SPIN) bireach_misuse("unlock of a lock that the thread does not hold"); SPIN = 0;)
  return 0;
}

/* 0, 1 while the routine runs, 2 */
#define ONCE(state)                                                                  \
  bireach_atomic_begin();                                                            \
  bireach_block_until(state != 1);                                                   \
  if (state == 0) {                                                                  \
    state = 1;                                                                       \
    bireach_atomic_end();                                                            \
    routine();                                                                       \
    STEP(state = 2;)                                                                 \
  } else {                                                                           \
    bireach_atomic_end();                                                            \
  }
int pthread_once(int *once, void (*routine)(void)) {
  ONCE(*once)
  return 0;
}
void call_once(once_flag *once, void (*routine)(void)) { ONCE(STATE_once_flag(once)) }

/* errno is not set. */
#define SEMAPHORE STATE_sem_t(semaphore)
int sem_init(sem_t *semaphore, int is_shared, unsigned value) {
  if (is_shared) bireach_refuse("an object that processes share");
  if (value > 0x7fffffff) return -1;
  SEMAPHORE = value;
  return 0;
}
int sem_destroy(sem_t *semaphore) {
  TOUCH(STATE_sem_t(semaphore))
  return 0;
}
int sem_wait(sem_t *semaphore) {
  STEP(bireach_block_until(SEMAPHORE > 0); SEMAPHORE--;)
  return 0;
}
int sem_trywait(sem_t *semaphore) {
  bireach_atomic_begin();
  if (SEMAPHORE == 0) RESULT(-1)
  SEMAPHORE--;
  RESULT(0)
}
#define TIMED_WAIT                                                                   \
  int any;                                                                           \
  if (sem_trywait(semaphore) == 0) return 0;                                         \
  if (any) return -1;                                                                \
  return sem_wait(semaphore);
int sem_timedwait(sem_t *semaphore, const struct timespec *until) { TIMED_WAIT }
int sem_clockwait(sem_t *semaphore, int clock, const struct timespec *until) { TIMED_WAIT }
int sem_post(sem_t *semaphore) {
  bireach_atomic_begin();
  if (SEMAPHORE == 0x7fffffff) RESULT(-1)
  SEMAPHORE++;
  RESULT(0)
}
int sem_getvalue(sem_t *semaphore, int *value) {
  int state;
  STEP(state = SEMAPHORE;)
  *value = state;
  return 0;
}

/* thrd_success 0, thrd_busy 1, thrd_error 2, thrd_timedout 4; mtx_recursive 1, mtx_timed 2 */
#define MTX STATE_mtx_t(mutex)
int mtx_init(mtx_t *mutex, int kind) {
  if (kind < 0 || kind > 3) return 2;
  MTX = kind % 2 ? RECURSIVE : 0;
  return 0;
}
void mtx_destroy(mtx_t *mutex) {}
#define LOCK_MTX(wait)                                                               \
  bireach_atomic_begin();                                                            \
  if (MTX % LEVEL == RECURSIVE + bireach_self()) {                                   \
    if (MTX >= 0xfff00000u) bireach_refuse("a mutex that is locked too often");      \
    MTX += LEVEL;                                                                    \
    RESULT(0)                                                                        \
  }                                                                                  \
  wait                                                                               \
  MTX += bireach_self();                                                             \
  RESULT(0)
int mtx_lock(mtx_t *mutex) {
  LOCK_MTX(NOT_AGAIN(MTX, "mutex") bireach_block_until(MTX == 0 || MTX == RECURSIVE);)
}
int mtx_trylock(mtx_t *mutex) { LOCK_MTX(if (MTX != 0 && MTX != RECURSIVE) RESULT(1)) }
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
  int any;
  if (mtx_trylock(mutex) == 0) return 0;
  if (any) return 4;
  LOCK_MTX(bireach_block_until(MTX == 0 || MTX == RECURSIVE);)
}
int mtx_unlock(mtx_t *mutex) {
  bireach_atomic_begin();
  if (bireach_self() != MTX % RECURSIVE) bireach_misuse("unlock of a mutex that the thread does not hold");
  MTX -= MTX >= LEVEL ? LEVEL : bireach_self();
  RESULT(0)
}
int cnd_init(cnd_t *condition) {
  STATE_cnd_t(condition) = 0;
  return 0;
}
void cnd_destroy(cnd_t *condition) { TOUCH(STATE_cnd_t(condition)) }
#define CND STATE_cnd_t(condition)
int cnd_signal(cnd_t *condition) { SIGNAL(CND) }
int cnd_broadcast(cnd_t *condition) { BROADCAST(CND) }
#define WAIT_FOR_CND(ends_by_itself)                                                 \
  unsigned held;                                                                     \
  bireach_assume_spurious();                                                         \
  STEP(if (bireach_self() != MTX % RECURSIVE) bireach_misuse("wait with a mutex that the thread does not hold"); \
       BEGIN_WAIT(CND) held = MTX; MTX = held % LEVEL - bireach_self();)             \
  END_WAIT(CND, ends_by_itself)                                                      \
  STEP(bireach_block_until(MTX % RECURSIVE == 0); MTX = held;)
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  WAIT_FOR_CND(0)
  return 0;
}
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
  int any;
  WAIT_FOR_CND(1)
  return any ? 4 : 0;
}
)";
}

}  // namespace bireach::frontend
