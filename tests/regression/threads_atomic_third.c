// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Nobody comes between the steps of an atomic block, nested or not, also a third thread, and one that it has woken.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int left, right;
void *writer(void *unused) {
  __VERIFIER_atomic_begin();
  left = left + 1;
  __VERIFIER_atomic_begin();
  right = right + 1;
  __VERIFIER_atomic_end();
  left = left + 1;
  right = right + 1;
  __VERIFIER_atomic_end();
  return 0;
}
void *reader(void *unused) {
  __VERIFIER_atomic_begin();
  if (left != right) reach_error();
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_create(&three, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
