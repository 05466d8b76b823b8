// SPDX-License-Identifier: Apache-2.0
/// Programs that follow pointers, against gcc: written ones and random ones.
#include <random>
#include <sstream>

#include <doctest/doctest.h>

#include "tests/frontend/clang/gcc_programs.h"
#include "tests/support/sampling.h"

namespace bireach::frontend::test {
namespace {

/// Random programs over a pool of linked structs, allocated ones, and pointers into them, all of which are always
/// valid.
class RandomMemoryProgram {
 public:
  explicit RandomMemoryProgram(unsigned seed) : random_(seed) {}

  std::string text() {
    std::ostringstream out;
    out << "void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void free(void *);\n"
        << "void *memcpy(void *, const void *, __SIZE_TYPE__);\n"
        << "struct in { short s; unsigned char c[2]; };\n"
        << "struct node { int a; struct node *next; struct in in; long long w; int arr[3]; };\n"
        << "struct node pool[4]; int ints[6]; long long total;\n"
        << "int *pick(struct node *n, int k) { return k & 1 ? &n->a : &n->arr[k & 2]; }\n"
        << "void put(int *q, int v) { *q = v; total += *q; }\n"
        << "struct node *walk(struct node *n, int k) { while (k-- > 0) n = n->next; return n; }\n"
        << "void run(void) {\n"
        << "struct node *p[4]; int *q[4]; struct node local; struct in *r = &local.in; unsigned char *c = local.in.c;\n"
        << "local = pool[0]; local.next = &local; local.in.c[0] = 3; local.in.c[1] = 4; local.in.s = 7;\n"
        << "for (int i = 0; i < 4; i++) { pool[i].next = &pool[(i + 1) % 4]; pool[i].a = i; p[i] = &pool[i]; "
        << "q[i] = &ints[i]; }\n";
    for (int i = 0; i < 40; ++i) out << statement(2);
    out << "for (int i = 0; i < 4; i++) { OUT(pool[i].a); OUT(pool[i].w); OUT(pool[i].in.s); OUT(pool[i].in.c[1]); "
        << "OUT(pool[i].arr[i & 1]); OUT(p[i]->a); OUT(*q[i]); OUT(p[i] == p[0]); OUT(pool[i].next == p[i]); }\n"
        << "for (int i = 0; i < 6; i++) OUT(ints[i]);\nOUT(total); OUT(r->s); OUT(*c); OUT(local.a); }\n";
    return out.str();
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_()) % bound; }
  std::string p() { return "p[" + std::to_string(below(4)) + "]"; }
  std::string q() { return "q[" + std::to_string(below(4)) + "]"; }

  std::string node() {
    switch (below(6)) {
      case 0:
        return "&pool[" + std::to_string(below(4)) + "]";
      case 1:
        return p() + "->next";
      case 2:
        return "walk(" + p() + ", " + std::to_string(below(3)) + ")";
      case 3:
        return "&local";
      default:
        return p();
    }
  }

  std::string value() {
    switch (below(8)) {
      case 0:
        return p() + "->a";
      case 1:
        return "*" + q();
      case 2:
        return p() + "->arr[" + std::to_string(below(3)) + "]";
      case 3:
        return p() + "->in.c[" + std::to_string(below(2)) + "]";
      case 4:
        return "(" + p() + "->next->in.s & 63)";
      case 5:
        return "(int)(" + p() + "->w & 127)";
      case 6:
        return "ints[" + std::to_string(below(6)) + "]";
      default:
        return std::to_string(below(100));
    }
  }

