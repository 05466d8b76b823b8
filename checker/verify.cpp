// SPDX-License-Identifier: Apache-2.0
#include "checker/verify.h"

#include <algorithm>
#include <memory>
#include <new>

#include "checker/assumptions.h"
#include "checker/bounded_search.h"
#include "checker/certify.h"
#include "checker/nested_refinement.h"
#include "checker/recursion_proof.h"
#include "checker/refinement_loop.h"
#include "checker/stop_timer.h"
#include "checker/stopwatch.h"
#include "frontend/math_results.h"
#include "frontend/overflow_program.h"

namespace bireach::checker {

using frontend::Arithmetic;
using frontend::SignedOverflow;
using Clock = std::chrono::steady_clock;

namespace {

/// What a proof was made of, for another program over the same graph and variables.
struct Seeds {
  std::shared_ptr<logic::TermManager> terms;
  Arithmetic arithmetic;
  const std::vector<std::vector<logic::Term>>& refutations;
};

/// Runs the refinement loop and the bounded search in turns.
class Verifier {
 public:
  Verifier(const frontend::Program& program, const VerifyOptions& options, std::stop_token stop,
           VerifyStatistics& statistics, const std::function<void(const Progress&)>& progress,
           std::optional<Seeds> seeds = std::nullopt)
      : program_(program),
        options_(options),
        stop_(stop),
        statistics_(statistics),
        progress_(progress),
        flow_(analyze_control_flow(program, options.block_encoding)),
        seeds_(std::move(seeds)) {
    if (options.signed_overflow == SignedOverflow::wraps && program.signed_overflow == SignedOverflow::undefined &&
        may_overflow(program, flow_)) {
      wrapping_.emplace(program);
      wrapping_->signed_overflow = SignedOverflow::wraps;
    }
  }

  Verdict run() {
    start_search();
    start_prover();
    while (!stop_.stop_requested()) {
      report_progress();
      if (prover_ && prover_is_due()) {
        if (auto verdict = summarise()) return std::move(*verdict);
      } else if (search_ && (loop_given_up_ || search_is_due())) {
        if (auto verdict = search_deeper()) return std::move(*verdict);
      } else if (!loop_given_up_) {
        if (!loop_)  // only now: many errors are found without it
          start_loop(options_.arithmetic == ArithmeticChoice::bitvector ? Arithmetic::bitvector : Arithmetic::integer);
        if (auto verdict = refine()) return std::move(*verdict);
      } else {
        break;
      }
    }
    if (!stop_.stop_requested())
      if (auto verdict = look_beyond_overflow(std::nullopt)) return std::move(*verdict);
    return Unknown{stop_.stop_requested() ? "stopped" : reason_};
  }

 private:
  /// The price of one refinement in units of work (terms built); solvers do most of it, out of sight.
  static constexpr std::uint64_t refinement_price = 10000;
  static constexpr std::uint64_t query_price = 500;
  static constexpr double seconds_of_fixed_order = 2;
  /// So far the search goes on without a pause while it does no more than interpret the program.
  static constexpr std::size_t followed_depth = 100000;
  static constexpr std::uint64_t depth_price = 200;
  /// For what signed overflow may change about a proof, where time is not limited: at least these seconds. The share of
  /// it for a proof that there is no overflow.
  static constexpr double overflow_seconds = 8;
  static constexpr double impossibility_share = 0.4;
  static constexpr std::chrono::milliseconds wrapping_query_limit{2000};
  static constexpr std::uint64_t work_before_summaries = 20000;
  static constexpr std::size_t max_math_results = 64;

  [[nodiscard]] std::uint64_t work_so_far() const {
    return (terms_ ? terms_->size() : 0) + (search_ ? search_->terms_built() : 0) +
           query_price * (statistics_.solver.z3_queries + statistics_.solver.cvc5_queries);
  }

  /// Work decides who goes on while a run is short, so that its outcome depends on the input alone. Later time does,
  /// since one hard query can hide behind little work.
  [[nodiscard]] bool search_is_due() const {
    if (search_->depth() < followed_depth && search_->followed_all()) return true;
    if (search_seconds_ + loop_seconds_ < seconds_of_fixed_order) return search_work_ <= loop_work_;
    return search_seconds_ <= loop_seconds_;
  }

