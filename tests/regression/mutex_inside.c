// EXPECT: UNKNOWN
// What the C library keeps in a mutex is not modelled.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  assert(mutex.__data.__lock == 1);
  return 0;
}
