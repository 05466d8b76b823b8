// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Another thread may see that the routine has begun, and not wait for its end.
#include <assert.h>
#include <pthread.h>

int begun, done;

static void *use(void *argument) {
  (void)argument;
  if (!begun) {
    begun = 1;
    done = 1;
  }
  assert(done == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
