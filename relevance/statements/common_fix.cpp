// SPDX-License-Identifier: Apache-2.0
/// exists v. forall traces, inputs. the trace with v in place of the statement cannot be executed: decided by
/// counterexamples. One solver proposes constants; each trace either is infeasible with the constant, or has inputs
/// that execute it, and these inputs refute every constant with which they execute it.
#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

#include "relevance/statements/program_relevance.h"
#include "relevance/trace/replaced_trace.h"

namespace bireach::relevance {

using logic::Integer;
using logic::SatResult;
using logic::Term;

namespace {

/// A trace and what was asked about it.
struct Candidate {
  Candidate(const frontend::Program& program, const RelevanceReport& analysed)
      : context(program, analysed.execution), report(analysed), replaced(context.length(), false) {}

  TraceContext context;
  const RelevanceReport& report;
  std::vector<bool> replaced;
  std::unique_ptr<TraceTransitions> transitions;
  std::unique_ptr<ReplacedTrace> trace;
  std::unique_ptr<QuerySolver> executions;
  TraceInputs original;
  std::size_t refutations = 0;
};

class CommonFixSearch {
 public:
  CommonFixSearch(const TraceCollection& traces, std::uint32_t statement, const CommonFixConfig& config)
      : collection_(traces),
        statement_(statement),
        config_(config),
        deadline_(std::chrono::steady_clock::now() + config.time_limit),
        proposals_(terms_, {}, config.stop, config.statistics) {}

  CommonFix run() {
    if (collection_.traces.empty()) return unknown("there is no trace");
    for (const RelevanceReport* report : collection_.traces)
      if (!occurs_on(*report)) return {CommonFixAnswer::none, std::nullopt, false, {}};
    for (const RelevanceReport* report : collection_.traces) {
      check_stop();
      traces_.push_back(std::make_unique<Candidate>(*collection_.program, *report));
      if (!mark(*traces_.back())) return unknown(reason_);
    }
    execute_symbolically();
    return decide();
  }

  /// What is known when an exception ended the search.
  CommonFix interrupted(const logic::UnknownReason& why) { return found_ ? exists() : unknown(why); }

 private:
  enum class Verdict { blocks, refuted, unknown };

  static CommonFix unknown(const logic::UnknownReason& why) {
    return {CommonFixAnswer::unknown, std::nullopt, false, why};
  }
  CommonFix exists() const { return {CommonFixAnswer::exists, found_, undefined_behaviour_, {}}; }

  void check_stop() const {
    if (config_.stop.stop_requested() || std::chrono::steady_clock::now() > deadline_) throw DeadlineExceeded();
  }

  bool is_occurrence(const RelevanceReport& report, std::size_t position) const {
    return collection_.statement_of.at(report.execution.trace.at(position)) == statement_;
  }

  bool occurs_on(const RelevanceReport& report) const {
    return std::any_of(report.positions.begin(), report.positions.end(),
                       [&](const StatementRelevance& entry) { return is_occurrence(report, entry.position); });
  }

  /// Marks the statement's positions; false with a reason if its targets are none that a constant fits.
  bool mark(Candidate& candidate) {
    for (const StatementRelevance& entry : candidate.report.positions) {
      if (!is_occurrence(candidate.report, entry.position)) continue;
      if (candidate.context.assigns_whole_array(entry.position)) {
        reason_ = "the statement assigns a whole array";
        return false;
      }
      const frontend::ScalarType type = candidate.context.target_variable(entry.position).type;
      if (type_ && !(*type_ == type)) {
        reason_ = "copies of the statement assign to different types";
        return false;
      }
      type_ = type;
      candidate.replaced[entry.position] = true;
    }
    return true;
  }

