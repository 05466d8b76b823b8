// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
__asm__(".globl something");
int main(void) { return 0; }
