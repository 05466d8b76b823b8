// SPDX-License-Identifier: Apache-2.0
/// Which reads may come before anything was stored, and when they do.
///
/// Where the graph shows that a variable was written, nothing is asked. Else a note of its own says whether it was. Of
/// arrays and memory one element, chosen before the program starts, stands for all (a prophecy variable; Monniaux,
/// Gonnord, SAS 2016), so that each array, and each kind of cells, has one note.
///
/// Copies of whole objects, and of single bytes in memory, are no reads of their values: they copy the note as well.
/// From one element to another they count as stored, which is an assumption of the program; a number that is put
/// together from several bytes, to be stored as one, is copied where all of them were written, or its copy is open.
/// Recursive calls save the note of a scalar with it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

class Initialisation {
 public:
  /// Adds the notes to the variables of the program, which has to outlive this. One search of the graph from each
  /// declaration without a value, up to where the variable is written. `of_memory`: are there only objects in memory
  /// that the program makes? Else nothing is said of what lies there.
  Initialisation(Program& program, bool of_memory);

  enum class Answer : std::uint8_t {
    written,
    unwritten,  ///< whenever it is read there
    noted,      ///< `condition`
    open        ///< then what is copied (`condition`), or saved by a recursive call, would have to be followed
  };
  struct Question {
    Answer answer = Answer::written;
    ExprPtr condition;  ///< when it was not written
  };
  /// Of an expression that the edge's statement evaluates and that reads a variable, or an element of one.
  [[nodiscard]] Question unwritten(EdgeId edge, const Expr& read) const;
  /// What is noted before the program's first statement.
  [[nodiscard]] std::vector<Statement> at_start() const;
  /// What is noted of this edge's statement, before it.
  [[nodiscard]] std::vector<Statement> before(EdgeId edge) const;

 private:
  [[nodiscard]] static VariableId add_saved_note(Program& program, VariableId note, VariableId saved, VariableId stack);
  [[nodiscard]] std::optional<Statement> saved_or_restored(const Statement& statement) const;
  [[nodiscard]] VariableId prophecy_for(VariableId array) const;
  [[nodiscard]] ExprPtr is_chosen(VariableId array, const ExprPtr& index) const;
  [[nodiscard]] ExprPtr is_chosen_among(VariableId array, const logic::ElementMap& elements) const;
  [[nodiscard]] ExprPtr is_given(VariableId cells) const;
  [[nodiscard]] std::vector<Statement> notes_of_object(const Assign& sizing) const;
  [[nodiscard]] ExprPtr all_written(VariableId variable) const;
  [[nodiscard]] ExprPtr are_written(VariableId variable, unsigned bits) const;
  [[nodiscard]] ExprPtr note_of(EdgeId edge, const Expr& read, VariableId target) const;
  [[nodiscard]] ExprPtr is_in_run(EdgeId edge) const;

  const Program& program_;
  bool of_memory_;
  std::map<std::pair<EdgeId, VariableId>, Answer> reads_;  ///< where something may be unwritten
  std::set<EdgeId> parts_;                                 ///< copying edges at which all has to be written
  std::set<EdgeId> changes_;                               ///< assigning edges before or behind which it may be
  /// By variable: was it, or its chosen element, written? Where some write changes only a part: how many of its bits.
  std::map<VariableId, VariableId> notes_;
  /// By array of the values of a variable that recursive calls save: an array of its notes, saved and restored with it.
  std::map<VariableId, VariableId> saved_notes_;
  std::optional<VariableId> chosen_cell_;     ///< an index of Memory::cells
  std::optional<VariableId> by_others_;       ///< has a function without a body written the chosen cell?
  std::optional<VariableId> chosen_element_;  ///< of other arrays
};

}  // namespace bireach::frontend
