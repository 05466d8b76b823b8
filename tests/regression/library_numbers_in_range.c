// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
extern void reach_error(void);
struct stream;
extern struct stream *stdin;
extern int fgetc(struct stream *);
extern long lrand48(void);
int main(void) {
  if (fgetc(stdin) < -1 || fgetc(stdin) > 255 || lrand48() < 0) reach_error();
  return 0;
}
