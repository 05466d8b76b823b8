// SPDX-License-Identifier: Apache-2.0
/// Floating point in C: the frontend and the interpreter against what gcc's program computes with SSE (x87 for long
/// double).
#include <random>
#include <sstream>

#include "tests/frontend/clang/gcc_programs.h"
#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

/// OUT shows an integer, F and D the bits of a float and a double; all NaN are one.
constexpr const char* prelude = R"(
int count;
long long out[2000];
#define OUT(...) (out[count++] = (long long)(__VA_ARGS__))
union float_bits { float f; unsigned bits; };
union double_bits { double f; unsigned long long bits; };
static void show_float(float x) {
  union float_bits u;
  u.f = x;
  if (x != x) OUT(-1); else OUT(u.bits);
}
static void show_double(double x) {
  union double_bits u;
  u.f = x;
  if (x != x) OUT(-1); else OUT(u.bits);
}
#define F(...) show_float(__VA_ARGS__)
#define D(...) show_double(__VA_ARGS__)
)";

void check_floating(const std::string& text) {
  const std::string flags = " -msse2 -mfpmath=sse -ffp-contract=off";
  check_outputs(prelude + text, "-O0" + flags, "-O1" + flags);
}

/// Random expressions over floats, doubles and integers.
class RandomFloats {
 public:
  explicit RandomFloats(unsigned seed) : rng_(seed) {}

  std::string program(int expressions) {
    std::ostringstream text;
    text << "float f[4]; double d[4]; int n[4]; unsigned u[4]; struct { float a; double b; } s;\nvoid run(void) {\n";
    for (int i = 0; i < 4; ++i) {
      text << "  f[" << i << "] = " << constant(true) << "; d[" << i << "] = " << constant(false) << "; n[" << i
           << "] = " << static_cast<int>(below(2000)) - 1000 << "; u[" << i << "] = " << rng_() << "u;\n";
    }
    text << "  s.a = f[0]; s.b = d[0];\n";
    for (int i = 0; i < expressions; ++i) {
      switch (below(6)) {
        case 0:
          text << "  F(" << real(3) << ");\n";
          break;
        case 1:
          text << "  D(" << real(3) << ");\n";
          break;
        case 2:
          text << "  OUT(" << truth() << ");\n";
          break;
        case 3:
          text << "  f[" << below(4) << "] " << (below(2) == 0 ? "+=" : "*=") << " " << real(1) << "; F(f[" << below(4)
               << "]);\n";
          break;
        case 4:
          text << "  if (" << truth() << ") s.b = " << real(2) << "; else s.a = " << real(2) << "; D(s.b + s.a);\n";
          break;
        default:  // in range by construction
          text << "  { double x = " << real(2)
               << "; if (x > -1e9 && x < 1e9) { OUT((int)x); OUT((long long)(float)x); } "
               << "if (x >= 0 && x < 4e9) OUT((unsigned)x); }\n";
      }
    }
    return text.str() + "}\n";
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(rng_()) % bound; }
  std::string constant(bool is_float) {
    static const char* const chosen[] = {"0.0",
                                         "-0.0",
                                         "1.0",
                                         "0.1",
                                         "-2.5",
                                         "3e38",
                                         "1e-45",
                                         "1e-40",
                                         "1e30",
                                         "16777217.0",
                                         "-7.0",
                                         "__builtin_inf()",
                                         "__builtin_nan(\"\")",
                                         "1.5e-7"};
    return std::string(is_float ? "(float)" : "(double)") + chosen[below(14)];
  }
  std::string real(int depth) {
    const std::string index = "[" + std::to_string(below(4)) + "]";
    if (depth == 0 || below(6) == 0) {
      switch (below(6)) {
        case 0:
          return "n" + index;
        case 1:
          return "u" + index;
        case 2:
          return below(2) == 0 ? "s.a" : "s.b";
        case 3:
          return "f" + index;
        case 4:
          return "d" + index;
        default:
          return constant(below(2) == 0);
      }
    }
    const std::string a = "(double)" + real(depth - 1);
    const std::string b = real(depth - 1);
    switch (below(9)) {
      case 0:
        return "(" + a + " + " + b + ")";
      case 1:
        return "(" + a + " - (float)" + b + ")";
      case 2:
        return "((float)" + a + " * (float)" + b + ")";
      case 3:
        return "(" + a + " / " + b + ")";
      case 4:
        return "(-(" + a + "))";
      case 5:
        return "(" + truth() + " ? " + a + " : " + b + ")";
      case 6:
        return "__builtin_fabs(" + a + ")";
      case 7:
        return "(double)(long double)(" + a + " * (long double)" + b + ")";
      default:
        return "(float)(" + a + " * " + b + ")";
    }
  }
  std::string truth() {
    static const char* const operators[] = {"<", "<=", ">", ">=", "==", "!="};
    switch (below(5)) {
      case 0:
        return "(!f[" + std::to_string(below(4)) + "])";
      case 1:
        return "(f[" + std::to_string(below(4)) + "] && d[" + std::to_string(below(4)) + "])";
      case 2:
        return "(__builtin_isnan(" + real(1) + " * 1.0) || __builtin_isinf(d[0] * 1e300))";
      default:
        return "((float)" + real(1) + " " + operators[below(6)] + " (double)" + real(1) + ")";
    }
  }
  std::mt19937 rng_;
};

}  // namespace

