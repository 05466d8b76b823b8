// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property valid-memcleanup
// Nobody knows whose the object is: a function may return its own one again and again.
extern int *take(void);
int main(void) {
  int *p = take();
  return p ? *p : 0;
}
