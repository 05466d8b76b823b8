// SPDX-License-Identifier: Apache-2.0
/// Patterns that Bixie ("Bixie: Finding and Understanding Inconsistent Code", ICSE 2015) finds, and those that it once
/// took for inconsistent, as C functions of our own.
#include <doctest/doctest.h>

#include "tests/support/findings.h"

using namespace bireach;
using namespace bireach::checker;
using bireach::checker::test::Found;
using bireach::checker::test::found;

namespace {

const std::string declarations =
    "struct key { struct key *base; int hash, kind; char *name; };\n"
    "extern int lookup(const char *), failed(void), random_int(void), compare(const char *, const char *);\n"
    "extern void log_line(const char *), show(int), fill(void *), lock(void *), unlock(void *);\n"
    "extern struct key *find_key(int); extern int counter;\n";

struct Pattern {
  const char* text;
  Found expected;
};

void check_all(const std::vector<Pattern>& patterns) {
  for (const Pattern& pattern : patterns) {
    INFO(pattern.text);
    CHECK(found(declarations + pattern.text) == pattern.expected);
  }
}

}  // namespace

TEST_CASE("ten patterns of code that must fail") {
  check_all(
      {// The one that is null is the one that is followed.
       {"int same(struct key *a, struct key *b) {\n  if (!a->base) {\n    if (b->base)\n      return 0;\n  }\n"
        "  if (a->base->hash != b->base->hash)\n    return 0;\n  return 1;\n}\n",
        {"error: not b->base"}},
       // The length is no index.
       {"int last(void) { int a[10]; fill(a); int n = 10; a[3] = 3; return a[n]; }", {"error: "}},
       // Where nothing is, its name is told.
       {"int hash_of(struct key *k) {\n  if (k != 0)\n    return k->hash;\n  log_line(k->name);\n  return 2;\n}\n",
        {"error: not k != 0"}},
       // One round too many.
       {"int squares(int n) {\n  int a[8], i = 0;\n  while (i <= 8) {\n    a[i] = n * i;\n    i++;\n  }\n"
        "  return a[n & 7];\n}\n",
        {"after-error: not i <= 8"}},
       // Each way fails at a place of its own; before the fork, and behind it.
       {"int inverse(int a) {\n  int b = 1;\n  if (a > 0)\n    b--;\n  b = 1 / b;\n  if (a <= 0)\n    b = 1 / (1 - "
        "b);\n"
        "  return b;\n}\n",
        {"error: "}},
       {"int inverses(int a) {\n  int b = 1;\n  if (a > 0) {\n    b--;\n    return 1 / b;\n  }\n  return 1 / (1 - "
        "b);\n}\n",
        {"error: "}},
       // The check comes too late.
       {"int is_known(struct key *k) {\n  log_line(k->name);\n  if (k == 0)\n    return 0;\n  return 1;\n}\n",
        {"after-error: k == 0"}},
       // Outside at both ends.
       {"int ends(void) { int a[10]; fill(a); return a[-1] + a[10]; }", {"error: "}},
       // Who has found nothing has left the array; so the end of the search is never seen. Both checks rest on that.
       {"int place_of(void) {\n  char t[8];\n  fill(t);\n  int at = -1, end = -1, j = end;\n  do {\n    j++;\n"
        "    if (t[j] == 'a')\n      at = j - end - 1;\n  } while (at == -1 && j < 8);\n  if (at == -1)\n    at = 0;\n"
        "  return at;\n}\n",
        {"after-error: not j < 8", "after-error: at == -1"}},
       {"static struct key *table[6];\nint slot(struct key *wanted) {\n  int at = -1, i = 0;\n  do {\n"
        "    if (table[i] == wanted)\n      at = i;\n    i++;\n  } while (at == -1 && i <= 6);\n  if (at == -1)\n"
        "    return failed();\n  return at;\n}\n",
        {"after-error: not i <= 6", "after-error: at == -1"}}});
}

TEST_CASE("three patterns of code that nobody comes to") {
  check_all(
      {{"int check_word(void) {\n  int length = 8;\n  if (length == 3)\n    return failed();\n  return length;\n}\n",
        {"unreachable: length == 3"}},
       // Two of them in one condition.
       {"int font(void) {\n  int size = 0;\n  if (size >= 0 && size > 0) {\n    log_line(\"font\");\n    return 1;\n"
        "  }\n  return 0;\n}\n",
        {"unreachable: not size >= 0", "unreachable: size > 0"}},
       // Each way sets the limit to one more than the place.
       {"int next_place(int at, int wide) {\n  int limit = 0;\n  if (wide && at == 63)\n    limit = 64;\n"
        "  else if (at == 31)\n    limit = 32;\n  if (limit != 0) {\n    limit = limit - at;\n    if (limit != 1)\n"
        "      limit = random_int();\n    at += limit;\n  }\n  return at;\n}\n",
        {"unreachable: limit != 1"}}});
}

