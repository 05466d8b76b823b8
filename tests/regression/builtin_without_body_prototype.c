// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The argument is a double, the parameter a float.
extern void reach_error(void);
float fabsf();

int main(void) {
  if (fabsf(-1.0) != 1.0f) reach_error();
  return 0;
}
