// SPDX-License-Identifier: Apache-2.0
/// What the turns of a harvest's engines count, over a language that is made up for it.
#include "checker/harvest/harvest_engines.h"

#include <utility>

#include "tests/support/parse_fixture.h"

namespace bireach::checker {
namespace {

/// Holds no words; only counts.
class CountedLanguage final : public HarvestLanguage {
 public:
  std::size_t terms = 0;

  [[nodiscard]] bool is_empty() const override { return false; }
  [[nodiscard]] std::optional<automata::Word> word_of(const frontend::Trace&) const override { return std::nullopt; }
  [[nodiscard]] bool contains(const automata::Word&) const override { return false; }
  [[nodiscard]] Refined refine() override {
    terms += 50;
    Refined refined;
    refined.undecided.emplace_back(automata::Word{1}, "made up");
    return refined;
  }
  void subtract(const frontend::Execution&, const automata::Word&, const GeneralizationPlan&,
                const std::function<void(SubtractedErrors&)>&) override {}
  void describe(const automata::Word&, const std::function<void(SubtractedErrors&)>&) override {}
  [[nodiscard]] std::unique_ptr<SearchGraph> graph(const std::function<bool(automata::Letter)>*) override {
    return nullptr;
  }
  [[nodiscard]] const ControlFlow& flow() const override { return flow_; }
  [[nodiscard]] std::size_t terms_built() const override { return terms; }
  void add_to(relevance::GeneralizationStatistics&) const override {}

 private:
  ControlFlow flow_;
};

struct Task {
  frontend::Program program = frontend::test::parse("int main(void) { return 0; }");
  VerifyOptions verify;
  HarvestOptions options;
  VerifyStatistics statistics;
  HarvestSetting setting{program, verify, options, {}, statistics, nullptr};
  CountedLanguage language;
};

}  // namespace

TEST_CASE("A refinement's turn counts what settles it, too, in the language alone") {
  Task task;
  int settled = 0;
  HarvestRefinement refinement(task.setting, task.language, [&](const Refined& refined) {
    CHECK(refined.undecided.size() == 1);
    task.language.terms += 30;
    ++task.statistics.solver.cvc5_queries;
    ++settled;
  });
  const std::uint64_t a_turn = price::refinement + price::query + 80;
  CHECK(std::holds_alternative<Progressed>(refinement.step()));
  CHECK(refinement.work() == a_turn);
  CHECK(std::holds_alternative<Progressed>(refinement.step()));
  CHECK(refinement.work() == 2 * a_turn);
  CHECK(settled == 2);
}

TEST_CASE("A search has no turns before it begins, and none if it is not wanted") {
  Task task;
  HarvestSearch search(task.setting, task.language);
  CHECK_FALSE(search.is_ready());
  task.verify.bounded_search = false;
  search.restart();
  CHECK_FALSE(search.is_ready());
  CHECK(search.work() == 0);
}

}  // namespace bireach::checker
