// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --volatile-arbitrary
extern void reach_error(void);
int main(void) {
  volatile int port = 0;
  if (port != port) {
    reach_error();
  }
  return 0;
}
