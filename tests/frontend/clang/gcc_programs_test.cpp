// SPDX-License-Identifier: Apache-2.0
/// Whole C programs: what the frontend and the interpreter make of them against what gcc's program prints.
#include "tests/frontend/clang/gcc_programs.h"

#include <cstdlib>
#include <filesystem>
#include <random>
#include <sstream>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

constexpr unsigned max_outputs = 512;

/// The program's outputs, as gcc's program prints them. Undefined behaviour that the sanitizer sees fails the test.
std::vector<std::string> outputs_of_gcc(const std::string& text, const std::string& flags) {
  std::string directory = (std::filesystem::temp_directory_path() / "bireach-programs-XXXXXX").string();
  REQUIRE(mkdtemp(directory.data()) != nullptr);
  std::ofstream(directory + "/test.c") << text
                                       << "\nint printf(const char *, ...);\nint main(void) {\n  run();\n  for (int i "
                                          "= 0; i < count; i++) printf(\"%lld\\n\", out[i]);\n  return 0;\n}\n";
  const std::string compile =
      "gcc -w -Wno-sync-nand " + flags + " -o " + directory + "/test " + directory + "/test.c -lm";
  REQUIRE_MESSAGE(std::system(compile.c_str()) == 0, compile);
  REQUIRE(std::system((directory + "/test > " + directory + "/out").c_str()) == 0);
  std::vector<std::string> lines;
  std::ifstream in(directory + "/out");
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::filesystem::remove_all(directory);
  return lines;
}

/// Some kernels are built without.
bool runs_programs_of_32_bits() {
  static const bool result = [] {
    std::string directory = (std::filesystem::temp_directory_path() / "bireach-bits-XXXXXX").string();
    REQUIRE(mkdtemp(directory.data()) != nullptr);
    std::ofstream(directory + "/test.c") << "int main(void) { return 0; }\n";
    const std::string program = directory + "/test";
    REQUIRE(std::system(("gcc -m32 -o " + program + " " + program + ".c").c_str()) == 0);
    const bool runs = std::system((program + " 2> /dev/null").c_str()) == 0;
    std::filesystem::remove_all(directory);
    if (!runs) MESSAGE("no comparison with 32-bit programs: this machine does not run them");
    return runs;
  }();
  return result;
}

std::vector<std::string> outputs_of_interpreter(const std::string& text, const ParseOptions& options) {
  const Program program = parse(text + "\nint main(void) { run(); return 0; }\n", options);
  const RunResult result = execute(program);
  for (const UndefinedEvent& event : result.execution.undefined)
    FAIL_CHECK(to_string(event.kind) << " at line " << event.place.line << ", column " << event.place.column);
  const EdgeId last_edge = result.execution.trace.back();
  REQUIRE_MESSAGE(result.end == RunEnd::Exit, program.location(program.target(last_edge)).note);
  const ConcreteState& last = result.execution.states.back();
  const auto value_of = [&](const std::string& name) -> const logic::Value& {
    for (VariableId id = 0; id < program.variables.size(); ++id)
      if (program.variables[id].name == name) return last[id];
    FAIL("no variable " << name);
    return last.front();
  };
  std::vector<std::string> outputs;
  const auto& array = std::get<logic::ArrayValue>(value_of("out"));
  const auto count = static_cast<long>(std::get<logic::Integer>(value_of("count")));
  for (long i = 0; i < count; ++i) outputs.push_back(array.at(i).str());
  return outputs;
}

}  // namespace

void check_outputs(const std::string& program, const std::string& flags_lp64, const std::string& flags_ilp32,
                   bool memory_as_bytes) {
  CAPTURE(program);
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32}) {
    ParseOptions options;
    options.data_model = model;
    options.memory_as_bytes = memory_as_bytes;
    const auto computed = outputs_of_interpreter(program, options);
    const std::string flags = model == DataModel::LP64 ? "-m64 " + flags_lp64 : "-m32 " + flags_ilp32;
    CHECK(!computed.empty());
    if (model == DataModel::ILP32 && !runs_programs_of_32_bits()) continue;
    const auto expected = outputs_of_gcc(program, flags);
    CHECK(computed.size() == expected.size());
    for (std::size_t i = 0; i < std::min(computed.size(), expected.size()); ++i) {
      CAPTURE(flags);
      CAPTURE(i);
      REQUIRE(computed[i] == expected[i]);
    }
  }
}

