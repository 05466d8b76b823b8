// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return pthread_rwlock_destroy(&lock);
}