  void execute_symbolically() {
    frontend::Arithmetic arithmetic = config_.arithmetic;
    for (const auto& candidate : traces_) {
      check_stop();
      if (arithmetic == frontend::Arithmetic::integer && !candidate->context.integer_is_exact())
        arithmetic = frontend::Arithmetic::bitvector;
    }
    for (const auto& candidate : traces_)
      candidate->transitions = std::make_unique<TraceTransitions>(candidate->context, terms_, arithmetic);
    const TraceTransitions& first = *traces_.front()->transitions;
    const auto sort =
        arithmetic == frontend::Arithmetic::integer ? logic::Sort::integer() : logic::Sort::bit_vector(type_->width);
    constant_ = terms_.fresh_variable("constant", sort);
    conditions_.push_back(first.semantics().in_range(constant_, *type_));
    for (const auto& candidate : traces_) {
      candidate->trace = std::make_unique<ReplacedTrace>(candidate->context, *candidate->transitions,
                                                         candidate->replaced, constant_, deadline_);
      candidate->executions =
          std::make_unique<QuerySolver>(terms_, candidate->trace->fixed(), config_.stop, config_.statistics);
      candidate->original = candidate->trace->original_inputs();
      preferred_.push_back(refute(*candidate, candidate->original).blocked_by_assumption);
    }
  }

  /// Excludes all constants with which these inputs execute the trace.
  ReplacedTrace::Condition refute(Candidate& candidate, const TraceInputs& inputs) {
    ++candidate.refutations;
    auto condition = candidate.trace->with_inputs(inputs, deadline_);
    conditions_.insert(conditions_.end(), condition.definitions.begin(), condition.definitions.end());
    conditions_.push_back(terms_.not_(condition.executable));
    return condition;
  }

  CommonFix decide() {
    for (const Integer& value : first_values())
      if (test(value) == Verdict::blocks && !undefined_behaviour_) return exists();
    // Values that assumptions block are worth a search of their own.
    constexpr int searches = 8;
    const Deadline preferred_until = share_of(deadline_, found_ ? 25 : 50);
    for (int i = 0; i < searches && (!found_ || undefined_behaviour_); ++i) {
      const std::vector<Term> preferred = preferred_;
      if (search(preferred, preferred_until) != SatResult::sat) break;
    }
    if (found_) return exists();
    const SatResult result = search({}, deadline_);
    if (found_) return exists();
    if (result != SatResult::unsat || !undecided_.empty()) return unknown(undecided_.empty() ? reason_ : undecided_);
    return {CommonFixAnswer::none, std::nullopt, false, {}};
  }

