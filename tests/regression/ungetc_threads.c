// SPDX-License-Identifier: Apache-2.0
// Each call locks its stream, which is not modelled.
// EXPECT: UNKNOWN
// OPTIONS: --property no-data-race
#include <pthread.h>
#include <stdio.h>
static void *reader(void *unused) {
  (void)unused;
  getchar();
  ungetc('a', stdin);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  getchar();
  pthread_join(thread, 0);
  return 0;
}
