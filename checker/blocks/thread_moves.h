// SPDX-License-Identifier: Apache-2.0
/// What threads do in one step, as formulas: for the thread itself up to its next cut point, for others what they see.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "checker/blocks/symbolic_execution.h"
#include "checker/blocks/thread_flow.h"

namespace bireach::checker {

/// The terms that predicates about threads speak of. Beside the program's variables there are ghosts: they say nothing
/// about the program but what has happened.
struct ThreadGhosts {
  ThreadGhosts(const frontend::Semantics& semantics, const frontend::Program& graphs, const ThreadFlow& flow);

  std::vector<logic::Term> started;  ///< by thread: has one been started? The first has always been
  std::vector<logic::Term> ended;    ///< by thread: has it ended? Null where nobody asks
  /// By lock word, each thread's own: is it the one that wrote the word last?
  std::map<frontend::VariableId, logic::Term> wrote;
};

/// A way through one step. Values are over the program's variables and ghosts before it.
struct ThreadMove {
  std::uint32_t thread = 0;
  frontend::LocationId source = 0;
  frontend::LocationId target = 0;
  logic::Term guard;
  std::vector<logic::Term> values;  ///< by variable
  std::vector<logic::Term>
      is_written;  ///< by lock word (ThreadFlow::lock_words): was it written, perhaps with its old value?
  std::optional<std::uint32_t> starts;
  std::optional<std::uint32_t> joins;
  bool ends = false;  ///< the thread has ended, and others can know it
};

class ThreadMoves {
 public:
  ThreadMoves(const frontend::Semantics& semantics, const frontend::Program& graphs, const ThreadFlow& flow);

  /// To the next cut points, and to Error and Unsupported locations.
  [[nodiscard]] std::vector<ThreadMove> own(frontend::LocationId cut);
  /// Without the invisible edges at the end, which may never be passed.
  [[nodiscard]] std::vector<ThreadMove> seen(frontend::LocationId cut);
  /// Some step starts two threads.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  struct State {
    SymbolicState symbolic;
    std::vector<logic::Term> is_written;
    std::optional<std::uint32_t> starts;
    std::optional<std::uint32_t> joins;
    bool ends = false;
  };
  /// What the thread has done that makes states different, and where it is.
  using Key =
      std::tuple<std::uint32_t, frontend::LocationId, std::optional<std::uint32_t>, std::optional<std::uint32_t>>;
  using States = std::map<Key, State>;
  enum class Part { visible, invisible };

  [[nodiscard]] States act(frontend::LocationId cut);
  [[nodiscard]] States run_on(States states);
  void leave(frontend::LocationId location, const State& state, Part part, States& result);
  [[nodiscard]] bool is_of_interest(frontend::EdgeId edge, Part part) const;
  [[nodiscard]] std::optional<State> pass(const State& state, frontend::EdgeId edge,
                                          const std::vector<logic::Term>& instances);
  [[nodiscard]] bool note(State& state, frontend::EdgeId edge);
  void arrive(States& states, frontend::LocationId location, State state);
  [[nodiscard]] State merge(State a, const State& b) const;
  [[nodiscard]] ThreadMove move(frontend::LocationId source, frontend::LocationId target, State state) const;

  const frontend::Semantics& semantics_;
  const frontend::Program& graphs_;
  const ThreadFlow& flow_;
  logic::TermManager& terms_;
  EdgeSemantics edges_;
  bool failed_ = false;
};

}  // namespace bireach::checker
