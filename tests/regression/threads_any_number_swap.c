// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Any number of threads: while the lock is free the two differ, and only then. A function of the threads has a parameter.
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
  right = kept;
  __VERIFIER_atomic_release();
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
