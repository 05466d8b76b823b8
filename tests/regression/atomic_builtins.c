// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Atomic operations of a program with one thread.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int tickets = 0;
  int taken = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__atomic_fetch_add(&tickets, 1, __ATOMIC_SEQ_CST) >= 10) {
      __atomic_sub_fetch(&tickets, 1, __ATOMIC_SEQ_CST);
      break;
    }
    taken++;
  }
  if (taken != __atomic_load_n(&tickets, __ATOMIC_SEQ_CST) || taken > 10) {
    reach_error();
  }
  return 0;
}
