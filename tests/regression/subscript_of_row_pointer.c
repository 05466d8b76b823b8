// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Addresses of elements, seen with the other sign or in a row: these do count elements.
extern void reach_error(void);

void set(unsigned *p) { *p = 7; }

int main(void) {
  int a[8] = {0}, m[2][3] = {{0}};
  set((unsigned *)&a[4]);
  set(&((unsigned *)a)[2]);
  set((unsigned *)&m[1][1]);
  if (a[4] != 7 || a[2] != 7 || m[1][1] != 7 || a[1] != 0) reach_error();
  return 0;
}
