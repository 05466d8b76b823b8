// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// A jump back to before its declaration ends the life of an array of variable length (C11 6.2.4p7): what is read there
// afterwards is undefined, and no counterexample.
extern void reach_error(void);
int *kept;
int main(void) {
  int n = 1;
again:;
  int a[n];
  a[0] = n;
  if (n == 2) {
    if (*kept == 1) reach_error();
    return 0;
  }
  kept = a;
  n = 2;
  goto again;
}
