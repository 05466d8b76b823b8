// EXPECT: FALSE
// Each access is under the lock, but it is given up between read and write.
#include <assert.h>
#include <pthread.h>

int tickets = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *sell(void *unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int sold = tickets;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  tickets = sold + 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, sell, 0);
  pthread_create(&second, 0, sell, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(tickets == 2);
  return 0;
}
