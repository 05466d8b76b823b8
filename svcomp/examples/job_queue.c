/* A queue of jobs, with two checks that never succeed: one comes too late, and the other one's loop always goes round.
   `bireach inconsistent --severity error,after-error,unreachable` says why. */
#include <stddef.h>

struct job {
  int size;
  struct job *next;
};

int accept(struct job *job);
void count(int size);

int drain(struct job *head, int limit) {
  int last = -1;
  int taken = head->size;
  if (limit > 16)
    limit = 16;
  if (limit < 1)
    limit = 1;
  for (int i = 0; i < limit; i++) {
    count(taken);
    if (accept(head))
      last = i;
    else
      last = 0;
  }
  if (last < 0)
    return 0;
  if (head == NULL)
    return -1;
  return taken + last;
}
