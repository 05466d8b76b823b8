// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
extern int object __attribute__((weak));
extern int function(void) __attribute__((weak));
static int reference(void) __attribute__((weakref("nowhere")));
int *to_object = &object;
int (*to_function)(void) = function;
int main(void) {
  assert(&object == 0 && to_object == 0);
  assert(!function && !&function && to_function == 0 && !reference);
  if (&object) object = 1;
  if (function) function();
}