namespace {

const std::string sanitized = "-O1 -fsanitize=undefined -fno-sanitize-recover=undefined";

std::string with_outputs(const std::string& text) {
  return "int count; long long out[" + std::to_string(max_outputs) +
         "];\n#define OUT(...) (out[count++] = (long long)(__VA_ARGS__))\n" + text;
}

}  // namespace

void check_same(const std::string& text) {
  check_outputs(with_outputs(text), sanitized, sanitized);
}

void check_same_in_bytes(const std::string& text) {
  const std::string flags = sanitized + " -fno-strict-aliasing";
  check_outputs(with_outputs(text), flags, flags, true);
}

TEST_CASE("the arguments of variadic functions") {
  check_same(R"(
    typedef __builtin_va_list va_list;
    #define va_start __builtin_va_start
    #define va_arg __builtin_va_arg
    #define va_copy __builtin_va_copy
    #define va_end __builtin_va_end
    struct pair { int a, b; };
    int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); while (n-- > 0) s += va_arg(ap, int); va_end(ap); return s; }
    double mean(const char *kinds, ...) {
      va_list ap, again; double total = 0; int count = 0; va_start(ap, kinds); va_copy(again, ap);
      for (const char *k = kinds; *k; k++, count++)
        if (*k == 'd') total += va_arg(ap, double); else if (*k == 'l') total += (double)va_arg(ap, long long);
        else if (*k == 'p') total += *va_arg(ap, int *); else total += va_arg(ap, int);
      va_end(ap);
      if (kinds[0] == 'i') total += va_arg(again, unsigned);
      va_end(again);
      return count ? total / count : 0;
    }
    int outer(int k, ...) { va_list ap; va_start(ap, k); int first = va_arg(ap, int); int r = sum(2, first, va_arg(ap, int)); va_end(ap); return r * k; }
    int ignored(int k, ...) { return k; }
    int order; int step(void) { return ++order; }
    void set(int n, ...) { va_list ap; va_start(ap, n); for (int i = 0; i < n; i++) *va_arg(ap, int *) = i + 10; va_end(ap); }
    void run(void) {
      OUT(sum(0)); OUT(sum(3, 1, 2, 3)); OUT(sum(2, (char)-5, (short)300)); OUT(sum(1, 7, 8, 9));
      int x = 41, y = 1; OUT(mean("id", 2, 3.5)); OUT(mean("pl", &x, 1000000000000ll)); OUT(mean("")); OUT(mean("ddd", 1.0, 2.0f, 6.0));
      OUT(outer(3, 4, 5)); struct pair p = {1, 2}; OUT(ignored(6, p, &x, 1.0)); set(2, &x, &y); OUT(x); OUT(y);
      int t[3]; set(3, &t[2], t, t + 1); OUT(t[0]); OUT(t[2]);
    })");
}

TEST_CASE("calls through function pointers choose what gcc's program calls") {
  check_same(R"(
    typedef int (*operation)(int, int);
    int add(int a, int b) { return a + b; }
    static int mul(int a, int b) { return a * b; }
    int sub(int a, int b) { return a - b; }
    long wide(long a) { return a + 1; }
    operation table[] = {add, &mul, sub};
    struct ops { operation first; long (*second)(long); } record = {mul, wide};
    operation choose(int i) { return i ? add : *sub; }
    int apply(operation f, int a) { return f(a, (*f)(a, 2)); }
    int order;
    operation next(void) { order = order * 10 + 1; return table[order % 3]; }
    int argument(void) { order = order * 10 + 2; return order; }
    void run(void) {
      for (int i = 0; i < 3; i++) OUT(table[i](7, i + 3));
      OUT(record.first(6, 7)); OUT(record.second(41));
      OUT(choose(0)(9, 4)); OUT(choose(1)(9, 4));
      OUT(apply(add, 5)); OUT(apply(mul, 5)); OUT(apply(choose(0), 5));
      OUT(next()(argument(), 3)); OUT(order);
      operation f = 0; OUT(f == 0); f = table[1]; OUT(f == mul); OUT(f != add); if (f) OUT(f(3, 3));
      OUT((f ? sub : add)(1, 2)); OUT((**f)(8, 2));
    })");
  check_same(R"(
    struct pair { int a; char b; };
    struct pair make(int a, char b) { struct pair p = {a, b}; return p; }
    struct pair twist(int a, char b) { struct pair p = {b, (char)a}; return p; }
    int first(struct pair p) { return p.a; }
    int second(struct pair p) { return p.b; }
    unsigned char narrow(int x) { return (unsigned char)x; }
    int none() { return 4; }
    void run(void) {
      struct pair (*makers[2])(int, char) = {make, twist};
      int (*readers[2])(struct pair) = {first, second};
      for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) OUT(readers[i](makers[j](300, 'x')));
      unsigned char (*n)(int) = narrow; OUT(n(1000));
      int (*k)() = none; OUT(k());
      int (*variable)() = first; struct pair p = {11, 12}; OUT(variable(p));
    })");
}

