// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);
struct numbers {
  int data[30];
};
int main(void) {
  struct numbers *n = calloc(1, 10);
  n->data[1] = 1;
  if (n->data[0] == 0 && n->data[1] == 1) reach_error();
  return 0;
}
