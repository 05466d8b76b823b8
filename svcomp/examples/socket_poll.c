/* A driver's poll function: the check of `port` comes after the pointer was followed. `bireach inconsistent` needs
   neither main nor an assertion to see it. */
struct queue {
  int waiting;
};
struct port {
  struct queue *queue;
  int ready;
};
extern struct port *find_port(int number);
extern void wait_for(struct queue *queue);

int poll_port(int number) {
  struct port *port = find_port(number);
  struct queue *queue = port->queue;
  int events = 0;

  if (!port)
    return -1;
  wait_for(queue);
  if (port->ready)
    events |= 1;
  return events;
}
