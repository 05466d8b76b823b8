// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Who comes while the routine runs waits for its end.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int calls, done;

static void initialise(void) {
  calls = calls + 1;
  done = 1;
}

static void *use(void *argument) {
  (void)argument;
  pthread_once(&once, initialise);
  assert(calls == 1 && done == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