TEST_CASE("random dispatch through tables of functions") {
  std::mt19937 random(17);
  const auto number = [&](int below) {
    return std::to_string(static_cast<int>(random() % static_cast<unsigned>(below)));
  };
  for (int round = 0; round < 3; ++round) {
    std::ostringstream text;
    const int functions = 4;
    for (int i = 0; i < functions; ++i) {
      text << "static int f" << i << "(int x, unsigned char y) { return (x % 1000) * " << number(9) << " - y % 1"
           << number(7) << "u - 1 ? x / 3 + " << number(50) << " : y + " << number(50) << "; }\n";
    }
    text << "typedef int (*fn)(int, unsigned char);\nfn table[6] = {";
    for (int i = 0; i < 6; ++i) text << "f" << number(functions) << ", ";
    text << "};\nvoid run(void) {\n  int x = " << number(100) << ";\n";
    for (int i = 0; i < 12; ++i) {
      text << "  table[" << number(6) << "] = x % 2 ? table[" << number(6) << "] : f" << number(functions)
           << ";\n  x = table[x % 3 + 2 > 5 ? 0 : " << number(6) << "](x, table[" << number(6) << "](x + "
           << number(300) << ", " << number(256) << "));\n  OUT(x);\n";
    }
    text << "}\n";
    check_same(text.str());
  }
}

TEST_CASE("bit builtins") {
  std::ostringstream text;
  text << "void run(void) {\n  volatile unsigned long long values[] = {1, 2, 3, 0x80000000u, 0xffffffffu, 0x12345678u, "
          "0x8000000000000000u, 0xffffffffffffffffu, 0x123456789abcdef0u, 0xff00ff00u};\n"
          "  for (int i = 0; i < 10; i++) {\n    unsigned long long x = values[i];\n";
  for (const char* name : {"popcount", "parity", "ffs", "clrsb"})
    for (const char* suffix : {"", "l", "ll"}) text << "    OUT(__builtin_" << name << suffix << "(x));\n";
  for (const char* name : {"clz", "ctz"}) {
    text << "    OUT(__builtin_" << name << "ll(x)); if ((unsigned)x) OUT(__builtin_" << name
         << "(x)); if ((unsigned long)x) OUT(__builtin_" << name << "l(x));\n";
  }
  text << "    OUT(__builtin_bswap16(x)); OUT(__builtin_bswap32(x)); OUT(__builtin_bswap64(x));\n  }\n"
          "  OUT(__builtin_ffs(0)); OUT(__builtin_popcount(0)); OUT(__builtin_clrsbll(0)); "
          "OUT(__builtin_clrsb(-1));\n}\n";
  check_same(text.str());
}

