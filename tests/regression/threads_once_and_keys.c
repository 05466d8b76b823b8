// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
int x;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
void init(void) { x++; }
void *worker(void *unused) {
  pthread_once(&once, init);
  if (x != 1) reach_error();
  if (pthread_getspecific(key) != 0) reach_error();
  pthread_setspecific(key, (void *)2);
  if (pthread_getspecific(key) != (void *)2) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_once(&once, init);
  if (x != 1) reach_error();
  pthread_setspecific(key, (void *)1);
  pthread_join(t, 0);
  if (pthread_getspecific(key) != (void *)1) reach_error();
  return 0;
}
