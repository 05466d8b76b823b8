// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Each access is one step, both are two.
#include <assert.h>
#include <pthread.h>

int counter;

static void *add(void *argument) {
  (void)argument;
  int seen = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
  __atomic_store_n(&counter, seen + 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
