// SPDX-License-Identifier: Apache-2.0
// Longer than 500 lines: what is made, and what it means.
/// Random graphs of threads, and all their executions one access at a time: what interleavings are held against.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "tests/support/program_builder.h"

namespace bireach::testing {

struct RandomThreadsOptions {
  unsigned threads = 2;     ///< with the first one
  unsigned statements = 4;  ///< of each thread, about
  unsigned depth = 2;       ///< of nested statements
  int spin_percent = 4;     ///< of loops that wait for a variable, perhaps for ever
  int wild_percent = 0;     ///< of indices that may be out of the array's bounds
};

/// Threads over shared variables of _Bool and unsigned char, an array of two, a lock, and variables of their own. Each
/// error location has a note of its own.
class RandomThreads {
 public:
  RandomThreads(std::uint64_t seed, const RandomThreadsOptions& options) : rng_(seed), options_(options) {}

  frontend::Program make() {
    for (const char* name : {"p", "q"}) shared_.push_back(builder_.variable(name, frontend::bool_type));
    shared_.push_back(builder_.variable("n", frontend::unsigned_integer(8)));
    array_ = builder_.array("a", 2, frontend::unsigned_integer(8));
    lock_ = builder_.variable("lock", frontend::bool_type);
    for (std::uint32_t i = 0; i < options_.threads; ++i) {
      frontend::Thread thread;
      thread.function = thread.name = i == 0 ? "main" : "t" + std::to_string(i);
      thread.entry = builder_.location();
      thread.end = builder_.location(LocationKind::Exit);
      if (i > 0) thread.creator = 0;
      builder_.program.threads.push_back(thread);
      locals_.push_back(builder_.variable("l" + std::to_string(i), frontend::unsigned_integer(8)));
    }
    exit_ = builder_.location(LocationKind::Exit);
    builder_.program.initial = builder_.program.threads[0].entry;
    for (thread_ = 0; thread_ < options_.threads; ++thread_) make_thread();
    return std::move(builder_.program);
  }

 private:
  using LocationId = frontend::LocationId;
  using LocationKind = frontend::LocationKind;
  using ExprPtr = frontend::ExprPtr;
  using BinaryOp = frontend::BinaryOp;
  using Kind = frontend::ThreadStep::Kind;

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

  void make_thread() {
    budget_ = options_.statements;
    LocationId here = builder_.program.threads[thread_].entry;
    if (thread_ == 0) {
      here = block(here, 1);
      const bool nested = options_.threads > 2 && chance(25);  // the second starts the third
      for (std::uint32_t other = 1; other < options_.threads; ++other) {
        if (other == 2 && nested) continue;
        here = step(here, {Kind::start, other});
        if (chance(30)) here = block(here, options_.depth);
      }
      starts_last_ = nested;
      budget_ = options_.statements;
      here = block(here, options_.depth);
      for (std::uint32_t other = 1; other < options_.threads; ++other)
        if (chance(50)) here = step(here, {Kind::join, other});
      here = block(here, 1);
    } else {
      if (thread_ == 1 && starts_last_) here = step(here, {Kind::start, 2});
      here = block(here, options_.depth);
      if (options_.threads > 3 && thread_ + 1 < options_.threads && chance(60)) {  // one waits for one that waits
        const auto later = static_cast<std::uint32_t>(thread_ + 1 + below(options_.threads - thread_ - 1));
        here = step(here, {Kind::join, later});
        here = block(here, 1);
      }
    }
    if (chance(70)) here = check(here);
    const bool ends_all = thread_ == 0 ? chance(60) : chance(5);
    skip(here, ends_all ? exit_ : builder_.program.threads[thread_].end);
  }

  LocationId block(LocationId here, unsigned depth) {
    const std::size_t count = 1 + below(3);
    for (std::size_t i = 0; i < count && budget_ > 0; ++i) {
      --budget_;
      here = statement(here, depth);
    }
    return here;
  }

  LocationId statement(LocationId here, unsigned depth) {
    const std::size_t kind = below(100);
    if (depth > 0 && kind < 40) {
      if (kind < 12) return branch(here, depth - 1);
      if (kind < 18) return loop(here, depth - 1);
      if (kind < 27) return region(here, depth - 1);
      return locked(here, depth - 1);
    }
    if (kind < 46) return then(here, builder_.program.edge_count(), frontend::Assume{condition()});
    if (kind < 54) return check(here);
    if (kind < 58) return then(here, 0, frontend::Havoc{{shared_[below(2)], nullptr}, "__VERIFIER_nondet_bool"});
    if (kind < 58 + static_cast<std::size_t>(options_.spin_percent)) return spin(here);
    if (kind < 66) return cut(here);
    return assignment(here);
  }

