// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=passes
// To gcc they are two types.
extern void reach_error(void);
int main(void) {
  if (__builtin_types_compatible_p(_Float64, double)) reach_error();
}
