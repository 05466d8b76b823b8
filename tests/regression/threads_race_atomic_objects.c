// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: TRUE
// Atomic accesses do not race with each other, also where each is a plain load or store.
#include <pthread.h>
#include <stdatomic.h>
_Atomic int counter;
int builtin;
struct {
  int data;
  _Atomic int ready;
} box;
atomic_flag flag = ATOMIC_FLAG_INIT;
int guarded;
void *worker(void *unused) {
  counter = 1;
  __atomic_store_n(&builtin, 1, __ATOMIC_SEQ_CST);
  box.data = 1;
  box.ready = 1;
  while (atomic_flag_test_and_set(&flag)) {
  }
  guarded++;
  atomic_flag_clear(&flag);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int seen = counter;
  seen += __atomic_load_n(&builtin, __ATOMIC_SEQ_CST);
  counter += 2;
  if (box.ready) box.data = 2;
  if (!atomic_flag_test_and_set(&flag)) {
    guarded++;
    atomic_flag_clear(&flag);
  }
  pthread_join(thread, 0);
  return seen;
}