  LocationId then(LocationId here, std::size_t /*unused*/, frontend::Statement statement) {
    const LocationId next = builder_.location();
    add(here, next, std::move(statement));
    return next;
  }

  void add(LocationId from, LocationId to, frontend::Statement statement, frontend::ThreadStep step = {}) {
    frontend::Edge edge;
    edge.text = frontend::to_string(builder_.program, statement);
    edge.statement = std::move(statement);
    edge.statement_id = static_cast<std::uint32_t>(builder_.program.edge_count());
    edge.thread = thread_;
    edge.thread_step = step;
    builder_.program.add_edge(from, to, std::move(edge));
  }
  void skip(LocationId from, LocationId to) { add(from, to, frontend::Assume{number(1)}); }
  void fork(LocationId from, LocationId yes, LocationId no, const ExprPtr& condition) {
    add(from, yes, frontend::Assume{condition});
    add(from, no, frontend::Assume{frontend::make_not(condition)});
  }
  LocationId step(LocationId here, frontend::ThreadStep step) {
    const LocationId next = builder_.location();
    add(here, next, frontend::Assume{number(1)}, step);
    return next;
  }

  LocationId assignment(LocationId here) {
    if (chance(15)) {
      const ExprPtr index = this->index();
      const ExprPtr stored = frontend::make_cast(value(2), frontend::unsigned_integer(8));
      return then(here, 0, frontend::Assign{{array_, index}, stored});
    }
    const frontend::VariableId target = chance(25) ? locals_[thread_] : shared_[below(shared_.size())];
    const ExprPtr stored = frontend::make_cast(value(2), builder_.program.variables[target].type);
    return then(here, 0, frontend::Assign{{target, nullptr}, stored});
  }

  LocationId check(LocationId here) {
    const LocationId error = builder_.location(LocationKind::Error);
    builder_.program.location(error).note = "error " + std::to_string(error);
    const LocationId next = builder_.location();
    fork(here, error, next, condition());
    return next;
  }

  /// An assumption of the user's: the program ends where it does not hold.
  LocationId cut(LocationId here) {
    const LocationId next = builder_.location();
    fork(here, next, exit_, condition());
    return next;
  }

  LocationId branch(LocationId here, unsigned depth) {
    const LocationId yes = builder_.location();
    const LocationId no = builder_.location();
    const LocationId after = builder_.location();
    fork(here, yes, no, condition());
    skip(block(yes, depth), after);
    skip(chance(50) ? block(no, depth) : no, after);
    return after;
  }

  LocationId loop(LocationId here, unsigned depth) {
    const frontend::VariableId counter =
        builder_.variable("i" + std::to_string(builder_.program.variables.size()), frontend::unsigned_integer(8));
    const LocationId head = builder_.location();
    const LocationId body = builder_.location();
    const LocationId after = builder_.location();
    skip(here, head);
    fork(head, body, after,
         frontend::make_binary(BinaryOp::Lt, read_of(counter), number(1 + below(2)), frontend::int_type));
    const LocationId end = block(body, depth);
    const ExprPtr next = frontend::make_binary(BinaryOp::Add, read_of(counter), number(1), type_);
    add(end, head, frontend::Assign{{counter, nullptr}, frontend::make_cast(next, frontend::unsigned_integer(8))});
    return after;
  }

  LocationId spin(LocationId here) {
    const LocationId body = builder_.location();
    const LocationId after = builder_.location();
    fork(here, body, after, condition());
    skip(body, here);
    return after;
  }

  LocationId region(LocationId here, unsigned depth) {
    here = step(here, {Kind::atomic_begin, 0});
    here = block(here, depth);
    return step(here, {Kind::atomic_end, 0});
  }

  LocationId locked(LocationId here, unsigned depth) {
    if (holds_lock_) return assignment(here);
    holds_lock_ = true;
    here = step(here, {Kind::atomic_begin, 0});
    here = then(here, 0, frontend::Assume{frontend::make_not(read_of(lock_))});
    here = then(here, 0, frontend::Assign{{lock_, nullptr}, frontend::make_constant(1, frontend::bool_type)});
    here = step(here, {Kind::atomic_end, 0});
    here = block(here, depth);
    holds_lock_ = false;
    return then(here, 0, frontend::Assign{{lock_, nullptr}, frontend::make_constant(0, frontend::bool_type)});
  }

