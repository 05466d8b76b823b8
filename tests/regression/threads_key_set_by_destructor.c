// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// As long as destructors leave values they run again, at most PTHREAD_DESTRUCTOR_ITERATIONS (4) times.
#include <pthread.h>
extern void reach_error(void);
pthread_key_t key;
int runs;
void destroy(void *value) {
  runs++;
  pthread_setspecific(key, value);
}
void *worker(void *unused) {
  pthread_setspecific(key, &runs);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  if (runs != 4) reach_error();
  return 0;
}
