// EXPECT: UNKNOWN
// A library function without a body returns what the C standard says, not any value: no verdict is built on it.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int n = abs(-3);
  if (n != 3) reach_error();
  return 0;
}