  [[nodiscard]] ExprPtr number(std::size_t value) const {
    return frontend::make_constant(logic::Integer(value), type_);
  }
  [[nodiscard]] ExprPtr read_of(frontend::VariableId variable) const {
    return frontend::make_cast(builder_.read(variable), type_);
  }
  ExprPtr read() {
    if (chance(25)) return read_of(locals_[thread_]);
    if (chance(20))
      return frontend::make_cast(frontend::make_element(array_, index(), frontend::unsigned_integer(8)), type_);
    return read_of(shared_[below(shared_.size())]);
  }
  ExprPtr index() {
    if (options_.wild_percent > 0 && chance(options_.wild_percent)) return read_of(shared_[2]);
    return chance(50) ? number(below(2)) : read_of(shared_[below(2)]);
  }
  ExprPtr value(unsigned depth) {
    if (depth == 0 || chance(30)) return chance(60) ? read() : number(below(3));
    if (chance(15)) {
      ExprPtr decision = condition();
      ExprPtr yes = value(depth - 1);
      return frontend::make_conditional(decision, yes, value(depth - 1), type_);
    }
    ExprPtr left = value(depth - 1);
    return frontend::make_binary(chance(60) ? BinaryOp::Add : BinaryOp::Sub, left, value(depth - 1), type_);
  }
  ExprPtr condition() {
    if (chance(20)) {
      ExprPtr left = condition();
      return frontend::make_binary(chance(50) ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, left, condition(), type_);
    }
    static constexpr BinaryOp comparisons[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Ge};
    ExprPtr left = read();
    return frontend::make_binary(comparisons[below(4)], left, chance(60) ? number(below(3)) : value(1), type_);
  }

  std::mt19937_64 rng_;
  RandomThreadsOptions options_;
  ProgramBuilder builder_;
  frontend::ScalarType type_ = frontend::int_type;
  std::vector<frontend::VariableId> shared_;
  std::vector<frontend::VariableId> locals_;
  frontend::VariableId array_ = 0;
  frontend::VariableId lock_ = 0;
  LocationId exit_ = 0;
  std::uint32_t thread_ = 0;
  bool starts_last_ = false;
  bool holds_lock_ = false;
  unsigned budget_ = 0;
};

/// What executions come to.
struct ReachedErrors {
  std::set<std::string> notes;  ///< of the error locations
  bool complete = true;         ///< false: there are more states than were asked for
  bool undefined = false;       ///< some execution has undefined behaviour
  bool race = false;            ///< two threads access the same next, one of them writes (threads' own graphs only)
  bool deadlock = false;        ///< somewhere no thread can move, and not all have ended (threads' own graphs only)
  std::size_t states = 0;
};

/// All executions of graphs of threads, an access at a time, written down as C has it: a step of a thread is the next
/// read of its statement, and then what the statement does with what was read.
class ThreadEnumeration {
 public:
  ThreadEnumeration(const frontend::Program& graphs, std::size_t limit) : graphs_(graphs), limit_(limit) {}

  ReachedErrors run() {
    State initial;
    for (const frontend::Variable& variable : graphs_.variables)
      initial.values.emplace_back(variable.array ? static_cast<std::size_t>(variable.array->size) : 1, 0);
    initial.threads.resize(graphs_.threads.size());
    initial.threads[0].status = Status::running;
    initial.threads[0].at = graphs_.initial;
    visit(initial);
    while (!open_.empty()) {
      if (seen_.size() > limit_) {
        result_.complete = false;
        break;
      }
      const State state = open_.back();
      open_.pop_back();
      look_for_races(state);
      bool moves = false;
      bool all_ended = true;
      for (std::uint32_t thread = 0; thread < state.threads.size(); ++thread) {
        moves = move(state, thread) || moves;
        all_ended = all_ended && state.threads[thread].status != Status::running;
      }
      if (state.holder < 0 && !all_ended && nobody_completes(state)) result_.deadlock = true;
    }
    result_.states = seen_.size();
    return std::move(result_);
  }

