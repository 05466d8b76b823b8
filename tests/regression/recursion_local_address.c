// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// There are several objects of this name at a time, each with an address of its own.
extern void reach_error(void);
void set(int depth, int *result) {
  int inner = 0;
  if (depth > 0) {
    set(depth - 1, &inner);
  }
  *result = inner + 1;
}
int main(void) {
  int result = 0;
  set(2, &result);
  if (result != 3) {
    reach_error();
  }
  return 0;
}
