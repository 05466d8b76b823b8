// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The forms that hand values over through pointers, and pointers as values.
#include <assert.h>
#include <pthread.h>

int one;
int *top;
int given = 3, taken;

static void *push(void *node) {
  __atomic_exchange_n(&top, node, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, push, &one);
  pthread_join(thread, 0);
  assert(top == &one);
  __atomic_load(&given, &taken, __ATOMIC_SEQ_CST);
  int other = 8, before;
  __atomic_exchange(&given, &other, &before, __ATOMIC_SEQ_CST);
  assert(taken == 3 && before == 3 && given == 8);
  __atomic_store(&given, &taken, __ATOMIC_SEQ_CST);
  assert(given == 3);
  return 0;
}
