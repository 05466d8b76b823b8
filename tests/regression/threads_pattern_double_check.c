// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Double-checked initialisation: the flag is set before what it stands for.
#include <pthread.h>
extern void reach_error(void);
int ready, value;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *user(void *unused) {
  if (!ready) {
    pthread_mutex_lock(&mutex);
    if (!ready) {
      ready = 1;
      value = 7;
    }
    pthread_mutex_unlock(&mutex);
  }
  if (value != 7) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, user, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
