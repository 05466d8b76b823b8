// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The subscript of a pointer to char counts bytes, not elements of the array: byte 4 belongs to a[1], not to a[4].
extern void reach_error(void);

void set(char *bytes) {
  int *p = (int *)&bytes[4];
  *p = 7;
}

int main(void) {
  int a[8] = {0};
  set((char *)a);
  if (a[4] == 7) reach_error();
  return 0;
}
