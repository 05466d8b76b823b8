// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/loop_detection.h"

#include <algorithm>

#include "checker/answer/statistics.h"
#include "checker/answer/stop_timer.h"
#include "checker/inconsistency/acyclic_view.h"
#include "checker/verify/verify.h"
#include "frontend/program/interpreter.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::FunctionProgram;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

namespace {

/// Of the time for an explanation.
constexpr std::chrono::seconds share_of_last_proof{2};

/// Can a loop be reached from this place?
std::vector<bool> leads_to_loop(const Program& program, const AcyclicView& view) {
  std::vector<bool> result(program.location_count());
  for (auto at = view.order.rbegin(); at != view.order.rend(); ++at)
    for (const EdgeId edge : program.outgoing(*at))
      if (view.is_back_edge[edge] || result[program.target(edge)]) result[*at] = true;
  // Loop heads are reached from within by back edges alone.
  return result;
}

enum class Answer : std::uint8_t { yes, no, unknown };

struct Verified {
  Answer can_fail = Answer::unknown;
  std::optional<InductiveAnnotation> proof;  ///< that it cannot, if there is one with predicates
};

Verified verified(const Program& program, VerifyOptions options, const DetectionLimits& limits) {
  VerifyStatistics statistics;
  const auto now = std::chrono::steady_clock::now();
  const auto time = std::min<std::chrono::steady_clock::duration>(limits.question_time, limits.deadline - now);
  if (time < std::chrono::milliseconds(100)) return {};
  options.deadline = now + time;
  const StopTimer timer(limits.stop, *options.deadline - now);
  const Verdict verdict = verify(program, options, timer.token(), statistics);
  if (limits.statistics) {
    limits.statistics->z3_queries += statistics.solver.z3_queries;
    limits.statistics->cvc5_queries += statistics.solver.cvc5_queries;
    limits.statistics->cadical_queries += statistics.solver.cadical_queries;
  }
  return std::visit(frontend::Overloaded{[](const Safe& safe) {
                                           const InductiveAnnotation* proof = annotation_of(safe.evidence);
                                           return Verified{Answer::no, proof ? std::optional(*proof) : std::nullopt};
                                         },
                                         [](const Unsafe&) {
                                           return Verified{Answer::yes, {}};
                                         },
                                         [](const Unknown&) { return Verified(); }},
                    verdict);
}

/// Can an error of this program be reached?
Answer reaches(const Program& program, const DetectionLimits& limits) {
  return verified(program, {}, limits).can_fail;
}

std::set<EdgeId> all_beliefs(const FunctionProgram& function) {
  std::set<EdgeId> result;
  for (const frontend::BeliefPlace& belief : function.beliefs) result.insert(belief.held);
  return result;
}

frontend::Location normal_location(const std::string& function) {
  frontend::Location location;
  location.function = function;
  return location;
}

class PassingProgram {
 public:
  PassingProgram(const FunctionProgram& function, EdgeId edge, PassedWay passed, const std::set<EdgeId>& relaxed)
      : function_(function), from_(function.program), way_(edge), passed_(passed), relaxed_(relaxed) {}

  Program build() {
    result_ = from_.without_graph();
    has_passed_ = new_variable("#passed");
    for (LocationId at = 0; at < from_.location_count(); ++at) {
      frontend::Location location = from_.location(at);
      // Failing is no error here, and ends say which executions passed.
      if (location.kind == LocationKind::Error) location = {LocationKind::Exit, function_.name, "", {}, false};
      if (from_.location(at).kind == LocationKind::Exit) location = normal_location(function_.name);
      result_.add_location(std::move(location));
    }
    const LocationId exit = result_.add_location({LocationKind::Exit, function_.name, "", {}, false});
    frontend::Location error = normal_location(function_.name);
    error.kind = LocationKind::Error;
    error.violation = frontend::Violation::unreach_call;
    failed_ = result_.add_location(error);
    std::set<EdgeId> gone;
    for (const frontend::BeliefPlace& belief : function_.beliefs)
      if (relaxed_.contains(belief.held)) gone.insert(belief.violated);
    for (LocationId at = 0; at < from_.location_count(); ++at) {
      std::vector<EdgeId> outgoing = from_.outgoing(at);
      std::erase_if(outgoing, [&](EdgeId one) { return gone.contains(one); });
      add_edges(at, outgoing);
      if (from_.location(at).kind == LocationKind::Exit) branch(at, variable(has_passed_), failed_, exit);
    }
    result_.initial = result_.add_location(normal_location(function_.name));
    set(has_passed_, result_.initial, from_.initial, 0);
    return std::move(result_);
  }

 private:
  static frontend::ExprPtr variable(frontend::VariableId id) {
    return frontend::make_truth(frontend::make_variable(id, frontend::bool_type));
  }

