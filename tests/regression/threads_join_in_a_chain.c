// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The first thread waits for one that waits for a third, which may end while the writer rests.
#include <pthread.h>
extern void reach_error(void);
int x;
void *writer(void *unused) {
  x = 1;
  return 0;
}
void *nothing(void *unused) { return 0; }
void *middle(void *unused) {
  pthread_t last;
  pthread_create(&last, 0, nothing, 0);
  pthread_join(last, 0);
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&other, 0, middle, 0);
  pthread_join(other, 0);
  if (x == 0) reach_error();
  return 0;
}