  void report_progress() {
    if (progress_)
      progress_({statistics_.iterations, statistics_.infeasible_traces, statistics_.automaton_states,
                 statistics_.bounded_depth});
  }

  void start_search() {
    if (!options_.bounded_search) return;
    const Stopwatch watch(statistics_.time.bounded_search);
    search_ = std::make_unique<BoundedSearch>(program_, flow_, search_config());
  }

  [[nodiscard]] SearchConfig search_config() const {
    SearchConfig config;
    config.query_time_limit = options_.query_time_limit;
    config.stop = stop_;
    config.statistics = &statistics_.solver;
    return config;
  }

  /// All executions that the search counts with have ended: shows by unrolling again that really all do.
  void start_proof(const frontend::Program& program) {
    const std::size_t depth = search_->depth();
    SearchConfig config = search_config();
    config.purpose = SearchConfig::Purpose::prove;
    config.depth_limit = 2 * depth + 16;  // executions with undefined behaviour may be longer
    search_ = std::make_unique<BoundedSearch>(program, flow_, config);
    unrolled_ = &program;
  }

  /// The search has gone as far as it can.
  std::optional<Verdict> end_search(bool exhausted) {
    if (with_math_results_) {  // what another C library computes was left out
      search_.reset();
      return std::nullopt;
    }
    const Safe proof{{Arithmetic::bitvector, nullptr, {}}, program_.assumptions, search_->depth()};
    const auto& cells = program_.memory.cells;
    // It leaves out accesses to objects that exist no more, in which compiled programs still find their values.
    const bool leaves_out =
        std::any_of(cells.begin(), cells.end(), [](const auto& entry) { return !entry.second.mortal.empty(); });
    if (exhausted && unsupported_.empty() && search_->followed_all() && !leaves_out) {
      // The one execution may have ended with an access outside of any object.
      if (!program_.memory.cells.empty())
        return exhaustion({proof.proof, proof_assumptions(program_, flow_), proof.unrolled});
      return exhaustion(proof);
    }
    if (exhausted && unsupported_.empty() && unrolled_ != nullptr)
      return exhaustion({proof.proof, proof_assumptions(*unrolled_, flow_), proof.unrolled});
    if (exhausted && unrolled_ == nullptr && unsupported_.empty())
      start_proof(wrapping_ ? *wrapping_ : program_);
    else
      search_.reset();
    return std::nullopt;
  }

  Verdict exhaustion(Safe proof) {
    statistics_.exhausted = true;
    return proof;
  }

  void start_loop(Arithmetic arithmetic) {
    const Stopwatch watch(statistics_.time.trace_check);
    const bool seeded = seeds_ && seeds_->arithmetic == arithmetic;
    terms_ = seeded ? seeds_->terms : std::make_shared<logic::TermManager>();  // one variable has one sort in a manager
    loop_ = std::make_unique<RefinementLoop>(*terms_, program_, flow_, arithmetic, options_, stop_, statistics_);
    if (!unsupported_.empty()) loop_->ignore_unsupported();
    offer_hints();
    if (!seeded) return;
    for (const auto& predicates : seeds_->refutations)
      if (!loop_->refute_with(predicates)) return;
  }

  void offer_hints() {
    if (options_.hints.empty()) return;
    const frontend::Semantics semantics(*terms_, program_, loop_->arithmetic());
    std::vector<logic::Term> predicates;
    for (const frontend::EdgeId edge : options_.hints) {
      const logic::TransitionFormula meaning = semantics.transition(edge);
      if (meaning.auxiliaries.empty()) predicates.push_back(meaning.guard);
    }
    std::sort(predicates.begin(), predicates.end(), [](logic::Term a, logic::Term b) { return a.id() < b.id(); });
    predicates.erase(std::unique(predicates.begin(), predicates.end()), predicates.end());
    if (!predicates.empty()) static_cast<void>(loop_->refute_with(predicates));
  }

  void start_prover() {
    if (program_.procedures.empty()) return;
    const Arithmetic arithmetic =
        options_.arithmetic == ArithmeticChoice::bitvector ? Arithmetic::bitvector : Arithmetic::integer;
    prover_ = std::make_unique<RecursionProver>(program_, flow_, arithmetic, options_.query_time_limit, stop_,
                                                statistics_.solver);
  }

