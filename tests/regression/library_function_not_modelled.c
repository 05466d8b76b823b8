// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// A library function without a body returns what its library says, not any value: no verdict is built on it.
extern void reach_error(void);
extern int __underflow(void *stream);

int main(void) {
  if (__underflow(0) > 255) reach_error();
  return 0;
}