TEST_CASE("random floating-point expressions compute what gcc's program computes") {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) check_floating(RandomFloats(seed).program(150));
}

TEST_CASE("functions of math.h compute what gcc's program computes") {
  check_floating(
      "#include <math.h>\n"
      R"(
    double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -3.7, 1e18, 4503599627370497.5, -1e300, 1e-310, INFINITY, NAN};
    void run(void) {
      for (int i = 0; i < 13; i++) {
        double x = values[i];
        D(fabs(x)); D(sqrt(x)); D(floor(x)); D(ceil(x)); D(trunc(x)); D(round(x)); D(rint(x)); D(nearbyint(x));
        F(floorf((float)x)); F(sqrtf((float)x)); F(fabsf((float)x)); F(roundf((float)x));
        D(copysign(3.0, x)); D(fma(x, 0.1, 1.0)); D(fmod(x, 0.7)); D(fmod(7.25, x)); D(remainder(x, 0.7));
        OUT(isnan(x) != 0); OUT(isinf(x)); OUT(isfinite(x) != 0); OUT(isnormal(x) != 0); OUT(fpclassify(x));
        OUT(isless(x, 1.0) != 0); OUT(isgreaterequal(x, 1.0) != 0); OUT(isunordered(x, 1.0) != 0);
        if (x == x) OUT(signbit(x) != 0);
        if (x == x && fabs(x) < 1e6) { OUT(lrint(x)); OUT(llround(x)); }
        if (x != 0) { D(fmin(x, 0.25)); D(fmax(x, 0.25)); D(fdim(x, 0.25)); D(fdim(0.25, x)); }
        double whole;
        D(modf(x, &whole)); D(whole);
      }
      D(HUGE_VAL); F(INFINITY); D(fmax(NAN, 1)); D(fmin(1, NAN));
    })");
}

TEST_CASE("floating-point objects are passed, copied, initialised and converted as in gcc's program") {
  check_floating(R"(
    struct point { float x; double y; long double z; };
    struct point origin = {1, 2.5f};
    float table[2][3] = {{1, 2}, {.5f}};
    const double third = 1.0 / 3;
    static float half(float x) { return x / 2; }
    static double old(x, y) float x; double y; { return x - y; }
    static struct point moved(struct point p, float by) { p.x += by; p.y *= by; p.z = p.x * p.y; return p; }
    void run(void) {
      struct point p = moved(origin, third);
      F(p.x); D(p.y); D(p.z);
      for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) F(half(table[i][j]));
      D(old(0.1, 0.1));
      int n = 7; n += 0.75; OUT(n); n *= 1.5f; OUT(n); n -= 2.25; OUT(n);
      unsigned char c = 200; c /= 3.0f; OUT(c);
      float f = 1; f++; F(f); F(f--); F(--f); f += 1e10; F(f); f -= third; F(f);
      double d = -0.0; OUT(d ? 1 : 2); OUT(!d); OUT(d || 0.0f); d--; D(d--); D(d);
      long double l = third; l *= 3; OUT(l == 1); D(l); OUT(l > 1 - 1e-18L);
      _Bool b = 0.1f; OUT(b); b = -0.0; OUT(b); b = __builtin_nan(""); OUT(b);
      OUT((unsigned char)255.9f); OUT((short)-3.99); OUT((unsigned long long)1e19); OUT((long long)-9e18f);
      F(16777217); F(4294967295u); D(9007199254740993ll); F(-1); D((unsigned char)-1); F(0x1p-149f * 1.5f);
      float *q = &table[0][1]; *q += 0.25f; F(table[0][1]);
      float g = 1.5f; OUT(*(unsigned *)&g); *(unsigned *)&g = 0x40490fdb; F(g);
      union { double d; unsigned long long u; int half; } v = {1.5}; OUT(v.u); v.u ^= 1ull << 63; D(v.d);
      OUT(__builtin_constant_p(1.5)); int k = 3; OUT(k * 0.5 + 0.1f);
      switch ((int)2.9) { case 2: OUT(22); break; default: OUT(0); }
      while (f > 1e9f) { f /= 10; count < 1900 ? F(f) : (void)0; }
    })");
}

TEST_CASE("conversions out of range are undefined") {
  for (const char* text : {"int x = (int)d;", "unsigned char x = (unsigned char)d;",
                           "long long x = (long long)(d * 1e15);", "int x = (int)(d - d + __builtin_nan(\"\"));"}) {
    CAPTURE(text);
    const Program program =
        parse(std::string("int main(void) { double d = 1e10; ") + text + " return 0; }", ParseOptions{});
    const RunResult result = execute(program);
    REQUIRE(result.execution.undefined.size() == 1);
    CHECK(result.execution.undefined[0].kind == UndefinedBehaviour::ConversionOutOfRange);
  }
}

}  // namespace bireach::frontend::test
