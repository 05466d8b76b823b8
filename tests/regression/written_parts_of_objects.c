// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-deref --property uninitialised-read --data-model LP64
// More is written than the part of an object that the pointer names, parts of elements, and pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct header {
  int kind, size;
};

struct packet {
  struct header header;
  int body[3];
};

struct message {
  unsigned length;
  unsigned char text[];
};

struct flags {
  unsigned low : 3, high : 7;
};

int main(void) {
  int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  fwrite(matrix, sizeof matrix, 1, stdout);
  fwrite(matrix[0], sizeof matrix, 1, stdout);
  fwrite(&matrix[1][0], sizeof(int), 3, stdout);

  struct packet packet = {{1, 2}, {3, 4, 5}};
  write(1, &packet.header, sizeof packet);
  write(1, &packet.header.size, sizeof packet - sizeof(int));

  struct message *message = malloc(sizeof *message + 5);
  if (!message) return 1;
  message->length = 5;
  memcpy(message->text, "hello", 5);
  write(1, message, sizeof *message + 5);
  free(message);

  char buffer[11] = {0};
  struct header *header = (struct header *)buffer;
  header->kind = 1;
  write(1, header, sizeof buffer);

  int number = 5;
  fwrite(&number, 1, 2, stdout);
  struct flags flags = {1, 2};
  fwrite(&flags, sizeof flags, 1, stdout);
  const char *names[2] = {"a", "b"};
  fwrite(names, sizeof names, 1, stdout);
  write(1, NULL, 0);
  return 0;
}
