// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property uninitialised-read
// The member is put together from bytes that nobody wrote.
struct pair {
  int a;
  int c;
};

int main(void) {
  struct pair pair;
  struct pair copy = {0, 0};
  char *bytes = (char *)&pair;
  bytes[0] = 1;
  copy = pair;
  return copy.c;
}
