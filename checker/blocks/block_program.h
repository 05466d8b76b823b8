// SPDX-License-Identifier: Apache-2.0
/// Block encoding: the program over loop-free blocks as letters (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani,
/// "Software model checking via large-block encoding", FMCAD 2009), with the way back to single statements.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "automata/nfa.h"
#include "checker/blocks/symbolic_execution.h"
#include "frontend/program/interpreter.h"
#include "logic/terms/model.h"

namespace bireach::checker {

/// All ways from one cut point to the next, as one letter.
struct Block {
  frontend::LocationId source;
  frontend::LocationId target;
  /// The auxiliary that stands for the value chosen by each havoc edge of the block.
  std::map<frontend::EdgeId, logic::Term> havocs;
  frontend::Trace path;  ///< its edges, if it is a single path by construction (BlockEncoding::chains)
};

/// Conjuncts over the program's variables, by cut point.
using CutPointConditions = std::map<frontend::LocationId, std::vector<logic::Term>>;

/// The locations at which words of a program end.
enum class WordEnds { errors, errors_and_unsupported };

class BlockProgram {
 public:
  BlockProgram(logic::TermManager& terms, EdgeSemantics& edges, const ControlFlow& flow);

  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  /// transitions()[letter] is the meaning of blocks()[letter].
  [[nodiscard]] const std::vector<logic::TransitionFormula>& transitions() const { return transitions_; }
  /// Words = sequences of blocks from the initial location.
  [[nodiscard]] automata::Nfa automaton(WordEnds ends) const;
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  /// From now on only executions are meant in which these conditions hold where a block begins: guards say so.
  void assume(logic::TermManager& terms, const CutPointConditions& conditions);
  /// The letters of a trace from the initial location to a cut point; nothing if it is no such trace.
  /// Precondition: BlockEncoding::chains, whose letters are numbered by the graph alone (in both arithmetics alike).
  [[nodiscard]] std::optional<automata::Word> word_of(const frontend::Trace& trace) const;

 private:
  void encode_blocks_from(frontend::LocationId source, logic::TermManager& terms, EdgeSemantics& edges,
                          const ControlFlow& flow);
  void encode_path(frontend::EdgeId first, logic::TermManager& terms, EdgeSemantics& edges, const ControlFlow& flow);
  void add(Block block, const SymbolicState& state, const std::vector<logic::Term>& auxiliaries, EdgeSemantics& edges,
           const ControlFlow& flow);

  const frontend::Program& program_;
  std::vector<Block> blocks_;
  std::vector<logic::TransitionFormula> transitions_;
  std::map<frontend::EdgeId, automata::Letter> letter_of_first_;  ///< of chains
};

/// What holds before the first edge: variables are zero (see frontend::initial_state). Only those that are read before
/// they are written are named; in a program from C there are none.
[[nodiscard]] logic::Term initial_condition(const frontend::Semantics& semantics, const frontend::Program& program,
                                            const ControlFlow& flow);

/// Names one havoc along an execution: the number of blocks completed before it (or another number that no other block
/// of the execution has), the cut point where its block starts, and its edge.
struct HavocInstance {
  std::size_t block;
  frontend::LocationId source;
  frontend::EdgeId edge;
  auto operator<=>(const HavocInstance&) const = default;
};
/// C values chosen by havocs.
using HavocValues = std::map<HavocInstance, logic::Value>;

/// The terms that stand for what havocs choose, for those who follow a program: one for each instance. States and paths
/// that have an instance in common exclude each other, so they may share it.
class HavocTerms {
 public:
  /// For the auxiliaries of a meaning of the instance's edge: fresh variables, but for what a havoc chooses.
  [[nodiscard]] std::vector<logic::Term> instances(logic::TermManager& terms, const frontend::Program& program,
                                                   const HavocInstance& at,
                                                   const std::vector<logic::Term>& auxiliaries);
  /// Those that the model has a value for.
  [[nodiscard]] HavocValues values(const frontend::Semantics& semantics, const frontend::Program& program,
                                   const logic::Model& model) const;

 private:
  std::map<HavocInstance, logic::Term> terms_;
};

/// Told of each block of an execution when it ends: what HavocInstance::block is of the next one.
using BlockNumbers = std::function<std::size_t(frontend::LocationId from, frontend::LocationId to)>;

/// Runs the program bit-precisely with these values, over at most `max_blocks` blocks; havocs that are not listed get
/// zero. The end is StepLimit if that was not enough. Without `number_of`, blocks are counted.
[[nodiscard]] frontend::RunResult replay(const frontend::Program& program, const ControlFlow& flow,
                                         const HavocValues& values, std::size_t max_blocks, std::stop_token stop,
                                         const BlockNumbers& number_of = {});

}  // namespace bireach::checker