 private:
  enum class Status : std::uint8_t { not_started, running, ended };
  struct ThreadPart {
    Status status = Status::not_started;
    frontend::LocationId at = 0;
    std::vector<std::int64_t> reads;  ///< what the statement has read so far
    auto operator<=>(const ThreadPart&) const = default;
  };
  struct State {
    std::vector<std::vector<std::int64_t>> values;
    std::vector<ThreadPart> threads;
    int holder = -1;
    unsigned depth = 0;
    auto operator<=>(const State&) const = default;
  };
  /// The next read is one that has not happened yet.
  struct Needs {
    frontend::VariableId variable;
    std::int64_t index;
  };
  struct Undefined {};

  /// Values of expressions from the reads so far; throws what is read next.
  class Evaluation {
   public:
    explicit Evaluation(const std::vector<std::int64_t>& reads) : reads_(reads) {}

    std::int64_t value(const frontend::Expr& expr) {
      using Kind = frontend::Expr::Kind;
      switch (expr.kind) {
        case Kind::Constant:
          return static_cast<std::int64_t>(expr.value);
        case Kind::Variable:
          return read(expr.variable, 0);
        case Kind::Element:
          return read(expr.variable, value(*expr.operands[0]));
        case Kind::Cast:
          return converted(value(*expr.operands[0]), expr.type);
        case Kind::Conditional:
          return value(*expr.operands[0]) != 0 ? value(*expr.operands[1]) : value(*expr.operands[2]);
        case Kind::Unary:
          return value(*expr.operands[0]) == 0 ? 1 : 0;  // no other is made here
        case Kind::Binary:
          return binary(expr);
        case Kind::Floating:
        case Kind::Pattern:
        case Kind::Table:
          break;
      }
      throw std::logic_error("no such expression is made here");
    }

   private:
    static std::int64_t converted(std::int64_t value, const frontend::ScalarType& type) {
      return static_cast<std::int64_t>(type.convert(value));
    }
    std::int64_t read(frontend::VariableId variable, std::int64_t index) {
      if (next_ == reads_.size()) throw Needs{variable, index};
      return reads_[next_++];
    }
    std::int64_t binary(const frontend::Expr& expr) {
      using Op = frontend::BinaryOp;
      const std::int64_t left = value(*expr.operands[0]);
      if (expr.binary == Op::LogicalAnd) return left != 0 && value(*expr.operands[1]) != 0 ? 1 : 0;
      if (expr.binary == Op::LogicalOr) return left != 0 || value(*expr.operands[1]) != 0 ? 1 : 0;
      const std::int64_t right = value(*expr.operands[1]);
      if (expr.binary == Op::Add) return left + right;
      if (expr.binary == Op::Sub) return left - right;
      if (expr.binary == Op::Eq) return left == right ? 1 : 0;
      if (expr.binary == Op::Ne) return left != right ? 1 : 0;
      if (expr.binary == Op::Lt) return left < right ? 1 : 0;
      if (expr.binary == Op::Ge) return left >= right ? 1 : 0;
      if (expr.binary == Op::Le) return left <= right ? 1 : 0;
      if (expr.binary == Op::Gt) return left > right ? 1 : 0;
      throw std::logic_error("no such operator is made here");
    }

    const std::vector<std::int64_t>& reads_;
    std::size_t next_ = 0;
  };

  void visit(const State& state) {
    if (seen_.insert(state).second) open_.push_back(state);
  }

  /// Is there no thread whose next step, an atomic region being one, can be completed while the others rest?
  bool nobody_completes(const State& state) {
    for (std::uint32_t thread = 0; thread < state.threads.size(); ++thread) {
      ThreadEnumeration alone(graphs_, limit_);
      if (alone.completes(state, thread)) return false;
    }
    return true;
  }
  bool completes(const State& state, std::uint32_t thread) {
    if (state.threads[thread].status != Status::running) return false;
    visit(state);
    while (!open_.empty()) {
      const State here = open_.back();
      open_.pop_back();
      const std::size_t before = seen_.size();
      const bool moves = move(here, thread);
      if (moves && seen_.size() == before) return true;  // the program ends, or it goes round in its region
      for (const State& next : std::vector<State>(open_))
        if (next.holder < 0 && next.threads[thread].reads.empty()) return true;
    }
    return false;
  }

