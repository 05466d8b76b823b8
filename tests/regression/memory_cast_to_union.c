// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --memory-model bytes
extern void reach_error(void);
typedef union {
  int a;
  char b[2];
} either;
int main(void) {
  either value = {.a = 5};
  either *p = &value;
  value = (either)2;
  if (p->a != 2) {
    reach_error();
  }
  return 0;
}
