// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/search_engine.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"

namespace bireach::checker {

namespace {

/// So far the search goes on without a pause while it does no more than interpret the program.
constexpr std::size_t followed_depth = 100000;
constexpr std::size_t max_math_results = 64;
/// By loops: rounds of loops at first, and by how much more each time.
constexpr std::uint32_t first_iterations = 4;
constexpr std::uint32_t more_iterations = 2;

/// The search leaves out accesses to objects that exist no more, in which compiled programs still find their values.
bool leaves_out_executions(const frontend::Program& program) {
  const auto& cells = program.memory.cells;
  return std::any_of(cells.begin(), cells.end(), [](const auto& entry) { return !entry.second.mortal.empty(); });
}

}  // namespace

SearchEngine::SearchEngine(const EngineSetting& setting, SearchConfig::Order order)
    : setting_(setting), order_(order), most_iterations_(first_iterations) {
  const Stopwatch watch(setting.statistics.time.bounded_search);
  restart();
}

SearchConfig SearchEngine::config() const {
  SearchConfig config;
  config.query_time_limit = setting_.options.query_time_limit;
  config.stop = setting_.stop;
  config.statistics = &setting_.statistics.solver;
  config.order = order_;
  config.most_iterations = most_iterations_;
  return config;
}

std::string_view SearchEngine::name() const {
  if (order_ == SearchConfig::Order::by_loops)
    return proves_ != nullptr ? "proof by unrolling loops" : "bounded search by loops";
  return proves_ != nullptr ? "proof by unrolling" : "bounded search";
}

bool SearchEngine::is_free() const {
  if (!search_) return false;
  // All executions have ended once, and are only unrolled again, without a question before the end.
  if (proves_as_expected_ && search_->steps() < exhausted_steps_) return true;
  return search_->steps() < followed_depth && search_->followed_all();
}

StepResult SearchEngine::step() {
  if (!search_) return Exhausted{};
  const Stopwatch watch(setting_.statistics.time.bounded_search);
  const auto terms_built = [this] { return search_->terms_built(); };
  const BoundedSearch::Step step =
      counted(price::depth, setting_.statistics.solver, terms_built, [this] { return search_->advance(); });
  // A depth that nobody could answer for says nothing; with fixed results of math functions some executions are left
  // out.
  const bool is_by_depth = order_ == SearchConfig::Order::by_depth;
  if (is_by_depth && step != BoundedSearch::Step::gave_up && !with_math_results_)
    setting_.statistics.bounded_depth = std::max<std::uint64_t>(setting_.statistics.bounded_depth, search_->depth());
  switch (step) {
    case BoundedSearch::Step::deeper:
      break;
    case BoundedSearch::Step::error:
      return Found{search_->result()};
    case BoundedSearch::Step::unsupported: {
      Found found{search_->result()};
      if (proves_ != nullptr) search_.reset();
      return found;
    }
    case BoundedSearch::Step::exhausted:
      return conclude();
    case BoundedSearch::Step::cut_off:
      most_iterations_ *= more_iterations;
      restart();
      break;
    case BoundedSearch::Step::gave_up:
      if (search_with_math_results()) break;
      if (std::exchange(proves_as_expected_, false)) {
        start_proof(std::nullopt);
        break;
      }
      return GaveUp{std::string(name()) + ": " + search_->reason()};
  }
  return Progressed{};
}

/// No execution is left of those that the search counts with.
StepResult SearchEngine::conclude() {
  // What is doubted was left out, though it may be.
  if (setting_.unsupported_is_reached() || doubts()) return Exhausted{};
  Unrolling unrolled{search_->depth()};
  unrolled.by_loops = order_ == SearchConfig::Order::by_loops;
  const frontend::Program& program = setting_.program;
  if (!with_math_results_ && search_->followed_all() && !leaves_out_executions(program)) {
    // The one execution may have ended with an access outside of any object. It did not overflow.
    const bool may_leave_objects = !program.memory.cells.empty();
    const frontend::Program& followed = setting_.wrapping != nullptr ? *setting_.wrapping : program;
    return Proved{{unrolled, may_leave_objects ? proof_assumptions(followed, setting_.flow) : program.assumptions},
                  Proved::Overflow::covered};
  }
  if (proves_ != nullptr) {
    const ControlFlow& flow = with_math_results_ ? *math_results_flow_ : setting_.flow;
    std::vector<std::string> assumptions = proof_assumptions(*proves_, flow);
    std::set<std::string> functions;
    for (const frontend::MathResult& result : math_results_) functions.insert(result.function);
    for (const std::string& function : functions)
      assumptions.push_back("'" + function + "' computes what the C library of this machine does");
    return Proved{{unrolled, std::move(assumptions)}, Proved::Overflow::covered};
  }
  proves_as_expected_ = program.stack.empty() && !with_math_results_;
  start_proof(proves_as_expected_ ? std::optional(search_->unreached()) : std::nullopt);
  return Progressed{};
}

/// All executions that the search counts with have ended: shows by unrolling again that really all do. `expected`: as
/// in SearchConfig.
void SearchEngine::start_proof(std::optional<Arrivals> expected) {
  exhausted_steps_ = search_->steps();
  SearchConfig proof = config();
  proof.expected = std::move(expected);
  proof.purpose = SearchConfig::Purpose::prove;
  proof.depth_limit = 2 * search_->steps() + 16;  // executions with undefined behaviour may be longer
  proof.most_iterations = 0;
  const frontend::Program& proved = setting_.wrapping != nullptr ? *setting_.wrapping : setting_.program;
  if (with_math_results_) fix_math_results(proved);
  proves_ = with_math_results_ ? &*with_math_results_ : &proved;
  search_ = std::make_unique<BoundedSearch>(*proves_, with_math_results_ ? *math_results_flow_ : setting_.flow, proof);
}

bool SearchEngine::doubts() const {
  return std::any_of(math_results_.begin(), math_results_.end(),
                     [](const frontend::MathResult& result) { return !result.doubt.empty(); });
}

void SearchEngine::fix_math_results(const frontend::Program& program) {
  search_.reset();  // it uses the program that is replaced
  with_math_results_ = frontend::with_math_results(program, math_results_);
  // Other variables are live there.
  math_results_flow_ = analyze_control_flow(*with_math_results_, setting_.options.block_encoding);
}

/// Searches again where an execution took results of sin and the like that the C library does not compute, with
/// these results fixed for the arguments of that execution; false: it is something else, or happened often enough.
bool SearchEngine::search_with_math_results() {
  const frontend::RunResult* run = search_->last_run();
  if (run == nullptr || proves_ != nullptr || math_results_.size() >= max_math_results) return false;
  const auto wrong = frontend::wrong_math_results(setting_.program, run->execution);
  if (wrong.empty() || std::any_of(wrong.begin(), wrong.end(), [](const auto& result) { return !result.computed; }))
    return false;
  math_results_.insert(math_results_.end(), wrong.begin(), wrong.end());
  fix_math_results(setting_.program);
  restart();
  return true;
}

void SearchEngine::restart() {
  search_ = with_math_results_ ? std::make_unique<BoundedSearch>(*with_math_results_, *math_results_flow_, config())
                               : std::make_unique<BoundedSearch>(setting_.program, setting_.flow, config());
}

}  // namespace bireach::checker