  /// Follows the thread's step; false: it cannot move.
  bool move(const State& state, std::uint32_t thread) {
    const ThreadPart& part = state.threads[thread];
    if (part.status != Status::running || (state.holder >= 0 && state.holder != static_cast<int>(thread))) return false;
    const auto& out = graphs_.outgoing(part.at);
    const bool blocks = out.size() == 1 && std::holds_alternative<frontend::Assume>(graphs_.edge(out[0]).statement);
    try {
      if (blocks) return move_if_open(state, thread, out[0]);
      finish(state, thread);
      return true;
    } catch (const Needs& needs) {
      const auto& cells = state.values[needs.variable];
      if (needs.index < 0 || needs.index >= static_cast<std::int64_t>(cells.size())) {
        result_.undefined = true;
        return true;
      }
      State next = state;
      next.threads[thread].reads.push_back(cells[static_cast<std::size_t>(needs.index)]);
      visit(next);
      return true;
    }
  }

  struct NextAccess {
    frontend::VariableId variable;
    std::int64_t index;
    bool is_write;
  };

  std::vector<NextAccess> next_accesses(const State& state, std::uint32_t thread) {
    const ThreadPart& part = state.threads[thread];
    std::vector<NextAccess> result;
    if (part.status != Status::running || graphs_.outgoing(part.at).empty()) return result;
    const auto& statement = graphs_.edge(graphs_.outgoing(part.at)[0]).statement;
    std::vector<std::int64_t> reads = part.reads;
    const bool blocks = graphs_.outgoing(part.at).size() == 1 && std::holds_alternative<frontend::Assume>(statement);
    while (true) {
      try {
        Evaluation evaluation(reads);
        if (const auto* assume = std::get_if<frontend::Assume>(&statement)) {
          evaluation.value(*assume->condition);
        } else if (const auto* assign = std::get_if<frontend::Assign>(&statement)) {
          const std::int64_t index = assign->target.index ? evaluation.value(*assign->target.index) : 0;
          evaluation.value(*assign->value);
          result.push_back({assign->target.variable, index, true});
        } else {
          result.push_back({std::get<frontend::Havoc>(statement).target.variable, 0, true});
        }
        return result;
      } catch (const Needs& needs) {
        result.push_back({needs.variable, needs.index, false});
        const auto& cells = state.values[needs.variable];
        const bool is_outside = needs.index < 0 || needs.index >= static_cast<std::int64_t>(cells.size());
        if (!blocks || is_outside) return result;
        reads.push_back(cells[static_cast<std::size_t>(needs.index)]);
      }
    }
  }

  void look_for_races(const State& state) {
    for (std::uint32_t one = 0; one < state.threads.size(); ++one)
      for (std::uint32_t other = 0; other < state.threads.size(); ++other) {
        if (one == other || (state.holder >= 0 && state.holder != static_cast<int>(one))) continue;
        for (const NextAccess& a : next_accesses(state, one))
          for (const NextAccess& b : next_accesses(state, other))
            if (a.variable == b.variable && a.index == b.index && (a.is_write || b.is_write)) result_.race = true;
      }
  }

  /// A condition that blocks is evaluated in one step.
  bool move_if_open(const State& state, std::uint32_t thread, frontend::EdgeId edge) {
    const frontend::ThreadStep& step = graphs_.edge(edge).thread_step;
    if (step.kind == frontend::ThreadStep::Kind::join && state.threads[step.thread].status != Status::ended)
      return false;
    std::vector<std::int64_t> reads;
    const frontend::Expr& condition = *std::get<frontend::Assume>(graphs_.edge(edge).statement).condition;
    while (true) {
      try {
        if (Evaluation(reads).value(condition) == 0) return false;
        arrive(state, thread, edge);
        return true;
      } catch (const Needs& needs) {
        const auto& cells = state.values[needs.variable];
        if (needs.index < 0 || needs.index >= static_cast<std::int64_t>(cells.size())) {
          result_.undefined = true;
          return true;
        }
        reads.push_back(cells[static_cast<std::size_t>(needs.index)]);
      }
    }
  }

  void finish(const State& state, std::uint32_t thread) {
    const ThreadPart& part = state.threads[thread];
    for (const frontend::EdgeId edge : graphs_.outgoing(part.at)) {
      Evaluation evaluation(part.reads);
      const frontend::Statement& statement = graphs_.edge(edge).statement;
      if (const auto* assume = std::get_if<frontend::Assume>(&statement)) {
        if (evaluation.value(*assume->condition) != 0) arrive(state, thread, edge);
      } else if (const auto* assign = std::get_if<frontend::Assign>(&statement)) {
        const std::int64_t index = assign->target.index ? evaluation.value(*assign->target.index) : 0;
        write(state, thread, edge, assign->target.variable, index, evaluation.value(*assign->value));
      } else {
        const frontend::VariableId target = std::get<frontend::Havoc>(statement).target.variable;
        const auto& type = graphs_.variables[target].type;
        for (logic::Integer value = type.min(); value <= type.max(); ++value)
          write(state, thread, edge, target, 0, static_cast<std::int64_t>(value));
      }
    }
  }

