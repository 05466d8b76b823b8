// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Nobody waits for the other one.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int left, right;

static void *fill(void *argument) {
  (void)argument;
  left = 1;
  assert(right == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, fill, 0);
  right = 1;
  assert(left == 1);
  pthread_join(thread, 0);
  return 0;
}
