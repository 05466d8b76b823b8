// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes
// Clang 14 has not these types; they are read as the ones of their formats.
extern void reach_error(void);
int main(void) {
  _Float32 a = 1.5f;
  _Float64 b = 2.5;
  _Float32x c = 0.1;
  if (sizeof a != 4 || sizeof b != 8 || sizeof c != 8 || sizeof(_Float128) != 16) reach_error();
  if (a + b != 4 || c != 0.1 || a * a != 2.25) reach_error();
  return 0;
}
