// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A pointer to one member; the others keep their types.
extern void reach_error(void);
union number {
  int i;
  char c;
  float f;
};
int main(void) {
  union number u, v = {1};
  int *p = &u.i;
  *p = 0x01020304;
  u.c = 9;
  if (*p != 0x01020309) reach_error();
  *p = 0x3f800000;
  if (u.f != 1.0f) reach_error();
  u.f = 2.0f;
  if (*p != 0x40000000) reach_error();
  v = u;
  if (v.f != 2.0f) reach_error();
  return 0;
}
