// EXPECT: FALSE
// Double-checked initialisation that says too early that it is done.
#include <assert.h>
#include <pthread.h>

int ready, value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
  if (!ready) {
    pthread_mutex_lock(&m);
    if (!ready) {
      ready = 1;
      value = 42;
    }
    pthread_mutex_unlock(&m);
  }
  return value;
}

static void *use(void *unused) {
  (void)unused;
  int seen = get();
  assert(seen == 42);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, use, 0);
  pthread_create(&second, 0, use, 0);
  return 0;
}
