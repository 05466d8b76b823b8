// SPDX-License-Identifier: Apache-2.0
// With weak_definition_gives_way.c.
int chosen(void) { return 2; }
int chosen_number = 20;
__attribute__((weak)) int kept(void) { return 4; }
