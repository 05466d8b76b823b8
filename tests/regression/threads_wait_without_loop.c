// EXPECT: FALSE
// Who waits for a condition asks once: waking up does not mean that it holds.
#include <assert.h>
#include <pthread.h>

int filled;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  filled = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  pthread_mutex_lock(&m);
  if (!filled) pthread_cond_wait(&changed, &m);
  assert(filled);
  pthread_mutex_unlock(&m);
  return 0;
}
