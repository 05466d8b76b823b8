// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Processes are not modelled.
#include <assert.h>
#include <semaphore.h>

int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 1, 1);
  assert(sem_wait(&semaphore) == 0);
  return 0;
}