TEST_CASE("arithmetic that says whether it overflowed") {
  std::mt19937 random(5);
  const char* types[] = {"signed char", "unsigned char", "short",         "unsigned short", "int",
                         "unsigned",    "long",          "unsigned long", "long long",      "unsigned long long"};
  const char* values[] = {"0",
                          "1",
                          "-1",
                          "127",
                          "200",
                          "-32768",
                          "2147483647",
                          "-2147483647 - 1",
                          "4294967295u",
                          "9223372036854775807ll",
                          "-9223372036854775807ll - 1",
                          "18446744073709551615ull"};
  std::ostringstream text;
  text << "void run(void) {\n";
  for (int i = 0; i < 120; ++i) {
    const auto type = [&] { return types[random() % 10]; };
    const auto value = [&] { return values[random() % 12]; };
    const char* op = i % 3 == 0 ? "add" : i % 3 == 1 ? "sub" : "mul";
    text << "  { " << type() << " a = (" << type() << ")(" << value() << "); " << type() << " b = (" << type() << ")("
         << value() << "); " << type() << " r = 7; OUT(__builtin_" << op << "_overflow(a, b, &r)); OUT(r); }\n";
  }
  text << "  int t[2] = {0, 0}, k = 1; if (__builtin_smul_overflow(70000, 70000, &t[k])) OUT(t[1]);\n"
          "  unsigned long long u; OUT(__builtin_usubll_overflow(1, 2, &u)); OUT(u);\n}\n";
  check_same(text.str());
}

TEST_CASE("atomic operations of one thread") {
  check_same(R"(
    int x = 5; unsigned char c = 250; long long w; _Bool flag; int a[4];
    void run(void) {
      OUT(__atomic_fetch_add(&x, 3, 5)); OUT(__atomic_add_fetch(&x, 3, 5)); OUT(__atomic_fetch_sub(&x, 20, 0));
      OUT(__atomic_load_n(&x, 5)); __atomic_store_n(&x, 77, 5); OUT(x); OUT(__atomic_exchange_n(&x, -1, 5)); OUT(x);
      OUT(__atomic_fetch_add(&c, 10, 5)); OUT(c); OUT(__atomic_nand_fetch(&c, 6, 5)); OUT(__atomic_fetch_nand(&c, 5, 5));
      OUT(__atomic_or_fetch(&w, 0x100000000ll, 5)); OUT(__atomic_xor_fetch(&w, -1, 5)); OUT(__atomic_and_fetch(&w, 255, 5));
      int e = 3; OUT(__atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5)); OUT(e); OUT(x);
      OUT(__atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5)); OUT(e); OUT(x);
      OUT(__atomic_compare_exchange_n(&x, &x, 4, 0, 5, 5)); OUT(x);
      OUT(__sync_fetch_and_add(&x, 2)); OUT(__sync_sub_and_fetch(&x, 5)); OUT(__sync_fetch_and_nand(&x, 3)); OUT(x);
      OUT(__sync_val_compare_and_swap(&x, x, 8)); OUT(__sync_bool_compare_and_swap(&x, 9, 1)); OUT(x);
      OUT(__sync_lock_test_and_set(&x, 1)); __sync_synchronize(); __sync_lock_release(&x); OUT(x);
      OUT(__atomic_exchange_n(&flag, 1, 5)); OUT(flag);
      int i = 2; __atomic_fetch_add(a + i, 6, 5); __atomic_store_n(&a[i + 1], a[i] + 1, 5); OUT(a[2]); OUT(a[3]);
      x = 2147483647; OUT(__atomic_add_fetch(&x, 1, 5)); OUT(__atomic_fetch_add(&x, 1, 5)); OUT(x);
    })");
  check_same(
      "#include <stdatomic.h>\n"
      R"(
    atomic_int n = 4; _Atomic unsigned short h = 65535;
    void run(void) {
      OUT(atomic_fetch_add(&n, 2)); OUT(atomic_load(&n)); atomic_store(&n, -9); OUT(atomic_exchange(&n, 3)); OUT(n);
      int e = 3; OUT(atomic_compare_exchange_strong(&n, &e, 6)); OUT(n); OUT(atomic_fetch_add(&h, 2)); OUT(h);
      OUT(atomic_fetch_or(&n, 8)); OUT(atomic_fetch_and(&n, 12)); OUT(atomic_fetch_xor(&n, 5)); OUT(n);
    })");
}

