// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern int *take(void);
extern void reach_error(void);
int main(void) {
  int *first = take();
  int *second = take();
  if (first) *first = 1;
  if (first && !second && *first == 1) reach_error();
  return 0;
}
