// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t spin;
pthread_barrier_t barrier;

int main(void) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  assert(pthread_spin_lock(&spin) == 0);
  assert(pthread_spin_trylock(&spin) == EBUSY);
  pthread_spin_unlock(&spin);
  assert(pthread_spin_trylock(&spin) == 0);
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  return pthread_barrier_destroy(&barrier);
}
