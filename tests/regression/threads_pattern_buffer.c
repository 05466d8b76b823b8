// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// As apache-25520 of "Error invariants for concurrent traces": that the buffer is not emptied is the cause.
#include <pthread.h>
extern void reach_error(void);
int used;
void *writer(void *unused) {
  int end;
  if (used + 3 > 5) used = 0;
  end = used;
  used = end + 3;
  if (used > 5) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
