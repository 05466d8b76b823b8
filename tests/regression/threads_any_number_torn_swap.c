// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// As threads_any_number_swap.c, but the lock is released too early.
#include <pthread.h>

extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int locked;
int left = 1;
int right = 2;

void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(locked == 0);
  locked = 1;
}

void __VERIFIER_atomic_release(void) {
  locked = 0;
}

static void exchange(int checks) {
  int kept;
  __VERIFIER_atomic_acquire();
  if (checks && left == right) reach_error();
  kept = left;
  left = right;
  __VERIFIER_atomic_release();
  right = kept;
}

static void *work(void *argument) {
  (void)argument;
  exchange(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, work, 0);
}
