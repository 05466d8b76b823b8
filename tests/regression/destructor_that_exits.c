// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
#include <stdlib.h>
__attribute__((destructor)) static void leave(void) { exit(1); }
int main(void) { return 0; }