  frontend::VariableId new_variable(const std::string& name) {
    const auto id = static_cast<frontend::VariableId>(result_.variables.size());
    frontend::Variable variable;
    variable.name = function_.name + "::" + name;
    variable.type = frontend::bool_type;
    variable.function = function_.name;
    result_.variables.push_back(variable);
    return id;
  }

  void set(frontend::VariableId variable, LocationId source, LocationId target, int value) {
    frontend::Edge assignment;
    assignment.statement = frontend::Assign{{variable, nullptr}, frontend::make_constant(value, frontend::bool_type)};
    assignment.role = frontend::EdgeRole::Internal;
    result_.add_edge(source, target, std::move(assignment));
  }

  void branch(LocationId source, const frontend::ExprPtr& condition, LocationId on_true, LocationId on_false) {
    for (const bool holds : {true, false}) {
      frontend::Edge test;
      test.statement = frontend::Assume{holds ? condition : frontend::make_not(condition)};
      test.role = holds ? frontend::EdgeRole::BranchTrue : frontend::EdgeRole::BranchFalse;
      result_.add_edge(source, holds ? on_true : on_false, std::move(test));
    }
  }

  void add_edges(LocationId at, const std::vector<EdgeId>& outgoing) {
    const bool is_branch = outgoing.size() == 2 && frontend::is_assume(from_.edge(outgoing[0]).statement) &&
                           frontend::is_assume(from_.edge(outgoing[1]).statement);
    if (is_branch && (relaxed_.contains(outgoing[0]) || relaxed_.contains(outgoing[1])))
      return add_relaxed_branch(at, outgoing[0], outgoing[1]);
    for (const EdgeId edge : outgoing) {
      frontend::Edge copy = from_.edge(edge);
      if (relaxed_.contains(edge)) relax(copy);
      add_edge(at, edge, std::move(copy));
    }
  }

  static void relax(frontend::Edge& edge) {
    if (frontend::is_assume(edge.statement))
      edge.statement = frontend::Assume{frontend::make_constant(1, frontend::int_type)};
    else if (const auto* assign = std::get_if<frontend::Assign>(&edge.statement))
      edge.statement = frontend::Havoc{assign->target, "any", frontend::Havoc::Allocation::none};
  }

  /// Whose condition holds passes as ever; whoever a relaxed one stops may pass by it, too.
  void add_relaxed_branch(LocationId at, EdgeId first, EdgeId second) {
    const frontend::VariableId choice = new_variable("#choice" + std::to_string(at));
    const LocationId chosen = result_.add_location(normal_location(function_.name));
    frontend::Edge choosing;
    choosing.statement = frontend::Havoc{{choice, nullptr}, "any", frontend::Havoc::Allocation::none};
    choosing.role = frontend::EdgeRole::Internal;
    result_.add_edge(at, chosen, std::move(choosing));
    const frontend::ExprPtr holds =
        frontend::make_truth(std::get<frontend::Assume>(from_.edge(first).statement).condition);
    frontend::ExprPtr condition = variable(choice);
    if (!relaxed_.contains(second))
      condition = frontend::make_binary(frontend::BinaryOp::LogicalOr, holds, condition, frontend::int_type);
    else if (!relaxed_.contains(first))
      condition = frontend::make_binary(frontend::BinaryOp::LogicalAnd, holds, condition, frontend::int_type);
    for (const EdgeId edge : {first, second}) {
      frontend::Edge copy = from_.edge(edge);
      copy.statement = frontend::Assume{edge == first ? condition : frontend::make_not(condition)};
      add_edge(chosen, edge, std::move(copy));
    }
  }

  /// `edge` in its place, from here.
  void add_edge(LocationId source, EdgeId edge, frontend::Edge copy) {
    if (edge != way_) {
      result_.add_edge(source, from_.target(edge), std::move(copy));
    } else if (passed_ == PassedWay::comes_there) {
      result_.add_edge(source, failed_, std::move(copy));
    } else {
      const LocationId between = result_.add_location(normal_location(function_.name));
      result_.add_edge(source, between, std::move(copy));
      set(has_passed_, between, from_.target(edge), 1);
    }
  }

  const FunctionProgram& function_;
  const Program& from_;
  EdgeId way_;
  PassedWay passed_;
  const std::set<EdgeId>& relaxed_;
  Program result_;
  frontend::VariableId has_passed_ = 0;
  LocationId failed_ = 0;
};

/// The edges that may be relaxed: beliefs, so that claims rest on few, and then the others as paths pass them.
std::vector<EdgeId> relaxable(const FunctionProgram& function, EdgeId way, const std::set<EdgeId>& left_out) {
  const Program& program = function.program;
  const std::set<EdgeId> beliefs = all_beliefs(function);
  const AcyclicView view = acyclic_view(program);
  std::vector<EdgeId> result(beliefs.begin(), beliefs.end());
  for (const LocationId at : view.order)
    for (const EdgeId edge : program.outgoing(at)) {
      const frontend::Edge& data = program.edge(edge);
      const bool says_something =
          frontend::is_assume(data.statement) || std::holds_alternative<frontend::Assign>(data.statement);
      const bool leads_on = program.location(program.target(edge)).kind != LocationKind::Error;
      if (says_something && leads_on && data.source.is_known() && !beliefs.contains(edge)) result.push_back(edge);
    }
  std::erase_if(result, [&](EdgeId edge) { return edge == way || left_out.contains(edge); });
  return result;
}

}  // namespace

