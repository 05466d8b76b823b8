// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=passes clang=passes
// To gcc the variable has external linkage.
__attribute__((internal_linkage)) int x = 1;
int main(void) { return x - 1; }