TEST_CASE("strings, characters and other library functions") {
  check_same(
      "#include <ctype.h>\n#include <stdlib.h>\n#include <string.h>\n"
      R"(
    int sign(int x) { return (x > 0) - (x < 0); }
    void run(void) {
      char b[16] = "hello"; const char *word = "world"; char s[8];
      OUT(strlen(b)); OUT(strlen(word)); OUT(strlen("")); OUT(word[1]); OUT("abc"[2]); OUT(*(word + 4));
      strcat(b, ", "); strcat(b, word); for (int i = 0; i < 13; i++) OUT(b[i]);
      strcpy(s, "xyz"); OUT(s[0]); OUT(s[3]); strncpy(s, "longer than", 8); OUT(s[7]); strncpy(s, "a", 3); OUT(s[2]);
      strcpy(s, "ab"); strncat(s, "cdef", 3); OUT(strlen(s)); OUT(s[4]); OUT(strnlen(s, 2));
      OUT(sign(strcmp(s, "abcde"))); OUT(sign(strcmp("a", "b"))); OUT(sign(strcmp("\xff", "a"))); OUT(strcmp(s + 1, "bcde"));
      OUT(sign(strncmp("abc", "abd", 2))); OUT(sign(strncmp("abc", "abd", 3)));
      OUT(strchr(b, 'w') - b); OUT(strrchr(b, 'l') - b); OUT(strchr(b, 'q') == 0); OUT(strchr(b, 0) != 0);
      memset(s, 'q', 3); OUT(s[2]); OUT(s[3]); memcpy(s + 1, word, 2); OUT(s[1]); OUT(s[2]);
      memmove(s + 1, s, 5); OUT(s[1]); OUT(s[3]); memmove(s, s + 2, 4); OUT(s[0]);
      OUT(sign(memcmp(s, word, 3))); OUT(memcmp(word, "world", 6)); OUT(memchr(word, 'l', 5) != 0);
      OUT(abs(-4)); OUT(labs(-5l)); OUT(llabs(-6ll)); OUT(abs(7));
      OUT(sizeof("abc")); OUT(__func__[0]); OUT(__builtin_strlen(word));
    })");
  std::ostringstream text;
  text << "#include <ctype.h>\nvoid run(void) {\n  for (int c = -1; c < 256; c++) {\n    int set = 0;\n";
  for (const char* name : {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
                           "upper", "xdigit", "ascii"})
    text << "    set = set * 2 + !!is" << name << "(c);\n";
  text << "    OUT((long long)set * 1000000 + tolower(c) * 1000 + toupper(c));\n  }\n}\n";
  check_same(text.str());
}

TEST_CASE("integers seen with the other sign, and through pointers to incomplete arrays") {
  check_same(R"(
    void set(unsigned *p, unsigned char *q) { *p = 4000000000u; *p += 7; q[1] = 200; q[0]++; (*p)++; }
    int get(char *p) { return p[1]; }
    void run(void) {
      int x = 1; signed char c[2] = {-1, 0}; char msg[] = "Error"; char (*ptr)[] = &msg;
      set((unsigned *)&x, (unsigned char *)c);
      OUT(x); OUT(c[0]); OUT(c[1]); OUT(get((char *)c)); OUT(*(unsigned *)&x); (*ptr)[0] = 'C'; OUT(msg[0]);
      long long w = -3; *(unsigned long long *)&w /= 2; OUT(w); char *d = {"abc"}; OUT(d[2]);
    })");
}

TEST_CASE("whole objects are filled and copied") {
  check_same(
      "#include <string.h>\n"
      R"(
    struct inner { short h; unsigned char c[3]; }; struct s { int a; long l; struct inner in; void *p; };
    struct s g[3]; int m[2][3]; union u { int i; unsigned char c; } u;
    void fill(int *p) { memset(p, -1, sizeof *p); }
    void run(void) {
      struct s x; memset(&x, 0, sizeof x); OUT(x.a); OUT(x.l); OUT(x.in.c[2]); OUT(x.p == 0);
      memset(&x, 0x81, sizeof(struct s)); OUT(x.a); OUT(x.in.h); OUT(x.in.c[1]);
      g[1].a = 4; g[1].in.c[2] = 9; memcpy(&x, &g[1], sizeof x); OUT(x.a); OUT(x.in.c[2]); OUT(x.l);
      for (int i = 0; i < 2; i++) { g[i].a = i + 10; memmove(&g[2], g + i, sizeof *g); OUT(g[2].a); }
      memset(m, 1, sizeof m); OUT(m[1][2]); int n[2][3]; __builtin_memcpy(n, m, sizeof(m)); OUT(n[0][1]);
      memset(&m[1], 0, sizeof m[1]); OUT(m[1][0]); OUT(m[0][2]);
      int y; fill(&y); OUT(y); OUT(memset(&y, 0, 4) == &y); OUT(y);
      unsigned char b[6]; memset(b, 300, 6); OUT(b[5]); memset(b + 1, 1, 2); OUT(b[0] + b[2]);
      memset(&u, 3, sizeof u); OUT(u.i); OUT(u.c); int k = 2, a[4] = {1, 2, 3, 4}; memcpy(&a[k], &a[k - 2], sizeof(int));
      OUT(a[2]); memset(&a[a[0]], 0, sizeof a[0]); OUT(a[1]);
    })");
}