  /// Errors that are near are found first; then procedure summaries get half of the time.
  [[nodiscard]] bool prover_is_due() const {
    if ((!search_ && loop_given_up_)) return true;
    if (prover_seconds_ == 0) return search_work_ + loop_work_ >= work_before_summaries;
    return prover_seconds_ <= search_seconds_ + loop_seconds_;
  }

  /// One attempt to prove the program by procedure summaries, by Spacer or over nested words, in turns.
  std::optional<Verdict> summarise() {
    if (!unsupported_.empty() || (prover_->is_hopeless() && nested_given_up_)) {
      prover_.reset();
      return std::nullopt;
    }
    if (!nested_given_up_ && (prover_->is_hopeless() || nested_seconds_ < spacer_seconds_)) return refine_nested();
    std::optional<InductiveAnnotation> proof;
    {
      const Stopwatch watch(statistics_.time.interpolation);
      const Stopwatch turn(prover_seconds_);
      const Stopwatch attempt(spacer_seconds_);
      proof = prover_->attempt();
    }
    if (!proof || stop_.stop_requested()) return std::nullopt;
    return summarised(std::move(*proof));
  }

  Verdict summarised(InductiveAnnotation proof) {
    statistics_.exhausted = true;
    return consider_overflow(Safe{std::move(proof), proof_assumptions(program_, flow_), std::nullopt, true},
                             std::nullopt);
  }

  std::optional<Verdict> refine_nested() {
    NestedRefinement::Outcome outcome = NestedRefinement::Progressed{};
    {
      const Stopwatch watch(statistics_.time.interpolation);
      const Stopwatch turn(prover_seconds_);
      const Stopwatch iteration(nested_seconds_);
      if (!nested_) {
        nested_ =
            std::make_unique<NestedRefinement>(program_, flow_, prover_->arithmetic(),
                                               NestedConfig{options_.query_time_limit, stop_, &statistics_.solver});
      }
      outcome = nested_->iterate();
    }
    ++statistics_.iterations;
    if (std::holds_alternative<NestedRefinement::Progressed>(outcome)) ++statistics_.infeasible_traces;
    if (auto* proved = std::get_if<NestedRefinement::Proved>(&outcome)) return summarised(std::move(proved->proof));
    if (auto* result = std::get_if<NestedRefinement::Found>(&outcome)) {
      if (result->run.end == frontend::RunEnd::Error) return found(result->run);
      note_unsupported(result->run);
    } else if (auto* stuck = std::get_if<NestedRefinement::Stuck>(&outcome)) {
      reason_ = stuck->reason;
      nested_given_up_ = true;
      nested_.reset();
    }
    return std::nullopt;
  }

  std::optional<Verdict> search_deeper() {
    const Stopwatch watch(statistics_.time.bounded_search);
    const Stopwatch turn(search_seconds_);
    const std::uint64_t before = work_so_far();
    const BoundedSearch::Step step = search_->advance();
    search_work_ += depth_price + work_so_far() - before;
    statistics_.bounded_depth = search_->depth();
    switch (step) {
      case BoundedSearch::Step::deeper:
        break;
      case BoundedSearch::Step::error:
        return found(search_->result());
      case BoundedSearch::Step::unsupported:
        note_unsupported(search_->result());
        if (unrolled_ != nullptr) search_.reset();
        break;
      case BoundedSearch::Step::exhausted:
        return end_search(true);
      case BoundedSearch::Step::gave_up:
        if (search_with_math_results()) break;
        reason_ = (unrolled_ == nullptr ? "bounded search: " : "proof by unrolling: ") + search_->reason();
        return end_search(false);
    }
    return std::nullopt;
  }

  /// Searches again where an execution took results of sin and the like that the C library does not compute, with
  /// these results fixed for the arguments of that execution; false: it is something else, or happened often enough.
  bool search_with_math_results() {
    const frontend::RunResult* run = search_->last_run();
    if (run == nullptr || unrolled_ != nullptr || math_results_.size() >= max_math_results) return false;
    const auto wrong = frontend::wrong_math_results(program_, run->execution);
    if (wrong.empty() || std::any_of(wrong.begin(), wrong.end(), [](const auto& result) { return !result.computed; }))
      return false;
    math_results_.insert(math_results_.end(), wrong.begin(), wrong.end());
    search_.reset();  // it uses the program that is replaced
    with_math_results_ = frontend::with_math_results(program_, math_results_);
    math_results_flow_ =
        analyze_control_flow(*with_math_results_, options_.block_encoding);  // other variables are live
    search_ = std::make_unique<BoundedSearch>(*with_math_results_, *math_results_flow_, search_config());
    return true;
  }

