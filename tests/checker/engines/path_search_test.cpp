// SPDX-License-Identifier: Apache-2.0
/// Symbolic execution path by path: proofs where all paths end, errors with inputs that replay, and no proof of what
/// has an error.
#include "checker/engines/path_search.h"

#include <array>
#include <random>
#include <set>
#include <string>

#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;

struct Answer {
  std::optional<Proved> proof;
  std::optional<frontend::RunResult> error;
  std::string reason;
  std::uint64_t queries = 0;  ///< of both solvers
};

Answer answer_of(const Program& program, const PathSearchLimits& limits = {}, int most_steps = 60) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  PathSearch search(setting, limits);
  for (int steps = 0; steps < most_steps; ++steps) {
    StepResult result = search.step();
    if (auto* proved = std::get_if<Proved>(&result))
      return {std::move(*proved), std::nullopt, "", statistics.solver.z3_queries + statistics.solver.cvc5_queries};
    if (auto* found = std::get_if<Found>(&result)) return {std::nullopt, std::move(found->run), ""};
    if (auto* gave_up = std::get_if<GaveUp>(&result)) return {std::nullopt, std::nullopt, gave_up->reason};
    REQUIRE(std::holds_alternative<Progressed>(result));
  }
  return {std::nullopt, std::nullopt, "there was more to do"};
}

Program parse(const std::string& text, const frontend::ParseOptions& options = {}) {
  return frontend::test::parse(
      "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
      "extern char __VERIFIER_nondet_char(void); extern unsigned __VERIFIER_nondet_uint(void);\n" +
          text,
      options);
}

/// Reads numbers from a text of three characters.
std::string reader(const std::string& error) {
  return "int main(void) { char s[4]; int sum = 0, number = 0, count = 0;\n"
         "for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();\n"
         "s[3] = 0;\n"
         "for (char *p = s; *p; p++) {\n"
         "  if (*p >= '0' && *p <= '9') number = number * 10 + (*p - '0');\n"
         "  else if (*p == ',') { sum += number; number = 0; count++; }\n"
         "  else return 1; }\n"
         "sum += number;\n"
         "if (" +
         error + ") reach_error(); }";
}

/// A program that reads three numbers of 0 to 3 and counts, as C and to be executed.
struct Counter {
  std::uint64_t seed;
  unsigned table[4], begin, bound, changed, factor, mask, last, chosen;
  bool stops;

  explicit Counter(std::uint64_t of) : seed(of) {
    std::mt19937_64 random(of);
    const auto below = [&random](unsigned count) { return static_cast<unsigned>(random() % count); };
    for (unsigned& entry : table) entry = below(6);
    begin = below(4), bound = below(4), changed = below(8), factor = 1 + below(3), mask = below(8), last = below(4),
    chosen = below(4);
    stops = below(2) == 0;
  }

  [[nodiscard]] std::string text(unsigned error) const {
    const auto number = [](unsigned value) { return std::to_string(value) + "u"; };
    std::string result = "int main(void) { unsigned t[4] = {";
    for (const unsigned entry : table) result += number(entry) + ",";
    return result + "}, sum = " + number(begin) + "; unsigned *p = t;\nfor (int i = 0; i < 3; i++) {\n" +
           "unsigned x = __VERIFIER_nondet_uint(); if (x > 3) return 0;\n" + "if (x <= " + number(bound) +
           ") sum = (sum * " + number(factor) + " + p[x]) % 64;\n" + "else if (sum % 8 < " + number(changed) +
           ") { p[sum % 4] = sum ^ " + number(mask) + "; p = t + x % 2; if (p != t) p = p - 1; }\n" +
           (stops ? "else if (x == " + number(last) + ") break;\n" : "") + "else { unsigned *q = &t[x > " +
           number(chosen) + "]; *q = (*q + 1) % 8; sum += x ^ *q; } }\n" + "if (sum == " + number(error) +
           ") reach_error(); }";
  }

  [[nodiscard]] std::set<unsigned> sums() const {
    std::set<unsigned> result;
    for (unsigned inputs = 0; inputs < 64; ++inputs) {
      std::array<unsigned, 4> t{table[0], table[1], table[2], table[3]};
      unsigned sum = begin;
      for (unsigned i = 0; i < 3; ++i) {
        const unsigned x = inputs >> (2 * i) & 3U;
        if (x <= bound)
          sum = (sum * factor + t[x]) % 64;
        else if (sum % 8 < changed)
          t[sum % 4] = sum ^ mask;
        else if (stops && x == last)
          break;
        else {
          unsigned& q = t.at(x > chosen ? 1 : 0);
          q = (q + 1) % 8;
          sum += x ^ q;
        }
      }
      result.insert(sum);
    }
    return result;
  }
};