  std::string statement(unsigned depth) {
    switch (below(depth == 0 ? 11 : 14)) {
      case 0:
        return p() + " = " + node() + ";\n";
      case 1:
        return p() + "->next = " + node() + ";\n";
      case 2:
        return q() + " = pick(" + p() + ", " + std::to_string(below(4)) + ");\n";
      case 3:
        return q() + " = &ints[" + std::to_string(below(6)) + "];\n";
      case 4:
        return "*" + q() + " = " + value() + ";\n";
      case 5:
        return "put(" + q() + ", " + value() + " ^ 5);\n";
      case 6:
        return "*" + p() + " = *" + p() + ";\n";
      case 7:
        return p() + "->in.s = (short)" + value() + "; " + p() + "->w = (long long)" + value() + " << 3;\n";
      case 8:
        return p() + "->in.c[" + std::to_string(below(2)) + "] = (unsigned char)(" + value() + " & 15);\n";
      case 9:
        return "r = &" + p() + "->in; c = &r->c[" + std::to_string(below(2)) + "]; *c += 1; r->s ^= 2;\n";
      case 10:
        return "{ int *e = p[1]->arr; e += 1; e[1] = (*e)++ & 255; total += e - p[1]->arr; }\n";
      case 11:
        return "{ struct node *n = " +
               std::string(below(2) != 0 ? "malloc(sizeof *n)" : "calloc(1, sizeof(struct node))") + "; *n = pool[" +
               std::to_string(below(4)) + "]; n->next = " + node() + "; " + p() + " = n; }\n";
      case 12:
        return "if (" + value() + " < " + value() + ") { " + statement(depth - 1) + "} else { " + statement(depth - 1) +
               "}\n";
      default:
        return "for (int i = 0; i < " + std::to_string(1 + below(3)) + "; i++) { " + statement(depth - 1) + "}\n";
    }
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("what pointers lead to: lists, arrays of structs, nested members") {
  check_same(R"(
    void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void free(void *);
    struct list { int value; struct list *next; };
    struct list *push(struct list *head, int value) {
      struct list *cell = (struct list *)malloc(sizeof(struct list));
      cell->value = value; cell->next = head; return cell;
    }
    struct list *reverse(struct list *head) {
      struct list *done = 0;
      while (head) { struct list *next = head->next; head->next = done; done = head; head = next; }
      return done;
    }
    void insert(struct list **where, int value) {
      while (*where && (*where)->value < value) where = &(*where)->next;
      *where = push(*where, value);
    }
    struct row { char tag; int cells[3]; struct { long deep; } inner; };
    struct row rows[4] = {{'a', {1, 2, 3}, {4}}, {'b', {5, 6}}, {.inner = {7}}};
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int sum(int (*m)[3], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += m[i][j]; return s; }
    void run(void) {
      struct list *head = 0;
      for (int i = 0; i < 5; i++) head = push(head, i * i);
      for (struct list *p = head; p; p = p->next) OUT(p->value);
      head = reverse(head);
      insert(&head, 5); insert(&head, -3); insert(&head, 99);
      for (struct list *p = head; p; p = p->next) OUT(p->value);
      struct row *r = rows;
      for (int i = 0; i < 4; i++, r++) { OUT(r->tag); OUT(r->cells[1]); OUT(r->inner.deep); r->cells[i % 3] = i; }
      OUT(r - rows); OUT(rows[2].cells[2]); OUT((--r)->tag == rows[3].tag);
      int (*m)[3] = matrix; int *flat = matrix[1];
      m[1][2] = 10; OUT(flat[2]); OUT(sum(matrix, 2)); OUT(*(*(m + 1) + 1)); OUT(flat - matrix[0] > 0);
      int *none = 0; OUT(none == 0); OUT(!flat);
      int *block = calloc(6, sizeof(int)); for (int i = 0; i < 6; i++) OUT(block[i]++); OUT(*block); OUT(block[5]);
      free(block); free(0);
    })");
}

TEST_CASE("pointers to pointers, strings, copies of memory, unions behind pointers") {
  check_same(R"(
    typedef __SIZE_TYPE__ size_t;
    void *malloc(size_t); void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
    size_t strlen(const char *); int strcmp(const char *, const char *); char *strcpy(char *, const char *);
    const char *names[] = {"zero", "one", "two"};
    struct shape { int kind; union { int side; unsigned char bytes[4]; } size; };
    union word { unsigned all; unsigned short low; };
    struct box { union word w; const char *name; };
    int length(const char *s) { const char *p = s; while (*p) p++; return (int)(p - s); }
    void set(int **p, int *to) { *p = to; }
    void fill(int *a, int n) { for (int i = 0; i < n; i++) *a++ = i * 3; }
    void run(void) {
      for (int i = 0; i < 3; i++) { const char *n = names[i]; OUT(length(n)); OUT(n[1]); OUT(strlen(names[i])); }
      int a = 1, b = 2, *p = &a; set(&p, &b); *p = 7; OUT(a); OUT(b); int **pp = &p; **pp += 2; OUT(b); *pp = &a; *p = 5; OUT(a);
      int local[5], copy[5]; fill(local, 5); memcpy(copy, local, sizeof local); int *c = local[2] ? copy : local;
      OUT(c[4]); memset(c, 0, sizeof copy); OUT(copy[4]); OUT(local[4]);
      struct box *x = malloc(2 * sizeof *x); x[0].w.all = 0x12345678; x[0].name = "box"; x[1] = x[0]; x[1].w.low = 1;
      OUT(x[1].w.all); OUT(x[0].w.low); OUT(x[1].name[2]); OUT(strcmp(x[0].name, x[1].name));
      memcpy(&x[0], &x[1], sizeof(struct box)); OUT(x->w.all);
      char text[8]; char *t = a ? text : 0; strcpy(t, "hello"); OUT(t[4]); OUT(strlen(t)); t[1] = 0; OUT(strlen(text));
      struct { unsigned lo : 4, hi : 4; int z; } *bits = malloc(sizeof *bits); bits->lo = 9; bits->hi = 20; bits->z = 1;
      bits->lo += 9; OUT(bits->lo); OUT(bits->hi);
    })");
}

TEST_CASE("memory used through several scalar types; realloc; copies between types") {
  check_same(R"(
    typedef __SIZE_TYPE__ size_t;
    void *malloc(size_t); void *realloc(void *, size_t); void free(void *); void *memcpy(void *, const void *, size_t);
    __attribute__((aligned(8))) unsigned char bytes[8] = {1, 2, 3, 4, 250, 251, 252, 253};
    short both(void *at, int which) { return which ? *(short *)at : *(signed char *)at; }
    void run(void) {
      __attribute__((aligned(4))) char t[4] = {0, 1, 0, 0}; char *z = t; void *v = z; unsigned *pi = v; OUT(*pi); *pi = 0x80402010; OUT(t[0]); OUT(t[3]);
      void *b = bytes; for (int i = 0; i < 7; i++) { OUT(both((char *)b + i, !(i & 1))); }
      *(int *)((char *)b + 4) = -2; OUT(bytes[4]); OUT(bytes[7]); OUT(*(long long *)b);
      float f = 1.5f; unsigned u = 0; memcpy(&u, &f, sizeof u); OUT(u); u ^= 0x80000000u; memcpy(&f, &u, 4); OUT(f * 2);
      int *grown = malloc(2 * sizeof *grown); grown[0] = 7; grown[1] = 8; grown = realloc(grown, 5 * sizeof *grown);
      grown[4] = 9; OUT(grown[0] + grown[1] + grown[4]); grown = realloc(grown, sizeof(int)); OUT(*grown); free(grown);
      long *fresh = realloc(0, sizeof(long)); *fresh = 3; OUT(*fresh);
      double d = -2.5; char *p = (char *)&d; OUT(p[7]); p[7] = 0x40; OUT(d * 4);
    })");
}

TEST_CASE("random programs with pointers do what gcc's programs do") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::rounds(12)); ++seed) {
    CAPTURE(seed);
    check_same(RandomMemoryProgram(seed).text());
  }
}

}  // namespace bireach::frontend::test