  std::optional<Verdict> refine() {
    const Stopwatch turn(loop_seconds_);
    const std::uint64_t before = work_so_far();
    RefinementLoop::Outcome outcome = loop_->iterate();
    loop_work_ += refinement_price + work_so_far() - before;
    if (std::holds_alternative<RefinementLoop::Empty>(outcome)) return conclude();
    if (auto* result = std::get_if<RefinementLoop::Found>(&outcome)) {
      if (result->run.end == frontend::RunEnd::Error) return found(result->run);
      note_unsupported(result->run);
    } else if (auto* stuck = std::get_if<RefinementLoop::Stuck>(&outcome)) {
      give_up_loop(stuck->reason);
    }
    return std::nullopt;
  }

  void give_up_loop(const std::string& reason) {
    const Arithmetic arithmetic = loop_->arithmetic();
    loop_.reset();
    reason_ = reason;
    if (options_.arithmetic == ArithmeticChoice::automatic && arithmetic == Arithmetic::integer &&
        !stop_.stop_requested())
      start_loop(Arithmetic::bitvector);
    else
      loop_given_up_ = true;
  }

  void note_unsupported(const frontend::RunResult& result) {
    const frontend::LocationId end = program_.target(result.execution.trace.back());
    const frontend::Location& location = program_.location(end);
    unsupported_ = "not supported yet: " + location.note;
    if (location.place.is_known())
      unsupported_ += " at " + program_.file_name(location.place.file) + ":" + std::to_string(location.place.line) +
                      ":" + std::to_string(location.place.column);
    if (loop_) loop_->ignore_unsupported();
  }

  Verdict found(const frontend::RunResult& result) {
    ++statistics_.feasible_traces;
    Unsafe unsafe{result.execution};
    if (wrapping_ || program_.signed_overflow == SignedOverflow::wraps)
      unsafe.execution.undefined = frontend::signed_overflows(program_, unsafe.execution);
    return unsafe;
  }

  /// The language of remaining error traces is empty: certify that.
  std::optional<Verdict> conclude() {
    if (!unsupported_.empty()) {
      statistics_.exhausted = true;
      return Unknown{unsupported_};
    }
    const auto annotation = loop_->annotation(annotation_limit);
    std::optional<std::string> problem = "the proof is too large to check";
    if (annotation && wrapping_) {
      // The proof often holds with overflow, too: then nothing has to be assumed, and nothing else looked for.
      // It must not cost the proof without, though, so hard obligations are given up soon.
      problem = certify_for(*wrapping_, *annotation, std::min(options_.query_time_limit, wrapping_query_limit));
      if (!problem) return safe(*wrapping_, *annotation);
    }
    if (annotation && !stop_.stop_requested()) problem = certify_for(program_, *annotation, options_.query_time_limit);
    if (stop_.stop_requested()) return std::nullopt;
    if (problem) {
      give_up_loop("all error traces were refuted, but the proof was not certified: " + *problem);
      return std::nullopt;
    }
    return consider_overflow(safe(program_, *annotation), Seeds{terms_, loop_->arithmetic(), loop_->refutations()});
  }

  /// A proof that leaves executions with signed overflow out: it has to hold for the others, too.
  Verdict consider_overflow(Safe proof, const std::optional<Seeds>& seeds) {
    if (!wrapping_) return proof;
    if (overflow_is_impossible(seeds)) {
      proof.assumptions = proof_assumptions(*wrapping_, flow_);
      return proof;
    }
    if (auto verdict = look_beyond_overflow(seeds)) return std::move(*verdict);
    return Unknown{
        "proved for executions without signed overflow only; --signed-overflow undefined takes that for a proof"};
  }

  std::optional<std::string> certify_for(const frontend::Program& program, const AnnotationGraph& annotation,
                                         std::chrono::milliseconds query_limit) {
    const Stopwatch watch(statistics_.time.certification);
    const frontend::Semantics semantics(*terms_, program, loop_->arithmetic(), frontend::OutOfBoundsReads::arbitrary);
    return certify(*terms_, program, semantics, annotation,
                   {logic::SolverKind::cvc5, query_limit, stop_, &statistics_.solver});
  }