/// A program with two allocated objects, one of which it chooses by comparing numbers of 0 to 3, and may have freed or
/// never written; as C, and as what happens.
struct Chooser {
  unsigned written, freed, read, kept, key;
  bool nested, late;

  explicit Chooser(std::uint64_t of) {
    std::mt19937_64 random(of);
    const auto below = [&random](unsigned count) { return static_cast<unsigned>(random() % count); };
    written = below(5), freed = below(5), read = below(4), kept = below(5), key = below(4);
    nested = below(2) == 0, late = below(2) == 0;
  }

  [[nodiscard]] std::string text() const {
    const auto number = [](unsigned value) { return std::to_string(value) + "u"; };
    return "#include <stdlib.h>\n"
           "struct node { unsigned key; struct node *way[2]; };\n"
           "int main(void) { unsigned x = __VERIFIER_nondet_uint() % 4, y = __VERIFIER_nondet_uint() % 4;\n"
           "struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *chosen;\n"
           "a->key = x; a->way[0] = a; a->way[1] = b; b->way[0] = a; b->way[1] = b;\n"
           "if (x < " +
           number(written) + ") a->way[x > y]->key = y; else b->key = " + number(key) + ";\n" +
           (nested ? "chosen = a->way[x > " + number(read) + "]->way[y > " + number(read) + "];\n"
                   : "chosen = y > " + number(read) + " ? b : a;\n") +
           (late ? "unsigned sum = chosen->key;\n" : "") + "if (y + x < " + number(freed) + ") free(b);\n" +
           (late ? "" : "unsigned sum = chosen->key;\n") + "if (sum == 7) return 1;\n" +
           "free(a); if (x + y >= " + number(freed) + " && y < " + number(kept) + ") free(b); return 0; }";
  }

  [[nodiscard]] bool has_error() const {
    for (unsigned x = 0; x < 4; ++x)
      for (unsigned y = 0; y < 4; ++y) {
        const bool b_is_written = x >= written || x > y;
        const bool chooses_b = y > read;
        const bool is_freed = x + y < freed;
        if (chooses_b && (!b_is_written || (is_freed && !late))) return true;
        if (!is_freed && y >= kept) return true;  // b is lost
      }
    return false;
  }
};

}  // namespace

TEST_CASE("a reader of texts is proved path by path") {
  const Answer answer = answer_of(parse(reader("sum > 999 || (count > 0 && sum > 99) || (count > 2 && sum)")));
  CHECK(answer.reason == "");
  REQUIRE(answer.proof);
  const auto& unrolling = std::get<Unrolling>(answer.proof->proof.evidence);
  // Texts of 0 to 3 characters, each a digit or a comma, and those with another one at the end.
  CHECK(unrolling.paths >= 15);
  CHECK(unrolling.paths <= 100);
  CHECK(answer.proof->overflow == Proved::Overflow::covered);
}

TEST_CASE("an error is found with the inputs that lead there") {
  const Answer answer = answer_of(parse(reader("sum == 18 && count == 1 && number == 9")));
  REQUIRE(answer.error);
  CHECK(answer.error->end == frontend::RunEnd::Error);
  CHECK(answer.error->execution.undefined.empty());
}

TEST_CASE("what leads here is kept apart from what is chosen later") {
  // The second input is asked for under conditions of the first one, by way of the third.
  const Answer answer =
      answer_of(parse("int main(void) { unsigned a = __VERIFIER_nondet_uint() % 8, b = __VERIFIER_nondet_uint() % 8;\n"
                      "unsigned c = __VERIFIER_nondet_uint() % 8;\n"
                      "if (a > b) return 0; if (b > c) return 0; if (c > 3) return 0;\n"
                      "if (a > 3) reach_error(); if (a == 3 && (b != 3 || c != 3)) reach_error(); }"));
  CHECK(answer.proof);
}

