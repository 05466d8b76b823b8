// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <pthread.h>
extern void reach_error(void);
pthread_key_t key;
void destroy(void *value) { reach_error(); }
int main(void) {
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_exit(0);
}