  Safe safe(const frontend::Program& program, const AnnotationGraph& annotation) {
    statistics_.exhausted = true;
    return Safe{{loop_->arithmetic(), terms_, invariants(annotation)}, proof_assumptions(program, flow_), {}, false};
  }

  /// The time for what signed overflow changes: what is left; without a limit, some times what the proof took.
  [[nodiscard]] double seconds_for_overflow() const {
    if (options_.deadline) return std::chrono::duration<double>(*options_.deadline - Clock::now()).count();
    return std::max(overflow_seconds, 4 * std::chrono::duration<double>(Clock::now() - start_).count());
  }

  /// A verdict on another program over the same variables, within these seconds.
  std::optional<Verdict> verify_other(const frontend::Program& program, const std::optional<Seeds>& seeds,
                                      double seconds) {
    const auto limit = std::chrono::milliseconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds * 1000)));
    VerifyOptions options = options_;
    options.signed_overflow = SignedOverflow::undefined;  // the program says how it is read
    options.query_time_limit = std::min(limit, options_.query_time_limit);
    const StopTimer timer(stop_, limit);
    Verdict verdict = Verifier(program, options, timer.token(), statistics_, progress_, seeds).run();
    if (std::holds_alternative<Unknown>(verdict)) return std::nullopt;
    return verdict;
  }

  /// Verifies again with overflow that wraps, perhaps from the predicates of a proof without.
  std::optional<Verdict> look_beyond_overflow(const std::optional<Seeds>& seeds) {
    if (!wrapping_ || !unsupported_.empty()) return std::nullopt;
    return verify_other(*wrapping_, seeds, seconds_for_overflow());
  }

  /// Is it proved that no execution overflows on its way to a target?
  bool overflow_is_impossible(const std::optional<Seeds>& seeds) {
    const auto overflowing = frontend::overflow_program(program_, flow_.reaches_target);
    if (!overflowing) return false;
    const auto verdict = verify_other(*overflowing, seeds, impossibility_share * seconds_for_overflow());
    return verdict && std::holds_alternative<Safe>(*verdict);
  }

  std::map<frontend::LocationId, std::vector<logic::Term>> invariants(const AnnotationGraph& annotation) {
    std::map<frontend::LocationId, std::vector<logic::Term>> result;
    for (const frontend::LocationId location : annotation.locations) result[location];
    for (const auto& node : annotation.nodes) result[node.location].push_back(terms_->and_(node.conjuncts));
    return result;
  }

  static constexpr std::size_t annotation_limit = 100000;

  const frontend::Program& program_;
  std::shared_ptr<logic::TermManager> terms_;  ///< of the refinement loop
  const VerifyOptions& options_;
  std::stop_token stop_;
  VerifyStatistics& statistics_;
  const std::function<void(const Progress&)>& progress_;
  const Clock::time_point start_ = Clock::now();
  ControlFlow flow_;
  std::optional<Seeds> seeds_;
  std::vector<frontend::MathResult> math_results_;      ///< of executions that took others
  std::optional<frontend::Program> with_math_results_;  ///< the program with these results, for `search_`
  std::optional<ControlFlow> math_results_flow_;
  std::optional<frontend::Program> wrapping_;  ///< the program if its overflow wraps, where that matters
  std::unique_ptr<BoundedSearch> search_;
  const frontend::Program* unrolled_ = nullptr;  ///< what `search_` unrolls to prove it safe
  std::unique_ptr<RefinementLoop> loop_;
  std::unique_ptr<RecursionProver> prover_;   ///< of programs with recursion
  std::unique_ptr<NestedRefinement> nested_;  ///< beside `prover_`
  bool nested_given_up_ = false;
  double prover_seconds_ = 0;  ///< of both
  double spacer_seconds_ = 0;
  double nested_seconds_ = 0;
  std::uint64_t search_work_ = 0;
  std::uint64_t loop_work_ = 0;
  bool loop_given_up_ = false;
  double search_seconds_ = 0;
  double loop_seconds_ = 0;
  std::string unsupported_;  ///< the first reachable construct that is not modelled
  std::string reason_ = "no engine is left";
};

}  // namespace

Verdict verify(const frontend::Program& program, const VerifyOptions& options, std::stop_token stop,
               VerifyStatistics& statistics, const std::function<void(const Progress&)>& progress) {
  return Verifier(program, options, stop, statistics, progress).run();
}

}  // namespace bireach::checker
