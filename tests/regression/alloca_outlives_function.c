// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property valid-deref
#include <alloca.h>
static int *f(void) {
  int *p = alloca(sizeof(int));
  *p = 1;
  return p;
}
int main(void) {
  int *p = f();
  return *p;
}
