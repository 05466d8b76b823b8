// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Recursive mutexes and those that look for errors.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void) {
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_trylock(&recursive) == 0);
  for (int i = 0; i < 3; i++) assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_settype(&attributes, 17) == EINVAL);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t checked;
  pthread_mutex_init(&checked, &attributes);
  pthread_mutexattr_destroy(&attributes);
  assert(pthread_mutex_lock(&checked) == 0);
  assert(pthread_mutex_lock(&checked) == EDEADLK);
  assert(pthread_mutex_trylock(&checked) == EBUSY);
  assert(pthread_mutex_unlock(&checked) == 0);
  assert(pthread_mutex_unlock(&checked) == EPERM);
  return 0;
}