  /// The reports' fixing values, those that block every input first, and constants that people would try.
  std::vector<Integer> first_values() const {
    constexpr std::size_t at_most = 12;
    std::vector<Integer> values;
    const auto add = [&](const Integer& value) {
      if (values.size() < at_most && type_->contains(value) &&
          std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
    };
    for (const bool all : {true, false}) {
      for (const auto& candidate : traces_) {
        for (const StatementRelevance& entry : candidate->report.positions)
          if (candidate->replaced[entry.position] && entry.fix && entry.fix->blocks_every_input() == all)
            add(entry.fix->value);
      }
    }
    for (const int value : {0, 1, -1, 2}) add(value);
    return values;
  }

  /// Constants from the solver until one blocks (without undefined behaviour, if there are extra conditions), none is
  /// left (unsat), or time is up.
  SatResult search(const std::vector<Term>& extra, Deadline deadline) {
    while (true) {
      std::vector<Term> formulas = conditions_;
      formulas.insert(formulas.end(), extra.begin(), extra.end());
      const Answer proposal = proposals_.check(formulas, deadline);
      if (proposal.result != SatResult::sat) {
        reason_ = reason_of(proposal);
        return proposal.result;
      }
      const Integer value = traces_.front()->transitions->c_value(proposal.model.get(constant_), *type_);
      if (test(value) == Verdict::blocks) return SatResult::sat;
    }
  }

  /// Keeps a value that blocks; one without undefined behaviour rather than one with it.
  Verdict test(const Integer& value) {
    check_stop();
    bool undefined = false;
    for (const auto& candidate : traces_) {
      const SuffixEnd end = candidate->trace->replay(value, candidate->original);
      if (end == SuffixEnd::passes) {
        exclude(value);
        return Verdict::refuted;
      }
      undefined = undefined || end == SuffixEnd::undefined;
    }
    if (found_ && undefined && undefined_behaviour_) {
      exclude(value);
      return Verdict::blocks;
    }
    // The trace that refuted last is the likeliest to refute again.
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      const Verdict verdict = ask(*traces_[i], value);
      if (verdict != Verdict::blocks) {
        std::rotate(traces_.begin(), traces_.begin() + static_cast<std::ptrdiff_t>(i),
                    traces_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return verdict;
      }
    }
    if (!found_) {  // that much is known, also if time ends with the next question
      found_ = value;
      undefined_behaviour_ = true;
    }
    undefined = undefined || !stays_defined(value);
    if (undefined_behaviour_ && !undefined) {
      found_ = value;
      undefined_behaviour_ = false;
    }
    exclude(value);
    return Verdict::blocks;
  }

  /// Of a value that blocks all traces: is no input kept from an end only by undefined behaviour that the value leads
  /// to?
  bool stays_defined(const Integer& value) {
    for (const auto& candidate : traces_) {
      const Answer answer =
          candidate->executions->check(candidate->trace->unblocked(value, deadline_), share_of(deadline_, 20));
      if (answer.result == SatResult::sat) {
        // The next value that is preferred is blocked by assumptions with these inputs, too.
        const auto condition = candidate->trace->with_inputs(candidate->trace->inputs_of(answer.model), deadline_);
        conditions_.insert(conditions_.end(), condition.definitions.begin(), condition.definitions.end());
        preferred_.push_back(condition.blocked_by_assumption);
      }
      if (answer.result != SatResult::unsat) return false;
    }
    return true;
  }

  void exclude(const Integer& value) {
    conditions_.push_back(terms_.distinct(constant_, traces_.front()->transitions->constant(value, constant_.sort())));
  }

  Verdict ask(Candidate& candidate, const Integer& value) {
    const auto formulas = candidate.trace->with_constant(value, deadline_);
    if (!formulas) return Verdict::blocks;
    const Answer answer = candidate.executions->check(*formulas, share_of(deadline_, 40));
    if (answer.result == SatResult::unsat) return Verdict::blocks;
    exclude(value);
    if (answer.result == SatResult::unknown) {
      undecided_ = reason_of(answer);
      return Verdict::unknown;
    }
    const TraceInputs inputs = candidate.trace->inputs_of(answer.model);
    if (candidate.trace->replay(value, inputs) != SuffixEnd::passes)
      throw std::logic_error("the formula and the interpreter disagree on the constant " + value.str());
    generalise(candidate, inputs);
    return Verdict::refuted;
  }

  void generalise(Candidate& candidate, const TraceInputs& inputs) {
    constexpr std::size_t many = 5;
    refute(candidate, inputs);
    if (candidate.refutations != many) return;
    // One input refutes few constants here: all inputs at once.
    logic::EliminationConfig limits;
    limits.time_limit = std::chrono::duration_cast<std::chrono::milliseconds>(time_until(deadline_) / 4);
    limits.stop = config_.stop;
    limits.statistics = config_.statistics;
    if (limits.time_limit.count() > 0) {
      if (const auto executable = candidate.trace->executable(limits)) conditions_.push_back(terms_.not_(*executable));
    }
  }

  const TraceCollection& collection_;
  std::uint32_t statement_;
  const CommonFixConfig& config_;
  Deadline deadline_;
  logic::TermManager terms_;
  QuerySolver proposals_;
  std::vector<std::unique_ptr<Candidate>> traces_;
  std::optional<frontend::ScalarType> type_;
  Term constant_;
  std::vector<Term> conditions_;  // on the constant: what every answer satisfies, and values that need no second look
  std::vector<Term> preferred_;   // … and what it satisfies if no undefined behaviour is needed
  std::optional<Integer> found_;
  bool undefined_behaviour_ = false;
  logic::UnknownReason reason_;
  logic::UnknownReason undecided_;  // why a value that was excluded could not be decided
};

}  // namespace

CommonFix find_common_fix(const TraceCollection& traces, std::uint32_t statement, const CommonFixConfig& config) {
  CommonFixSearch search(traces, statement, config);
  try {
    return search.run();
  } catch (const std::logic_error& error) {
    CommonFix result;
    result.reason = error.what();
    return result;
  } catch (const std::exception& error) {
    return search.interrupted(error.what());
  }
}

}  // namespace bireach::relevance