  void write(const State& state, std::uint32_t thread, frontend::EdgeId edge, frontend::VariableId variable,
             std::int64_t index, std::int64_t value) {
    State next = state;
    auto& cells = next.values[variable];
    if (index < 0 || index >= static_cast<std::int64_t>(cells.size())) {
      result_.undefined = true;
      return;
    }
    cells[static_cast<std::size_t>(index)] = value;
    arrive(next, thread, edge);
  }

  void arrive(const State& state, std::uint32_t thread, frontend::EdgeId edge) {
    State next = state;
    const frontend::ThreadStep& step = graphs_.edge(edge).thread_step;
    using Kind = frontend::ThreadStep::Kind;
    if (step.kind == Kind::start) {
      if (next.threads[step.thread].status != Status::not_started) throw std::logic_error("started twice");
      next.threads[step.thread] = {Status::running, graphs_.threads[step.thread].entry, {}};
    }
    if (step.kind == Kind::atomic_begin) {
      next.holder = static_cast<int>(thread);
      ++next.depth;
    }
    if (step.kind == Kind::atomic_end && next.depth > 0 && --next.depth == 0) next.holder = -1;
    const frontend::LocationId target = graphs_.target(edge);
    next.threads[thread].at = target;
    next.threads[thread].reads.clear();
    const frontend::LocationKind kind = graphs_.location(target).kind;
    if (kind == frontend::LocationKind::Error) result_.notes.insert(graphs_.location(target).note);
    if (kind == frontend::LocationKind::Exit && target == graphs_.threads[thread].end) {
      next.threads[thread] = {Status::ended, 0, {}};
      if (next.holder == static_cast<int>(thread)) {
        next.holder = -1;
        next.depth = 0;
      }
    } else if (kind != frontend::LocationKind::Normal) {
      return;  // the program ends
    }
    visit(next);
  }

  const frontend::Program& graphs_;
  std::size_t limit_;
  std::set<State> seen_;
  std::vector<State> open_;
  ReachedErrors result_;
};

/// All executions of a program as it is.
inline ReachedErrors all_errors(const frontend::Program& program, std::size_t limit) {
  ReachedErrors result;
  std::set<std::pair<frontend::LocationId, std::string>> seen;
  std::vector<std::pair<frontend::LocationId, frontend::ConcreteState>> open;
  const auto visit = [&](frontend::LocationId location, const frontend::ConcreteState& state) {
    const frontend::Location& reached = program.location(location);
    if (reached.kind == frontend::LocationKind::Error) result.notes.insert(reached.note);
    if (reached.kind == frontend::LocationKind::Unsupported) result.notes.insert("unsupported: " + reached.note);
    std::string key;
    for (const logic::Value& value : state) key += logic::to_string(value) + ' ';
    if (seen.emplace(location, std::move(key)).second) open.emplace_back(location, state);
  };
  visit(program.initial, frontend::initial_state(program));
  while (!open.empty()) {
    if (seen.size() > limit) {
      result.complete = false;
      break;
    }
    const auto [location, state] = open.back();
    open.pop_back();
    for (const frontend::EdgeId edge : program.outgoing(location)) {
      logic::Integer value = 0;
      logic::Integer last = 0;
      if (std::holds_alternative<frontend::Havoc>(program.edge(edge).statement))
        last = program.variables[*frontend::assigned_variable(program.edge(edge).statement)].type.max();
      for (; value <= last; ++value) {
        frontend::ConcreteState next = state;
        std::vector<frontend::UndefinedEvent> events;
        const auto oracle = [&](frontend::EdgeId, std::size_t) { return logic::Value{value}; };
        const auto end = frontend::execute_edge(program, edge, next, oracle, 0, events);
        result.undefined = result.undefined || !events.empty();
        if (end == frontend::StepResult::done && events.empty()) visit(program.target(edge), next);
      }
    }
  }
  result.states = seen.size();
  return result;
}

}  // namespace bireach::testing
