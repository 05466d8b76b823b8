// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
__attribute__((optimize("fast-math"))) static double same(double x) { return x; }
int main(void) { return same(1) == 1; }
