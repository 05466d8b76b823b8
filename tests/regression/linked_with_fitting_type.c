// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// FILES: linked/other_types.c
// compilers: gcc=fails clang=fails
// Pointers to data are passed alike, whatever they point to; so are numbers of one representation.
extern void reach_error(void);
int first_of(char *text, long long at);
int main(void) {
  char text[] = "ab";
  if (first_of(text, 0) == 'a') reach_error();
  return 0;
}
