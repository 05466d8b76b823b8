// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
static double difference(double a, double b) {
#pragma float_control(precise, off)
  return a + b - a;
}
int main(void) { return difference(1, 2) == 2; }
