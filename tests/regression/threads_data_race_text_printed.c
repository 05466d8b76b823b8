// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property no-data-race
// What prints a text reads it.
#include <pthread.h>
#include <stdio.h>
static char text[4];
static void *change(void *unused) {
  text[0] = 'a';
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  puts(text);
  pthread_join(t, 0);
  return 0;
}
