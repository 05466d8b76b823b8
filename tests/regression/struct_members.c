// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct point {
  int x;
  int y;
};
int main(void) {
  struct point p = {1, 2};
  struct point q;
  q = p;
  p.x = 5;
  if (q.x == 1 && q.y == 2 && p.x == 5) {
    reach_error();
  }
  return 0;
}
