// EXPECT: TRUE
// A plain mutex that its thread locks again never gets free: the thread waits forever.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  assert(0);
  return 0;
}
