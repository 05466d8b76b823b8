// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64 --property unreach-call --property no-data-race
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
static int n;
static void add(void) { n++; }
static void last(void) { if (n != 2) reach_error(); }
static void *work(void *unused) {
  atexit(add);
  return 0;
}
int main(void) {
  pthread_t a, b;
  atexit(last);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
