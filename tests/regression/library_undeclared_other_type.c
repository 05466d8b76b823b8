// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Declared by its use alone it is taken to return int: what comes of that nobody knows, but not any value.
extern void reach_error(void);

int main(void) {
  if (wcstoul(L"7", 0, 10) != 7) reach_error();
  if (strtof("1", 0) != 1) reach_error();
  return 0;
}