namespace {

/// Code in which nothing is inconsistent; what could be mistaken for it is told beside each.
const char* const consistent[] = {
    // A flag that each round sets anew.
    "struct set { int count; struct key **keys; };\n"
    "void drop(struct set *s, struct key *wanted) {\n  int hit = 0;\n  for (int i = 0; i < s->count; i++) {\n    hit = "
    "0;\n"
    "    if (s->keys[i] == wanted)\n      hit = 1;\n    if (!hit)\n      log_line(s->keys[i]->name);\n  }\n}\n",
    // The loop ends by its flag, or by a return in it.
    "void advance(int count) {\n  int hit = 0, n = 0;\n  do {\n    hit = 0;\n    if (count > n) {\n      n++;\n"
    "      hit = 1;\n      if (n > 2)\n        return;\n    }\n  } while (hit);\n  counter = 3;\n}\n",
    // One question asked again and again has an answer of its own each time.
    "int tag(const char *t) {\n  if (compare(t, \"strike\") == 0)\n    return 1;\n  else if (compare(t, \"sup\") == "
    "0)\n"
    "    return 2;\n  else if (compare(t, \"sub\") == 0)\n    return 3;\n  return 0;\n}\n",
    // A loop that need not have found anything.
    "int marks(const char *text, int end) {\n  int at = -1, found = 0, up = 0;\n  do {\n    found = 0;\n"
    "    at = lookup(text);\n    if (at > 0 && at < end) {\n      up++;\n      found = 1;\n    }\n  } while (found);\n"
    "  if (up == 0)\n    return -1;\n  return up;\n}\n",
    // A callee changes what was set just before.
    "struct list { int is_found; struct key *next; };\nextern void search(struct list *);\n"
    "struct key *next_of(struct list *l) {\n  if (l->is_found) {\n    l->is_found = 0;\n    return l->next;\n  }\n"
    "  search(l);\n  if (l->is_found) {\n    l->is_found = 0;\n    return l->next;\n  }\n  return 0;\n}\n",
    // Null can be converted as anything else can.
    "struct context { struct key head; int depth; };\n"
    "void enter(struct key *k) {\n  if (k == 0 || k->kind == 1) {\n    struct context *c = (struct context *)k;\n"
    "    fill(c);\n  } else {\n    show(2);\n  }\n}\n",
    // Clearing up asks once more, since several ways lead there.
    "int peek(int kind) {\n  struct key *k = find_key(kind);\n  int result = 0;\n  if (!k)\n    goto out;\n"
    "  result = k->hash;\nout:\n  if (k == 0)\n    return -1;\n  return result;\n}\n",
    "int save(const char *name) {\n  struct key *file = 0, *writer = 0;\n  int result = -1;\n  file = find_key(1);\n"
    "  if (!file)\n    goto out;\n  writer = find_key(2);\n  if (!writer)\n    goto out;\n  result = compare(name, "
    "writer->name);\nout:\n  if (writer)\n    fill(writer);\n  if (file)\n    fill(file);\n  return result;\n}\n",
    "void finish(void) {\n  int success = 0;\n  if (failed())\n    goto out;\n  success = 1;\nout:\n  if (!success)\n"
    "    show(1);\n}\n",
    // What a lock guards is returned while it is held.
    "struct files { int guard; struct key *array; };\n"
    "struct key *files_of(struct files *f) {\n  struct key *result;\n  lock(&f->guard);\n  result = f->array;\n"
    "  unlock(&f->guard);\n  return result;\n}\n",
    // A stream over nothing may be something.
    "extern struct key *wrap(struct key *); extern const char *line_of(struct key *);\n"
    "int read_all(void) {\n  struct key *none = 0;\n  struct key *reader = wrap(none);\n  const char *line = \"\";\n"
    "  if (reader)\n    while (line != 0)\n      line = line_of(reader);\n  return 0;\n}\n",
    // A generator of numbers that are asked for until they fit.
    "long numbers(long x, long c) {\n  while (x < 0 || x > 4294967296L)\n    x = random_int() * 2;\n"
    "  while ((c < 0 || c > 4294967296L) || (c / 2 == 0))\n    c = random_int() * 2 + 1;\n  return x + c;\n}\n",
    // Rounds of two loops that each can begin anew.
    "int prime(int size) {\n  int m = size, k;\n  for (;;) {\n    int n = random_int();\n    k = 0;\n    for (;;) {\n"
    "      if (n + k > 100)\n        break;\n      if (compare(\"a\", \"b\") == k) {\n        m -= 1;\n        goto "
    "done;\n"
    "      }\n      k += 2;\n    }\n  }\ndone:\n  if (m >= 0)\n    return k;\n  return -1;\n}\n",
    // The second round always fails, but the first may be the last.
    "struct session { int done, kind; }; extern void stop(void) __attribute__((noreturn));\n"
    "void change(struct session *s, int n) {\n  for (int i = 0; i < n; ++i) {\n    int message = random_int();\n"
    "    if (message != s->kind)\n      stop();\n    if (s->done)\n      stop();\n    s->done = 1;\n  }\n}\n",
    "int change_or_fail(struct session *s, int n) {\n  for (int i = 0; i < n; ++i) {\n    if (s->done)\n      return "
    "-1;\n"
    "    s->done = 1;\n  }\n  return 0;\n}\n",
    // Columns are one more than rows.
    "int solve(short **a, const short *b, int rows, int n) {\n  if (rows != n)\n    return -1;\n"
    "  for (int i = 0; i < n; i++)\n    a[i][n] = (short)(b[i] + a[i][n]);\n  return rows;\n}\n",
    // Asked for, and then taken away.
    "struct service { struct service *inner; }; extern int stop_service(struct service *, int);\n"
    "void halt(struct service *s, int how) {\n  if (s->inner != 0 && stop_service(s->inner, how))\n    s->inner = "
    "0;\n}\n",
    // Values that are replaced before anybody looks.
    "int measure(int kind) {\n  int width = 0, is_set = 0;\n  lock(&counter);\n  width = lookup(\"width\");\n"
    "  is_set = width > 0;\n  unlock(&counter);\n  if (is_set && kind)\n    return width;\n  return 0;\n}\n",
    // Failures by kind, the one that stands for all last.
    "enum { fatal = 5, io = 7 };\nextern int receive_some(char *, int);\n"
    "int receive(char *text, int n) {\n  int r = receive_some(text, n);\n  if (r == -fatal)\n    return r;\n"
    "  if (r == -io)\n    return r;\n  if (r < 0)\n    return -fatal;\n  return r;\n}\n",
    // Pairs are taken until one is left.
    "extern int is_empty(void *); extern struct key *take(void *), *poll_one(void *); extern void put(void *, int);\n"
    "int combine(void *tasks) {\n  int result = 0;\n  while (!is_empty(tasks)) {\n    struct key *a = take(tasks);\n"
    "    struct key *b = poll_one(tasks);\n    if (b == 0) {\n      result = a->hash;\n      break;\n    }\n"
    "    put(tasks, a->hash + b->hash);\n  }\n  return result;\n}\n",
    "void systematic(void *matrix) {\n  int is_found = 0;\n  do {\n    is_found = 1;\n    if (lookup(matrix) < 0)\n"
    "      is_found = 0;\n  } while (!is_found);\n}\n",
    // Bounds change places by sign.
    "struct bound { int is_infinite, value, epsilon; }; extern struct bound *bound_of(int);\n"
    "void update(int sign, int *infinite, int *sum) {\n  struct bound *upper = bound_of(1), *lower = bound_of(2);\n"
    "  if (sign < 0) {\n    struct bound *swap = upper;\n    upper = lower;\n    lower = swap;\n  }\n"
    "  if (upper->is_infinite)\n    ++*infinite;\n  else\n    *sum += upper->value;\n  *sum += upper->epsilon * sign;\n"
    "  if (lower->is_infinite)\n    --*infinite;\n  else\n    *sum -= lower->value;\n}\n",
    // A failed listener does not keep the files open.
    "struct logger { int open; struct key *out; }; extern struct key *next_sample(struct key *);\n"
    "void test_ended(struct logger *l, const char *host) {\n  struct key *in = find_key(1), *sample = 0;\n"
    "  if (!in) {\n    log_line(host);\n    goto end;\n  }\n  while ((sample = next_sample(in)) != 0) {\n"
    "    if (sample->kind != 3)\n      log_line(sample->name);\n    else if (failed())\n      goto end;\n  }\nend:\n"
    "  if (in)\n    fill(in);\n  if (!l->open)\n    log_line(\"closed\");\n}\n"};

}  // namespace

TEST_CASE("patterns that are easily mistaken for inconsistent code") {
  std::string all = declarations;
  for (const char* const text : consistent) {
    INFO(text);
    // One depends on another's structure.
    const bool is_later_part = std::string(text).rfind("int change_or_fail", 0) == 0;
    CHECK(found(declarations + (is_later_part ? "struct session { int done, kind; };\n" : "") + text) == Found{});
    all += text;
  }
  // All of them in one file, and for a machine where long is as wide as int.
  InconsistencyWish wish = checker::test::all_classes();
  wish.reading.parse.data_model = frontend::DataModel::ILP32;
  CHECK(found(all, wish) == Found{});
}
