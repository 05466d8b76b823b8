// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Without a prototype an argument is not converted to what the parameter is.
extern void reach_error(void);
double fmin();

int main(void) {
  if (fmin(1, 2) != 1.0) reach_error();
  return 0;
}