TEST_CASE("labels are values, and goto chooses among them") {
  check_same(R"(
    enum { push, add, twice, stop };
    int interpret(const unsigned char *code, int start) {
      static void *const table[] = {&&do_push, &&do_add, &&do_twice, &&do_stop};
      int i = 0, x = start;
      goto *table[code[i++]];
      do_push: x = x * 10 + code[i++]; goto *table[code[i++]];
      do_add: x += 7; goto *table[code[i++]];
      do_twice: x *= 2; if (x < 1000) goto *table[code[i++]];
      do_stop: return x;
    }
    void run(void) {
      unsigned char code[] = {push, 4, add, twice, push, 3, twice, stop};
      for (int i = 0; i < 3; i++) OUT(interpret(code, i * 2));
      void *target = count > 100 ? &&first : &&second;
      OUT(target == &&second); OUT(&&first != &&second); OUT(target != 0); OUT((unsigned long)&&first && 1);
      goto *target;
      first: OUT(1);
      second: OUT(2);
      if (target == &&second) { target = &&first; goto *target; }
    })");
}

TEST_CASE("bit-fields") {
  check_same(R"(
    struct flags { unsigned a : 3; int b : 5; unsigned : 4; unsigned char c : 7; long long d : 40; _Bool e : 1; unsigned : 0;
                   unsigned f : 32; } g = {9, -20, 200, 1ll << 39, 1, 4000000000u};
    union mixed { struct { unsigned low : 4; unsigned high : 28; } parts; unsigned all : 20; unsigned whole; };
    struct flags pass(struct flags x) { x.a++; x.b -= 10; return x; }
    void run(void) {
      OUT(g.a); OUT(g.b); OUT(g.c); OUT(g.d); OUT(g.e); OUT(g.f);
      struct flags x = g; x.a = x.a * 3; OUT(x.a); OUT(x.b++); OUT(x.b); OUT(--x.b); x.c += 100; OUT(x.c); OUT(x.a - 8 < 0);
      OUT(x.d >>= 3); OUT(x.e = 2); OUT(x.e); OUT(x.a = 15); OUT(x.b = 16); OUT((x.c <<= 1, x.c)); x.f *= 3; OUT(x.f);
      x = pass(pass(x)); OUT(x.a); OUT(x.b); x.a ^= ~0; OUT(x.a); x.d = -1; OUT(x.d); OUT(-x.a); OUT(~x.c); OUT((x.a & 1) << 30);
      struct flags many[3] = {[1] = {.b = 15, .d = 5}}; many[2].b = many[1].b + 1; OUT(many[2].b); OUT(many[1].d); OUT(many[0].e);
      OUT(sizeof(struct flags)); x.e--; OUT(x.e); x.e++; OUT(x.e); x.e += 5; OUT(x.e);
    })");
}

