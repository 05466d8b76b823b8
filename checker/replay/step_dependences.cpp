// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/step_dependences.h"

#include <map>
#include <optional>
#include <set>

#include "frontend/threads/accesses.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::Execution;
using frontend::Program;
using frontend::ThreadStep;
using frontend::VariableId;
using logic::Integer;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

class DependenceCollector {
 public:
  DependenceCollector(const Program& program, const Execution& execution)
      : program_(program), execution_(execution), last_of_(program.threads.size()) {}

  Pairs collect() {
    for (step_ = 0; step_ < execution_.trace.size(); ++step_) {
      const Edge& edge = program_.edge(execution_.trace[step_]);
      if (frontend::is_choice(program_, edge)) continue;
      note_thread_step(own_edge(program_, execution_.trace[step_]).thread_step);
      for (const frontend::VariableAccess& access : frontend::accesses_of(program_, edge.statement))
        if (!access.is_implicit && access.variable != program_.memory.top) note_access(access);
      note_start(edge.thread);
      last_of_[edge.thread] = step_;
    }
    return std::move(pairs_);
  }

 private:
  struct Object {
    std::optional<std::size_t> changed;  ///< last
    std::vector<std::size_t> read;       ///< since
  };
  struct Accesses {
    Object whole;
    std::map<Integer, Object> elements;
  };

  void note_thread_step(const ThreadStep& step) {
    if (step.kind == ThreadStep::Kind::start) started_[step.thread] = step_;
    if (step.kind == ThreadStep::Kind::join && last_of_[step.thread]) depend_on(*last_of_[step.thread]);
  }

  /// The first step of a thread comes after that which starts it.
  void note_start(std::uint32_t thread) {
    const auto start = started_.find(thread);
    if (!last_of_[thread] && start != started_.end()) depend_on(start->second);
  }

  void depend_on(std::size_t earlier) {
    const auto thread_of = [this](std::size_t step) { return program_.edge(execution_.trace[step]).thread; };
    if (thread_of(earlier) != thread_of(step_)) pairs_.emplace_back(earlier, step_);
  }

  void note_access(const frontend::VariableAccess& access) {
    Accesses& known = accesses_[access.variable];
    if (access.index == nullptr) {
      for (auto& [index, object] : known.elements) follow(object, access.is_write);
      follow(known.whole, access.is_write);
      if (access.is_write) known.elements.clear();
      note(known.whole, access.is_write);
      return;
    }
    std::vector<frontend::UndefinedEvent> ignored;
    const Integer index =
        frontend::evaluate(program_, *access.index, execution_.states[step_], execution_.trace[step_], ignored);
    Object& object = known.elements[index];
    follow(known.whole, access.is_write);
    follow(object, access.is_write);
    note(object, access.is_write);
  }

  void follow(const Object& object, bool changes) {
    if (object.changed) depend_on(*object.changed);
    if (!changes) return;
    for (const std::size_t read : object.read) depend_on(read);
  }

  void note(Object& object, bool changes) {
    if (changes)
      object = Object{step_, {}};
    else
      object.read.push_back(step_);
  }

  const Program& program_;
  const Execution& execution_;
  std::size_t step_ = 0;
  std::vector<std::optional<std::size_t>> last_of_;  ///< by thread
  std::map<std::uint32_t, std::size_t> started_;     ///< by thread
  std::map<VariableId, Accesses> accesses_;
  Pairs pairs_;
};

}  // namespace

const Edge& own_edge(const Program& program, frontend::EdgeId edge) {
  const Edge& copy = program.edge(edge);
  return copy.thread_edge && program.thread_graphs ? program.thread_graphs->edge(*copy.thread_edge) : copy;
}

Pairs step_dependences(const Program& program, const Execution& execution) {
  return DependenceCollector(program, execution).collect();
}

}  // namespace bireach::checker
