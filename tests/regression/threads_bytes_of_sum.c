// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Only the bytes of `result` are written in one step; what it gets is read before, one operand after the other.
#include <assert.h>
#include <pthread.h>
unsigned result, operand;
void *worker(void *unused) {
  result = operand + operand;
  return 0;
}
int main(void) {
  pthread_t thread;
  char *bytes = (char *)&result;
  bytes[1] = 3;
  pthread_create(&thread, 0, worker, 0);
  operand = 1;
  pthread_join(thread, 0);
  assert(result != 1);
  return 0;
}
