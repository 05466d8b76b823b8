// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
pthread_key_t key;
void destroy(void *value) { reach_error(); }
void *worker(void *unused) {
  pthread_setspecific(key, &key);
  pthread_key_delete(key);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