TEST_CASE("initialisers, literals and other forms of C") {
  check_same(R"(
    struct point { int x, y; }; struct shape { struct point corner[2]; char name[4]; union { int i; short s; } u; int tail; };
    int grid[4][3] = {[1] = {1, 2}, [3][1] = 9, 7, [0][2] = 5}; int ranged[8] = {[2 ... 4] = 6, 1, [7] = 2};
    struct shape shape = {.tail = 4, .corner[1].y = 3, .corner = {[0] = {1, 2}}, .name = "abcd", .u.s = -1};
    struct { int a; struct { int b, c; }; } anonymous = {1, {2, 3}};
    int sum(struct point p) { return p.x * 10 + p.y; }
    int total(const int *p, int n) { int t = 0; for (int i = 0; i < n; i++) t += p[i]; return t; }
    #define KIND(x) _Generic((x), int: 1, unsigned: 2, long: 3, char: 4, unsigned char: 5, char *: 6, default: 7)
    enum big { SMALL = -1, LARGE = 70000 }; enum { A = 1, B = A << 4, C = sizeof(int) + B };
    int classify(long v) { switch (v) { case -5 ... -1: return 1; case 0: return 2; case 'a' ... 'z': return 3; default: return 4; } }
    void run(void) {
      for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) OUT(grid[i][j]);
      for (int i = 0; i < 8; i++) OUT(ranged[i]);
      OUT(shape.corner[0].x); OUT(shape.corner[0].y); OUT(shape.corner[1].y); OUT(shape.name[3]); OUT(shape.u.s); OUT(shape.tail);
      OUT(anonymous.b + anonymous.c); struct point p = (struct point){.y = 4}; OUT(sum(p)); OUT(sum((struct point){5, 6}));
      OUT(((struct point){7, 8}).y); OUT(total((int[]){1, 2, 3, 4}, 4)); OUT((int[3]){4, 5}[1]);
      for (int i = 0; i < 3; i++) { struct point *q = &(struct point){i, i + 1}; q->x += 10; OUT(sum(*q)); }
      char c = 'x'; unsigned char uc = 1; OUT(KIND(1)); OUT(KIND(1u)); OUT(KIND(1l)); OUT(KIND(c)); OUT(KIND(uc)); OUT(KIND("s"));
      OUT(KIND(c + uc)); OUT(KIND((short)1)); OUT(_Alignof(int)); OUT(_Alignof(struct point)); OUT(__alignof__(char));
      OUT(sizeof(struct shape)); OUT(__builtin_offsetof(struct shape, corner[1].y)); OUT(C); OUT(LARGE); OUT((enum big)SMALL);
      OUT(({ int t = 3; t *= 2; t + 1; })); OUT(({ p.x = 9; p; }).x); OUT(classify(-3)); OUT(classify('q')); OUT(classify(99999));
      OUT(classify(0)); OUT(__builtin_types_compatible_p(int, signed)); OUT(__builtin_types_compatible_p(int, long));
      OUT(__builtin_choose_expr(1, 5, c)); OUT(__builtin_constant_p(3)); int x = 6; OUT(x ?: 9); OUT((x = 0) ?: 9);
      _Static_assert(sizeof(int) == 4, "int"); int v[x + 3]; v[2] = 5; OUT(v[2]); typeof(x) z = 4; OUT(z);
      OUT(1 ? -1 : 0u); OUT((char)300); OUT((unsigned char)-1 >> 1); OUT(-7 / 2); OUT(-7 % 3); OUT(-8 >> 1); OUT(1u - 2);
      OUT('\xff'); OUT('ab' != 0); OUT(0x7fffffff + 0u + 1); OUT((_Bool)0.5); OUT((_Bool)256); OUT(!!&x); short h = -1; OUT((unsigned)h);
      int i = 0; i = i++ + 1 ? i + 5 : 0; OUT(i); for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 6) break; } OUT(i);
      extern int late; OUT(late); static int s = 4; OUT(s++); int w = (x, 4) + (i > 2 && x == 0 || late); OUT(w);
      struct point a = {1, 2}, b; b = a; b.y = 9; OUT(a.y); b = (i > 100 ? a : b); OUT(b.y); OUT((b = a).y);
      unsigned long long big = 1ull << 63; OUT(big >> 62); OUT((int)(big >> 31 >> 31)); OUT(L'x'); OUT(sizeof(L"ab")); OUT("ab"[1]);
      do { x++; if (x == 2) goto out; } while (x < 5); out: OUT(x); { int x = 50; OUT(x); } OUT(__extension__ 5); OUT(sizeof(x++)); OUT(x);
    }
    int late = 12;)");
}

}  // namespace bireach::frontend::test
