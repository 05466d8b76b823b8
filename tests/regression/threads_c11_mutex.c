// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The same with the functions of C11.
#include <assert.h>
#include <threads.h>

mtx_t mutex;
int counter;

static int add(void *argument) {
  (void)argument;
  mtx_lock(&mutex);
  counter = counter + 1;
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t first, second;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&first, add, 0);
  thrd_create(&second, add, 0);
  thrd_join(first, 0);
  thrd_join(second, 0);
  assert(counter == 2);
  return 0;
}
