// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/refinement_proof.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"

namespace bireach::checker {

namespace {

constexpr std::size_t refinement_annotation_limit = 100000;
constexpr std::chrono::milliseconds wrapping_query_limit{2000};

class ProofMaker {
 public:
  /// `wrapping` is the annotation that may hold with overflow, too.
  ProofMaker(const AnnotationGraph& annotation, const AnnotationGraph& wrapping, frontend::Arithmetic arithmetic,
             const std::shared_ptr<logic::TermManager>& terms, const EngineSetting& setting)
      : annotation_(annotation), wrapping_(wrapping), arithmetic_(arithmetic), terms_(terms), setting_(setting) {}

  std::variant<Proved, std::string> make() {
    const std::chrono::milliseconds limit = setting_.certifier_time_limit();
    // The proof often holds with overflow, too: then nothing has to be assumed, and nothing else looked for. It must
    // not cost the proof without, though, so hard obligations are given up soon.
    if (setting_.wrapping != nullptr &&
        !problem_for(*setting_.wrapping, wrapping_, std::min(limit, wrapping_query_limit)))
      return Proved{proof_for(*setting_.wrapping, wrapping_), Proved::Overflow::covered};
    if (setting_.stop.stop_requested()) return "stopped";
    const std::optional<std::string> problem = problem_for(setting_.program, annotation_, limit);
    if (setting_.stop.stop_requested()) return "stopped";
    if (problem) return *problem;
    return Proved{proof_for(setting_.program, annotation_), Proved::Overflow::left_out};
  }

 private:
  std::optional<std::string> problem_for(const frontend::Program& program, const AnnotationGraph& annotation,
                                         std::chrono::milliseconds query_limit) {
    const Stopwatch watch(setting_.statistics.time.certification);
    const frontend::Semantics semantics(*terms_, program, arithmetic_, frontend::OutOfBoundsReads::arbitrary);
    return certify(*terms_, program, semantics, annotation,
                   {logic::SolverKind::cvc5, query_limit, setting_.stop, &setting_.statistics.solver});
  }

  [[nodiscard]] Safe proof_for(const frontend::Program& program, const AnnotationGraph& annotation) const {
    InductiveAnnotation proof{arithmetic_, terms_, {}};
    for (const frontend::LocationId location : annotation.locations) proof.predicates[location];
    for (const auto& node : annotation.nodes) proof.predicates[node.location].push_back(terms_->and_(node.conjuncts));
    return {std::move(proof), proof_assumptions(program, setting_.flow)};
  }

  const AnnotationGraph& annotation_;
  const AnnotationGraph& wrapping_;
  frontend::Arithmetic arithmetic_;
  const std::shared_ptr<logic::TermManager>& terms_;
  const EngineSetting& setting_;
};

/// Of what the loop knows without overflow, what is inductive if overflow wraps: `0 <= i` of a counter may be of no use
/// to the proof, and would keep it from being certified with overflow.
CutPointConditions known_beyond_overflow(const RefinementLoop& loop, logic::TermManager& terms,
                                         const EngineSetting& setting) {
  const frontend::Program& program = *setting.wrapping;
  const frontend::Semantics semantics(terms, program, loop.arithmetic(), frontend::OutOfBoundsReads::arbitrary);
  EdgeSemantics edges(semantics, program);
  const BlockProgram blocks(terms, edges, setting.flow);
  InductionConfig config;
  config.stop = setting.stop;
  config.statistics = &setting.statistics.solver;
  return inductive_part(blocks, semantics, initial_condition(semantics, program, setting.flow), loop.known_invariants(),
                        config);
}

}  // namespace

void add_steps(AnnotationGraph& annotation, const frontend::Program& program, const ControlFlow& flow,
               logic::TermManager& terms) {
  const std::vector<AnnotationGraph::Node>& nodes = annotation.nodes;
  std::map<frontend::LocationId, std::size_t> node_at;
  for (std::size_t n = 0; n < nodes.size(); ++n) node_at.emplace(nodes[n].location, n);
  for (std::size_t source = 0; source < nodes.size(); ++source)
    for (const frontend::LocationId target : next_cut_points(program, flow, nodes[source].location)) {
      AnnotationGraph::Step step{source, target, std::nullopt, {}};
      std::vector<logic::Term> conclusions{terms.false_term()};
      if (const auto node = node_at.find(target); node != node_at.end()) {
        step.target = node->second;
        conclusions = nodes[node->second].conjuncts;
      }
      step.obligations.push_back({nodes[source].conjuncts, std::move(conclusions)});
      annotation.steps.push_back(std::move(step));
    }
}

std::variant<Proved, std::string> certified_annotation(const AnnotationGraph& annotation,
                                                       frontend::Arithmetic arithmetic,
                                                       const std::shared_ptr<logic::TermManager>& terms,
                                                       const EngineSetting& setting) {
  return ProofMaker(annotation, annotation, arithmetic, terms, setting).make();
}

std::variant<Proved, std::string> certified_proof(RefinementLoop& loop,
                                                  const std::shared_ptr<logic::TermManager>& terms,
                                                  const EngineSetting& setting) {
  const std::optional<AnnotationGraph> annotation =
      loop.annotation(refinement_annotation_limit, loop.known_invariants());
  if (!annotation) return "the proof is too large to check";
  std::optional<AnnotationGraph> wrapping;
  if (setting.wrapping != nullptr && !loop.known_invariants().empty())
    wrapping = loop.annotation(refinement_annotation_limit, known_beyond_overflow(loop, *terms, setting));
  auto result = ProofMaker(*annotation, wrapping ? *wrapping : *annotation, loop.arithmetic(), terms, setting).make();
  if (auto* proved = std::get_if<Proved>(&result); proved != nullptr && proved->overflow == Proved::Overflow::left_out)
    proved->seeds = Seeds{terms, loop.arithmetic(), loop.refutations()};
  return result;
}

}  // namespace bireach::checker