TEST_CASE("a loop without a bound is left to others") {
  const Answer answer = answer_of(
      parse("int main(void) { unsigned n = 0; while (__VERIFIER_nondet_int()) n += 2; if (n % 2) reach_error(); }"));
  CHECK_FALSE(answer.proof);
  CHECK(answer.reason == "path search: a path has too many choices");
  PathSearchLimits limits;
  limits.max_edges = 1000;
  CHECK(answer_of(parse("int main(void) { unsigned n = 0, a = __VERIFIER_nondet_uint();\n"
                        "for (;;) { n += 2; if (n % 2) reach_error(); } }"),
                  limits)
            .reason == "path search: a path does not end soon");
}

TEST_CASE("an error that only undefined behaviour leads to is neither told nor taken for none") {
  const Answer answer =
      answer_of(parse("int main(void) { int a[2] = {0, 0}; unsigned i = __VERIFIER_nondet_uint();\n"
                      "if (i > 2) return 0; if (a[i] == 7) reach_error(); }"));
  CHECK_FALSE(answer.proof);
  CHECK_FALSE(answer.error);
}

TEST_CASE("what was left out is confirmed in parts, also before the first choice") {
  // More conditions than are confirmed at once, each with one way that nothing takes.
  std::string text = "int main(void) { unsigned a = __VERIFIER_nondet_uint() % 100;\n";
  for (int i = 0; i < 150; ++i) text += "if (a * 3 == " + std::to_string(300 + i) + ") reach_error();\n";
  const Answer answer = answer_of(parse(text + "}"));
  CHECK(answer.proof);
  CHECK(answer_of(parse(text + "if (a == 99) reach_error(); }")).error);
}

TEST_CASE("what has become a number decides what comes later without a solver") {
  const std::string text =
      "int main(void) { int x = __VERIFIER_nondet_int(), y = 0;\n"
      "switch (x) { case 1: y = 2; break; case 2: y = 4; break; case 3: y = 6; break; default: return 0; }\n";
  std::string many = text;
  for (int i = 0; i < 40; ++i)
    many += "if (x * " + std::to_string(i) + " > y * " + std::to_string(i + 1) + ") return 1;\n";
  const Answer one = answer_of(parse(text + "if (y != 2 * x) reach_error(); }"));
  const Answer other = answer_of(parse(many + "if (y != 2 * x) reach_error(); }"));
  REQUIRE(one.proof);
  REQUIRE(other.proof);
  CHECK(other.queries == one.queries);
}

TEST_CASE("a path goes on for each address that it may read or write") {
  // As a tree's branches are chosen: what is written there is read again without a question about memory.
  const std::string text =
      "struct node { struct node *way[2]; int key; };\n"
      "int main(void) { struct node n[3]; int k[3];\n"
      "for (int i = 0; i < 3; i++) { k[i] = __VERIFIER_nondet_int(); n[i].key = k[i]; n[i].way[0] = n[i].way[1] = 0; "
      "}\n"
      "for (int i = 1; i < 3; i++) { struct node *at = &n[0];\n"
      "  while (at->way[k[i] > at->key]) at = at->way[k[i] > at->key];\n"
      "  at->way[k[i] > at->key] = &n[i]; }\n"
      "struct node *least = &n[0]; while (least->way[0]) least = least->way[0];\n";
  const Answer answer = answer_of(parse(text + "for (int i = 0; i < 3; i++) if (k[i] < least->key) reach_error(); }"));
  CHECK(answer.reason == "");
  REQUIRE(answer.proof);
  CHECK(std::get<Unrolling>(answer.proof->proof.evidence).paths >= 5);
  CHECK(answer_of(parse(text + "if (least->key == 5 && k[1] == 5 && k[2] == 7) reach_error(); }")).error);
}

TEST_CASE("few values that a place depends on are paths of their own") {
  const std::string text =
      "struct entry { unsigned key; struct entry *next; };\n"
      "static struct entry *buckets[8];\n"
      "static unsigned hash(unsigned key) { key *= 0x9e3779b1u; return (key ^ key >> 15) * 0x85ebca6bu >> 29; }\n"
      "static void add(struct entry *e) { e->next = buckets[hash(e->key)]; buckets[hash(e->key)] = e; }\n"
      "static struct entry *find(unsigned key) { struct entry *e = buckets[hash(key)];\n"
      "  while (e && e->key != key) e = e->next; return e; }\n"
      "int main(void) { struct entry a = {__VERIFIER_nondet_uint() & 3}, b = {9};\n"
      "add(&a); add(&b);\n";
  frontend::ParseOptions options;
  options.memory_as_bytes = true;
  const Answer answer =
      answer_of(parse(text + "if (find(a.key) != &a || find(9) != &b || find(4)) reach_error(); }", options));
  CHECK(answer.reason == "");
  REQUIRE(answer.proof);
  CHECK(std::get<Unrolling>(answer.proof->proof.evidence).paths >= 4);
  CHECK(answer_of(parse(text + "if (find(2) == &a) reach_error(); }", options)).error);
}

