// EXPECT: TRUE
// ASSUMES: numeric values of addresses | waits for condition variables may end without a signal
// compilers: gcc=passes clang=passes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec until = {0, 0};
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_timedwait(&condition, &mutex, &until);
  assert(result == 0 || result == ETIMEDOUT);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  pthread_cond_broadcast(&condition);
  return pthread_cond_destroy(&condition);
}
