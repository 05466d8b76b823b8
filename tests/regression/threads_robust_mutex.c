// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Mutexes that outlive their holders are not modelled.
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  assert(0 == 0);
  return 0;
}
