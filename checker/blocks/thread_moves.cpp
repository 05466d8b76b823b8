// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/thread_moves.h"

#include <algorithm>
#include <utility>

#include "logic/terms/term_map.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using logic::Term;
using StepKind = frontend::ThreadStep::Kind;

namespace {

bool is_error_target(const frontend::Location& location) {
  return location.kind == LocationKind::Error || location.kind == LocationKind::Unsupported;
}

/// Each read of an array becomes a new variable: of arrays nothing is known.
logic::Substitution arbitrary_reads(logic::TermManager& terms, const std::vector<Term>& parts) {
  logic::Substitution result;
  for (const Term part : parts) {
    logic::TermMap<char> seen;
    logic::for_each_post_order(
        part, [&seen](Term t) { return !t.has_quantifier() && seen.set(t, 1); },
        [&](Term t) {
          if (t.kind() == logic::Kind::Select && !result.contains(t))
            result.emplace(t, terms.fresh_variable("element!", t.sort()));
        });
  }
  return result;
}

}  // namespace

ThreadGhosts::ThreadGhosts(const frontend::Semantics& semantics, const Program& graphs, const ThreadFlow& flow)
    : started(graphs.threads.size()), ended(graphs.threads.size()) {
  logic::TermManager& terms = semantics.terms();
  const auto flag = [&terms](const std::string& name) { return terms.variable(name, logic::Sort::boolean()); };
  for (std::uint32_t t = 0; t < graphs.threads.size(); ++t) {
    const std::string number = std::to_string(t);
    started[t] = t == 0 ? terms.true_term() : flag("started(" + number + ")");
    if (flow.is_joined(t)) ended[t] = flag("ended(" + number + ")");
  }
  for (const VariableId word : flow.lock_words())
    wrote.emplace(word, flag("wrote(" + graphs.variables[word].name + ")"));
}

ThreadMoves::ThreadMoves(const frontend::Semantics& semantics, const Program& graphs, const ThreadFlow& flow)
    : semantics_(semantics), graphs_(graphs), flow_(flow), terms_(semantics.terms()), edges_(semantics, graphs) {}

std::vector<ThreadMove> ThreadMoves::seen(LocationId cut) {
  std::vector<ThreadMove> result;
  for (auto& [key, state] : act(cut)) {
    const LocationId target = std::get<1>(key);
    if (!is_error_target(graphs_.location(target))) result.push_back(move(cut, target, std::move(state)));
  }
  return result;
}

std::vector<ThreadMove> ThreadMoves::own(LocationId cut) {
  std::vector<ThreadMove> result;
  for (auto& [key, state] : run_on(act(cut)))
    if (flow_.matters(std::get<1>(key))) result.push_back(move(cut, std::get<1>(key), std::move(state)));
  return result;
}

ThreadMove ThreadMoves::move(LocationId source, LocationId target, State state) const {
  ThreadMove result;
  result.thread = flow_.thread_of(source);
  result.source = source;
  result.target = target;
  result.guard = terms_.and_(state.symbolic.path);
  result.values = std::move(state.symbolic.values);
  result.is_written = std::move(state.is_written);
  result.starts = state.starts;
  result.joins = state.joins;
  result.ends = state.ends;
  return result;
}

/// The visible edge, or all of an atomic region.
ThreadMoves::States ThreadMoves::act(LocationId cut) {
  State begin;
  begin.symbolic.values = semantics_.variables();
  begin.is_written.assign(flow_.lock_words().size(), terms_.false_term());
  States pending;
  States result;
  const auto sort = [&](States& reached) {
    for (auto& [key, state] : reached) {
      const LocationId at = std::get<1>(key);
      const bool is_within = graphs_.location(at).kind == LocationKind::Normal && flow_.depth(at) > 0;
      arrive(is_within ? pending : result, at, std::move(state));
    }
  };
  States reached;
  leave(cut, begin, Part::visible, reached);
  sort(reached);
  while (!pending.empty()) {
    auto node = pending.extract(pending.begin());
    States next;
    leave(std::get<1>(node.key()), node.mapped(), Part::visible, next);
    sort(next);
  }
  return result;
}

/// Over invisible edges.
ThreadMoves::States ThreadMoves::run_on(States states) {
  States result;
  while (!states.empty()) {
    auto node = states.extract(states.begin());
    const LocationId at = std::get<1>(node.key());
    const bool stops = graphs_.location(at).kind != LocationKind::Normal || flow_.is_cut(at);
    if (stops) {
      arrive(result, at, std::move(node.mapped()));
      continue;
    }
    States next;
    leave(at, node.mapped(), Part::invisible, next);
    for (auto& [key, state] : next) arrive(states, std::get<1>(key), std::move(state));
  }
  return result;
}

/// Exits but the thread's own end the program, and what a region did before one nobody sees. Behind invisible edges
/// only the thread itself is asked about.
bool ThreadMoves::is_of_interest(EdgeId edge, Part part) const {
  const LocationId target = graphs_.target(edge);
  if (part == Part::invisible) return flow_.matters(target);
  return graphs_.location(target).kind != LocationKind::Exit ||
         graphs_.threads[graphs_.edge(edge).thread].end == target;
}