TEST_CASE("path search reaches what executions with all inputs reach, and nothing else") {
  const auto rounds = static_cast<std::uint64_t>(testing::rounds(5));
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    const Counter counter(81000 + seed);
    const std::set<unsigned> sums = counter.sums();
    // The rarest kind of sum, and some that nothing reaches.
    const unsigned reached = *sums.rbegin();
    unsigned unreached = 0;
    while (sums.contains(unreached)) ++unreached;
    for (const unsigned error : {reached, *sums.begin(), unreached, *sums.rbegin() + 1}) {
      CAPTURE(counter.text(error));
      const Answer answer = answer_of(parse(counter.text(error)));
      CHECK(answer.reason == "");
      CHECK(answer.error.has_value() == sums.contains(error));
      CHECK(answer.proof.has_value() != sums.contains(error));
    }
  }
}

TEST_CASE("a choice of addresses is made once") {
  // The negation of the choice was written in another way before.
  const std::string negated =
      "#include <stdlib.h>\n"
      "int main(void) { unsigned y = __VERIFIER_nondet_uint() / 4, *p = malloc(8); p[0] = 1; p[1] = 2;\n"
      "if (y == 0) p[0] = 2;\n"
      "p[y >= 1] += 1;\n";
  CHECK(answer_of(parse(negated + "if (p[0] + p[1] > 6) reach_error(); }")).proof);
  CHECK(answer_of(parse(negated + "if (p[0] + p[1] == 5) reach_error(); }")).error);
  // What a read out of bounds gives is another value each time that the edge is looked at.
  const Answer answer =
      answer_of(parse("#include <stdlib.h>\n"
                      "int main(void) { unsigned *m = malloc(8), a[4], s = 0;\n"
                      "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); m[0] = 7; m[1] = 8;\n"
                      "for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_uint();\n"
                      "if (y > 3) return 0;\n"
                      "for (int i = 0; i < 3; i++) { m[a[y] > x] += 2; s += m[a[y] > x]; }\n"
                      "if (s == 24) reach_error(); }"));
  CHECK(answer.reason == "");
  CHECK(answer.proof);
}

TEST_CASE("path search finds the errors of memory that executions with all inputs have, and proves the rest") {
  const int rounds = testing::rounds(20);
  frontend::ParseOptions options;
  options.property.kinds = {frontend::Violation::valid_deref, frontend::Violation::valid_free,
                            frontend::Violation::valid_memtrack, frontend::Violation::uninitialised_read};
  for (int seed = 0; seed < rounds; ++seed) {
    const Chooser chooser(93000 + static_cast<std::uint64_t>(seed));
    CAPTURE(chooser.text());
    const Answer answer = answer_of(parse(chooser.text(), options));
    CHECK(answer.reason == "");
    CHECK(answer.error.has_value() == chooser.has_error());
    CHECK(answer.proof.has_value() != chooser.has_error());
  }
}

TEST_CASE("path search agrees with the exploration of all states") {
  const int rounds = testing::counted_rounds(60);
  int proved = 0;
  int found = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    testing::RandomProgramOptions options;
    options.number_type = frontend::unsigned_integer(2);
    options.loops = true;
    const Program program = testing::random_program(37000 + static_cast<std::uint64_t>(seed), options);
    const auto explored = testing::explore(program, 50000);
    if (!explored.complete && !explored.error_reachable) continue;
    const Answer answer = answer_of(program, {}, 4);
    if (answer.proof) CHECK_FALSE(explored.error_reachable);
    if (answer.error) CHECK(explored.error_reachable);
    proved += answer.proof ? 1 : 0;
    found += answer.error ? 1 : 0;
  }
  CHECK(proved > rounds / 20);
  CHECK(found > rounds / 20);
}

}  // namespace bireach::checker
