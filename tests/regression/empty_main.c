// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The program ends where it starts.
int main(void) {}
