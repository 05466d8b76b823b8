// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 20
// If the function leaves zero there, the program is undefined before it comes to the error.
extern void reach_error(void);
struct pair {
  int n;
  int *p;
};
extern void fill(struct pair *pair);

int main(void) {
  int x = 1;
  struct pair pair = {1, &x};
  fill(&pair);
  int quotient = 1 / pair.n;
  (void)quotient;
  reach_error();
  return 0;
}
