// A copy of a size that is not constant may not leave the array that it names, where memory consists of bytes, too.
// OPTIONS: --property valid-deref
// EXPECT: FALSE
#include <string.h>

struct message {
  int type;
  short length;
  int payload;
};
struct queue {
  unsigned char store[12];
  unsigned long size;
  unsigned head;
};

static void put(struct queue *queue, unsigned at, const void *element) {
  memcpy(queue->store + at, element, queue->size);
}

int main(void) {
  struct queue queue;
  struct message message;
  memset(&queue, 0, sizeof queue);
  memset(&message, 0, sizeof message);
  queue.size = sizeof message;
  put(&queue, 0, &message);
  put(&queue, 4, &message);
  return 0;
}
