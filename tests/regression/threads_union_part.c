// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Who writes one byte of a union does not write the others.
#include <assert.h>
#include <pthread.h>
union {
  unsigned number;
  unsigned char first;
} shared;
void *worker(void *unused) {
  shared.first = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared.number = 0x01020304;
  pthread_join(thread, 0);
  assert(shared.number >> 8 == 0x010203);
  return 0;
}
