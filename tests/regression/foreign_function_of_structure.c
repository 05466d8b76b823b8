// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: the numeric values of addresses do not matter | function 'advance' (foreign_function_of_structure.c:10) has no body: it returns an arbitrary value and changes nothing but what its pointer arguments lead to, where it stores no pointers to anything else, and calls none of the program's functions | accesses through pointers stay inside of objects that exist
// What a function without a body makes of a structure may be anything; what the program keeps for itself stays.
#include <assert.h>
struct stream {
  int state;
  int *count;
};
extern int advance(struct stream *stream);
int total;

int main(void) {
  struct stream stream = {0, &total};
  int steps = 0;
  while (advance(&stream) > 0 && steps < 10) {
    ++steps;
    if (stream.state < 0) break;
    if (stream.state > 7) stream.state = 7;
    assert(stream.state <= 7);
  }
  assert(steps <= 10);
  return 0;
}