Program passing_program(const FunctionProgram& function, EdgeId edge, PassedWay passed,
                        const std::set<EdgeId>& relaxed) {
  return PassingProgram(function, edge, passed, relaxed).build();
}

std::optional<InconsistencyClass> class_by_loops(const FunctionProgram& function, EdgeId edge,
                                                 const DetectionLimits& limits) {
  const Answer comes = reaches(passing_program(function, edge, PassedWay::comes_there, {}), limits);
  if (comes == Answer::unknown) return std::nullopt;
  if (comes == Answer::yes) return InconsistencyClass::error;
  const Answer unguarded =
      reaches(passing_program(function, edge, PassedWay::comes_there, all_beliefs(function)), limits);
  if (unguarded == Answer::unknown) return std::nullopt;
  return unguarded == Answer::yes ? InconsistencyClass::after_error : InconsistencyClass::unreachable;
}

LoopAnswers dead_by_loops(const FunctionProgram& function, const std::vector<std::size_t>& open,
                          const DetectionLimits& limits) {
  LoopAnswers result;
  const AcyclicView view = acyclic_view(function.program);
  const std::vector<bool> before_loop = leads_to_loop(function.program, view);
  for (const std::size_t index : open) {
    const EdgeId edge = function.arms[index].edge;
    if (before_loop[function.program.target(edge)]) continue;
    switch (reaches(passing_program(function, edge, PassedWay::ends_well, {}), limits)) {
      case Answer::yes:
        break;
      case Answer::unknown:
        result.undecided.push_back(index);
        break;
      case Answer::no:
        if (const std::optional<InconsistencyClass> severity = class_by_loops(function, edge, limits))
          result.dead.push_back({index, false, *severity, true});
        else
          result.undecided.push_back(index);
        break;
    }
  }
  return result;
}

LoopReasons reasons_of_loops(const FunctionProgram& function, const DeadWay& way, const DetectionLimits& limits) {
  LoopReasons result;
  const PassedWay passed = way.severity == InconsistencyClass::error ? PassedWay::ends_well : PassedWay::comes_there;
  const EdgeId edge = function.arms[*way.arm].edge;
  std::set<EdgeId> relaxed;
  if (way.severity == InconsistencyClass::unreachable) relaxed = all_beliefs(function);
  std::vector<EdgeId> kept = relaxable(function, edge, relaxed);
  // What the last proof may take.
  DetectionLimits search = limits;
  const auto now = std::chrono::steady_clock::now();
  search.deadline -= std::min(limits.deadline - now, std::chrono::steady_clock::duration(share_of_last_proof));
  // Half of them, quarters, …, one by one: most play no part.
  for (std::size_t size = std::max<std::size_t>(1, (kept.size() + 1) / 2); !kept.empty(); size = (size + 1) / 2) {
    result.is_minimal = size == 1;
    for (std::size_t i = 0; i < kept.size();) {
      const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end = kept.begin() + static_cast<std::ptrdiff_t>(std::min(i + size, kept.size()));
      std::set<EdgeId> more = relaxed;
      more.insert(begin, end);
      const Answer answer =
          search.is_over() ? Answer::unknown : reaches(passing_program(function, edge, passed, more), search);
      if (answer == Answer::unknown) result.is_minimal = false;
      if (answer == Answer::no) {
        relaxed = std::move(more);
        kept.erase(begin, end);
      } else {
        i += size;
      }
    }
    if (size == 1) break;
  }
  if (kept.empty()) result.is_minimal = true;
  result.kept.insert(kept.begin(), kept.end());
  // Predicates at every location, which only the refinement has.
  VerifyOptions options;
  options.block_encoding = BlockEncoding::none;
  options.bounded_search = options.random_executions_first = false;
  // The one question whose answer is shown: a part of the function's time, if that is more than a question's.
  DetectionLimits patient = limits;
  patient.question_time = std::max(
      limits.question_time,
      std::chrono::duration_cast<std::chrono::milliseconds>(limits.deadline - std::chrono::steady_clock::now()) / 4);
  if (!limits.is_over())
    result.proof = verified(passing_program(function, edge, passed, relaxed), options, patient).proof;
  return result;
}

}  // namespace bireach::checker
