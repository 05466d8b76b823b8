// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
pthread_key_t key;
int runs;
void destroy(void *value) {
  if (value != &runs || pthread_getspecific(key) != 0) reach_error();
  runs++;
}
void leave(void) { pthread_exit(0); }
void *returns(void *unused) {
  pthread_setspecific(key, &runs);
  return 0;
}
void *exits(void *unused) {
  pthread_setspecific(key, &runs);
  leave();
  return 0;
}
void *has_none(void *unused) { return 0; }
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);  // of the first thread, which returns
  pthread_create(&thread, 0, returns, 0);
  pthread_join(thread, 0);
  if (runs != 1) reach_error();
  pthread_create(&thread, 0, exits, 0);
  pthread_join(thread, 0);
  if (runs != 2) reach_error();
  pthread_create(&thread, 0, has_none, 0);
  pthread_join(thread, 0);
  if (runs != 2) reach_error();
  return 0;
}