void ThreadMoves::leave(LocationId location, const State& state, Part part, States& result) {
  const std::vector<EdgeId>& out = graphs_.outgoing(location);
  if (out.empty()) return;
  std::vector<Term> instances;  // common to both ways of a branch, which exclude each other: merging relies on that
  for (const Term auxiliary : edges_.of(out.front()).transition.auxiliaries)
    instances.push_back(terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
  for (const EdgeId edge : out) {
    if (!is_of_interest(edge, part)) continue;
    if (auto next = pass(state, edge, instances)) arrive(result, graphs_.target(edge), std::move(*next));
  }
}

std::optional<ThreadMoves::State> ThreadMoves::pass(const State& state, EdgeId edge,
                                                    const std::vector<Term>& instances) {
  const frontend::Statement& statement = graphs_.edge(edge).statement;
  const auto written = frontend::assigned_variable(statement);
  State next = state;
  if (!note(next, edge)) return std::nullopt;
  // Conditions where nothing matters any more speak of what is not tracked.
  if (written ? !flow_.is_tracked(*written) : !flow_.matters(graphs_.source(edge))) return next;
  const EdgeSemantics::Meaning& meaning = edges_.of(edge);
  logic::Substitution map;
  for (const VariableId v : meaning.reads) map.emplace(semantics_.variable(v), state.symbolic.values[v]);
  for (std::size_t i = 0; i < instances.size() && i < meaning.transition.auxiliaries.size(); ++i)
    map.emplace(meaning.transition.auxiliaries[i], instances[i]);
  std::vector<Term> parts{meaning.transition.guard};
  for (const auto& [variable, value] : meaning.updates) parts.push_back(value);
  const logic::Substitution reads = arbitrary_reads(terms_, parts);
  const auto meant = [&](Term term) {
    if (!reads.empty()) term = terms_.substitute(term, reads);
    return terms_.substitute(term, map);
  };
  std::vector<Term>& path = next.symbolic.path;
  for (const Term conjunct : logic::conjuncts(meant(meaning.transition.guard))) {
    if (conjunct.is_false() || std::find(path.begin(), path.end(), terms_.not_(conjunct)) != path.end())
      return std::nullopt;
    if (std::find(path.begin(), path.end(), conjunct) == path.end()) path.push_back(conjunct);
  }
  for (const auto& [variable, value] : meaning.updates) next.symbolic.values[variable] = meant(value);
  const std::vector<VariableId>& words = flow_.lock_words();
  if (const auto word = std::find(words.begin(), words.end(), written.value_or(0)); written && word != words.end())
    next.is_written[static_cast<std::size_t>(word - words.begin())] = terms_.true_term();
  return next;
}

/// What the edge does to threads. False: the proof cannot express it.
bool ThreadMoves::note(State& state, EdgeId edge) {
  const frontend::ThreadStep& step = graphs_.edge(edge).thread_step;
  if (step.kind == StepKind::start) {
    if (state.starts) failed_ = true;
    state.starts = step.thread;
  }
  if (step.kind == StepKind::join && flow_.is_joined(step.thread)) {
    if (state.joins) failed_ = true;
    state.joins = step.thread;
  }
  state.ends = state.ends || flow_.is_end(graphs_.target(edge));
  return !failed_;
}

void ThreadMoves::arrive(States& states, LocationId location, State state) {
  const Key key{flow_.order(location), location, state.starts, state.joins};
  if (const auto known = states.find(key); known != states.end())
    known->second = merge(std::move(known->second), state);
  else
    states.emplace(key, std::move(state));
}

ThreadMoves::State ThreadMoves::merge(State a, const State& b) const {
  auto& [path, values, exact] = a.symbolic;
  const auto [end_a, end_b] = std::mismatch(path.begin(), path.end(), b.symbolic.path.begin(), b.symbolic.path.end());
  const std::vector<Term> rest_a(end_a, path.end());
  const std::vector<Term> rest_b(end_b, b.symbolic.path.end());
  const bool is_choice = !rest_a.empty() && !rest_b.empty() && rest_a.front() == terms_.not_(rest_b.front());
  const Term condition = is_choice ? rest_a.front() : terms_.and_(rest_a);
  const Term either = terms_.or_(terms_.and_(rest_a), terms_.and_(rest_b));
  path.resize(path.size() - rest_a.size());
  if (!either.is_true()) path.push_back(either);
  for (VariableId v = 0; v < values.size(); ++v)
    if (flow_.is_tracked(v) && values[v] != b.symbolic.values[v])
      values[v] = terms_.ite(condition, values[v], b.symbolic.values[v]);
  for (std::size_t i = 0; i < a.is_written.size(); ++i)
    if (a.is_written[i] != b.is_written[i]) a.is_written[i] = terms_.ite(condition, a.is_written[i], b.is_written[i]);
  return a;
}

}  // namespace bireach::checker
