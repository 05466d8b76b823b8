// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/initialisation.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "frontend/checks/partial_writes.h"
#include "frontend/checks/unwritten_search.h"
#include "frontend/program/check_notes.h"
#include "frontend/program/dependence.h"
#include "frontend/program/interval.h"

namespace bireach::frontend {
namespace {

using Answer = Initialisation::Answer;

constexpr ScalarType element_index = signed_integer(64);
constexpr ScalarType number_of_bits = unsigned_integer(16);
constexpr std::string_view copies_count =
    "what is copied from one element of an array, or one byte of memory, to another was stored before";

ExprPtr truth(const Program& program, VariableId variable) {
  return make_variable(variable, program.variables[variable].type);
}

VariableId add_note(Program& program, std::string name, ScalarType type, std::optional<VariableId> noted = {}) {
  Variable variable;
  variable.name = std::move(name);
  variable.type = type;
  variable.c_type = note_type;
  variable.noted = noted;
  program.variables.push_back(std::move(variable));
  return static_cast<VariableId>(program.variables.size() - 1);
}

}  // namespace

Initialisation::Initialisation(Program& program, bool of_memory) : program_(program), of_memory_(of_memory) {
  UnwrittenSearch search(program, of_memory);
  std::map<VariableId, Uses>& uses = search.run();
  std::vector<VariableId> needed;
  bool loses_some = false;
  for (auto& [variable, of_one] : uses) {
    if (of_one.unwritten.empty() && of_one.received.empty()) continue;
    bool is_needed = false;
    for (const EdgeId read : of_one.reads) {
      if (!of_one.doubtful.contains(read)) continue;
      const bool is_plain = !program.variables[variable].array && of_one.received.empty();
      const Answer answer = of_one.is_open                                       ? Answer::open
                            : is_plain && !search.may_be_written(variable, read) ? Answer::unwritten
                                                                                 : Answer::noted;
      is_needed = is_needed || answer == Answer::noted;
      reads_[{read, variable}] = answer;
    }
    for (const EdgeId edge : of_one.lost) loses_some = loses_some || of_one.doubtful.contains(edge);
    for (const EdgeId part : of_one.parts) {
      if (of_one.is_open || !of_one.doubtful.contains(part) || !search.stores_number(part)) continue;
      reads_[{part, variable}] = Answer::noted;
      parts_.insert(part);
      is_needed = true;
    }
    if (is_needed) needed.push_back(variable);
  }
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (makes_foreign_object(program, program.edge(edge).statement)) changes_.insert(edge);
  const ScalarType pointer = program.memory.top ? program.variables[*program.memory.top].type : unsigned_integer(64);
  while (!needed.empty()) {
    const VariableId variable = needed.back();
    needed.pop_back();
    if (notes_.contains(variable)) continue;
    const bool is_cells = program.memory.cells.contains(variable);
    if (is_cells && !chosen_cell_) chosen_cell_ = add_note(program, std::string(chosen_cell_name), pointer);
    if (!is_cells && program.variables[variable].array && !chosen_element_)
      chosen_element_ = add_note(program, std::string(chosen_element_name), element_index);
    const Uses& of_one = uses[variable];
    const std::string& name = program.variables[variable].name;
    notes_[variable] = of_one.is_partly_written
                           ? add_note(program, "(written bits of " + name + ")", number_of_bits, variable)
                           : add_note(program, "(" + name + " is written)", bool_type, variable);
    for (const auto* edges : {&of_one.unwritten, &of_one.writes, &of_one.restores})
      for (const EdgeId edge : *edges)
        if (of_one.doubtful.contains(edge)) changes_.insert(edge);
    changes_.insert(of_one.unwritten.begin(), of_one.unwritten.end());
    if (!by_others_ && std::any_of(of_one.writes.begin(), of_one.writes.end(),
                                   [&](EdgeId edge) { return leaves_open(program, program.edge(edge).statement); }))
      by_others_ = add_note(program, "(written by others)", bool_type);
    if (!program.variables[variable].array) {
      changes_.insert(of_one.restores.begin(), of_one.restores.end());
      for (const EdgeId save : of_one.saves) {
        const VariableId stack = *assigned_variable(program.edge(save).statement);
        if (!saved_notes_.contains(stack))
          saved_notes_[stack] = add_saved_note(program, notes_[variable], variable, stack);
        changes_.insert(save);
      }
    }
    for (const EdgeId copy : of_one.received) {
      changes_.insert(copy);
      needed.push_back(copied_read(program, program.edge(copy).statement)->variable);
    }
    // One element stands for all, so it is not followed to another one, nor is what a variable of the lowering's own
    // holds between the two.
    const auto loses = [&](EdgeId copy) {
      const Statement& statement = program.edge(copy).statement;
      const Expr& read = *copied_read(program, statement);
      const bool is_on_its_way = program.variables[read.variable].user_name.empty();
      return of_one.doubtful.contains(copy) && (is_on_its_way || is_of_memory(program, read)) &&
             assigned_target(statement)->index;
    };
    loses_some = loses_some || std::any_of(of_one.copies.begin(), of_one.copies.end(), loses);
  }
  if (loses_some) program.assumptions.emplace_back(copies_count);
}

/// An array like that of the saved values, which calls keep as they keep the variable.
VariableId Initialisation::add_saved_note(Program& program, VariableId note, VariableId saved, VariableId stack) {
  const VariableId result = add_note(program, program.variables[stack].name + " note", program.variables[note].type);
  program.variables[result].array = program.variables[stack].array;
  program.stack.push_back(result);  // the newest variable has the largest number
  for (auto& procedure : program.procedures) {
    for (auto& call : procedure.calls) {
      if (!std::binary_search(call.kept.begin(), call.kept.end(), saved)) continue;
      const auto place = std::lower_bound(call.kept.begin(), call.kept.end(), note);
      if (place == call.kept.end() || *place != note) call.kept.insert(place, note);
    }
  }
  return result;
}

/// What is noted where a recursive call saves or restores a scalar that has a note; nothing: it does not.
std::optional<Statement> Initialisation::saved_or_restored(const Statement& statement) const {
  const Assign* assign = as_assign(statement);
  if (assign == nullptr) return std::nullopt;
  const LValue& target = assign->target;
  if (const auto saved = saved_notes_.find(target.variable); saved != saved_notes_.end())
    return Assign{LValue{saved->second, target.index}, truth(program_, notes_.at(assign->value->variable))};
  const Expr* copied = copied_read(program_, statement);
  const auto saved = copied != nullptr ? saved_notes_.find(copied->variable) : saved_notes_.end();
  if (saved == saved_notes_.end()) return std::nullopt;
  const VariableId note = notes_.at(target.variable);
  return Assign{LValue{note, nullptr}, make_element(saved->second, copied->operands[0], program_.variables[note].type)};
}

VariableId Initialisation::prophecy_for(VariableId array) const {
  return program_.memory.cells.contains(array) ? *chosen_cell_ : *chosen_element_;
}

ExprPtr Initialisation::is_chosen(VariableId array, const ExprPtr& index) const {
  const VariableId chosen = prophecy_for(array);
  const ScalarType type = program_.variables[chosen].type;
  return make_binary(BinaryOp::Eq, make_cast(index, type), make_variable(chosen, type), int_type);
}

/// A condition for each run of elements that follow each other, in steps of the cells' size.
ExprPtr Initialisation::is_chosen_among(VariableId array, const logic::ElementMap& elements) const {
  const VariableId chosen = prophecy_for(array);
  const ScalarType type = program_.variables[chosen].type;
  const ExprPtr cell = make_variable(chosen, type);
  const auto cells = program_.memory.cells.find(array);
  const std::uint64_t step = cells == program_.memory.cells.end() ? 1 : cells->second.size;
  ExprPtr result = make_constant(0, int_type);
  std::optional<std::pair<logic::Integer, logic::Integer>> run;
  const auto add_run = [&] {
    const ExprPtr first = make_binary(BinaryOp::Ge, cell, make_constant(run->first, type), int_type);
    const ExprPtr last = make_binary(BinaryOp::Le, cell, make_constant(run->second, type), int_type);
    result =
        make_binary(BinaryOp::LogicalOr, result, make_binary(BinaryOp::LogicalAnd, first, last, int_type), int_type);
  };
  for (const auto& [index, element] : elements) {
    if (run && index == run->second + step) {
      run->second = index;
      continue;
    }
    if (run) add_run();
    run.emplace(index, index);
  }
  if (run) add_run();
  return result;
}

Initialisation::Question Initialisation::unwritten(EdgeId edge, const Expr& read) const {
  const auto found = reads_.find({edge, read.variable});
  const Expr* copied = copied_read(program_, program_.edge(edge).statement);
  const bool is_part = !read.source.is_known() && parts_.contains(edge);
  if (found == reads_.end() || (!read.source.is_known() && !is_part) || &read == copied) return {};
  if (found->second != Answer::noted) return {found->second, make_constant(1, int_type)};
  const unsigned bits = bits_read(program_.edge(edge).statement, read);
  ExprPtr none = make_not(make_cast(are_written(read.variable, bits), int_type));
  if (read.kind == Expr::Kind::Element)
    none = make_binary(BinaryOp::LogicalAnd, is_chosen(read.variable, read.operands[0]), none, int_type);
  return {is_part ? Answer::open : Answer::noted, none};
}

std::vector<Statement> Initialisation::at_start() const {
  std::vector<Statement> result;
  for (const auto& chosen : {chosen_cell_, chosen_element_})
    if (chosen) result.emplace_back(Havoc{LValue{*chosen, nullptr}, {}});
  for (const auto& [variable, note] : notes_) result.emplace_back(Assign{LValue{note, nullptr}, all_written(variable)});
  for (const auto& [stack, note] : saved_notes_)
    result.emplace_back(Assign{LValue{note, nullptr}, make_constant(0, program_.variables[note].type)});
  return result;
}

/// Which of the cells are written when the program starts: those of objects that the environment gives.
ExprPtr Initialisation::is_given(VariableId cells) const {
  const ScalarType type = program_.variables[*chosen_cell_].type;
  const ScalarType wide = signed_integer(type.width + 2);
  const Memory::Cells& layout = program_.memory.cells.at(cells);
  ExprPtr result = make_constant(0, bool_type);
  for (const std::size_t number : layout.objects) {
    const Memory::Object& object = program_.memory.objects[number];
    if (!object.is_static || !object.parts.empty() || object.size == 0) continue;
    const ExprPtr cell = make_cast(make_variable(*chosen_cell_, type), wide);
    const logic::Integer first = object.address - layout.shift;
    const ExprPtr is_inside =
        make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, cell, make_constant(first, wide), int_type),
                    make_binary(BinaryOp::Lt, cell, make_constant(first + object.size, wide), int_type), int_type);
    result = make_conditional(is_inside, make_constant(1, bool_type), result, bool_type);
  }
  return result;
}

/// All of the object was written by the function that returns it, up to the largest size that it may have: what is
/// noted does not depend on its size. `sizing`: where that is stored.
std::vector<Statement> Initialisation::notes_of_object(const Assign& sizing) const {
  const ScalarType wide = signed_integer(sizing.value->type.width + 2);
  const ExprPtr start = make_cast(sizing.target.index, wide);
  const ExprPtr end = make_binary(BinaryOp::Add, start, make_constant(value_range(*sizing.value).high, wide), wide);
  std::vector<Statement> result;
  for (const auto& [variable, note] : notes_) {
    const auto cells = program_.memory.cells.find(variable);
    if (cells == program_.memory.cells.end()) continue;
    const ExprPtr cell = make_binary(BinaryOp::Add, make_cast(truth(program_, *chosen_cell_), wide),
                                     make_constant(cells->second.shift, wide), wide);
    const ExprPtr is_inside = make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, cell, start, int_type),
                                          make_binary(BinaryOp::Lt, cell, end, int_type), int_type);
    result.emplace_back(Assign{
        LValue{note, nullptr},
        make_conditional(is_inside, all_written(variable), truth(program_, note), program_.variables[note].type)});
  }
  return result;
}

/// What the note of a variable says once all of it is written.
ExprPtr Initialisation::all_written(VariableId variable) const {
  const ScalarType type = program_.variables[notes_.at(variable)].type;
  return make_constant(type.is_boolean() ? 1U : program_.variables[variable].type.width, type);
}

/// As a truth value: were so many of the lowest bits?
ExprPtr Initialisation::are_written(VariableId variable, unsigned bits) const {
  ExprPtr note = truth(program_, notes_.at(variable));
  if (note->type.is_boolean()) return note;
  const ExprPtr needed = make_constant(bits, note->type);
  return make_cast(make_binary(BinaryOp::Ge, note, needed, int_type), bool_type);
}

/// The note of `target` after what is read is copied there.
ExprPtr Initialisation::note_of(EdgeId edge, const Expr& read, VariableId target) const {
  ExprPtr all = all_written(target);
  if (!notes_.contains(read.variable)) return all;
  const ExprPtr given = truth(program_, notes_.at(read.variable));
  const ExprPtr part = all->type.is_boolean() || given->type.is_boolean() ? make_constant(0, all->type) : given;
  const ExprPtr are_all = are_written(read.variable, bits_read(program_.edge(edge).statement, read));
  ExprPtr noted = all->type.is_boolean() ? are_all : make_conditional(are_all, all, part, all->type);
  if (read.kind != Expr::Kind::Element) return noted;
  return make_conditional(is_chosen(read.variable, read.operands[0]), noted, all, all->type);
}

/// A declaration leaves cells one by one that follow each other: one step notes all of them. Null: an earlier one did.
ExprPtr Initialisation::is_in_run(EdgeId edge) const {
  const auto place = [](const Edge& e) { return std::tie(e.source.file, e.source.line, e.source.column, e.call_path); };
  const LValue& target = *assigned_target(program_.edge(edge).statement);
  const auto goes_on = [&](EdgeId other) {
    const Edge& next = program_.edge(other);
    const LValue* cell = assigned_target(next.statement);
    return leaves_unwritten(program_, next, of_memory_) && cell->variable == target.variable && cell->index &&
           cell->index->kind == Expr::Kind::Constant && place(next) == place(program_.edge(edge));
  };
  if (target.index->kind != Expr::Kind::Constant) return is_chosen(target.variable, target.index);
  const auto& incoming = program_.incoming(program_.source(edge));
  if (incoming.size() == 1 && goes_on(incoming.front())) return nullptr;
  ExprPtr last = target.index;
  for (LocationId l = program_.target(edge);; l = program_.target(program_.outgoing(l).front())) {
    const bool is_path = program_.incoming(l).size() == 1 && program_.outgoing(l).size() == 1;
    if (!is_path || !goes_on(program_.outgoing(l).front())) break;
    const ExprPtr& next = assigned_target(program_.edge(program_.outgoing(l).front()).statement)->index;
    if (next->value <= last->value) return is_chosen(target.variable, target.index);  // not in this order
    last = next;
  }
  if (last == target.index) return is_chosen(target.variable, target.index);
  const VariableId chosen = prophecy_for(target.variable);
  const ScalarType type = program_.variables[chosen].type;
  const ExprPtr cell = make_variable(chosen, type);
  return make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, cell, make_cast(target.index, type), int_type),
                     make_binary(BinaryOp::Le, cell, make_cast(last, type), int_type), int_type);
}

std::vector<Statement> Initialisation::before(EdgeId edge) const {
  if (!changes_.contains(edge)) return {};
  const Statement& statement = program_.edge(edge).statement;
  if (auto note = saved_or_restored(statement)) return {std::move(*note)};
  if (makes_foreign_object(program_, statement)) return notes_of_object(*as_assign(statement));
  const LValue& target = *assigned_target(statement);
  const VariableId note = notes_.at(target.variable);
  const bool clears = leaves_unwritten(program_, program_.edge(edge), of_memory_);
  const Expr* copied = copied_read(program_, statement);
  const ScalarType type = program_.variables[note].type;
  ExprPtr value = all_written(target.variable);
  if (leaves_open(program_, statement)) {
    value = make_conditional(truth(program_, *by_others_), value, truth(program_, note), type);
    return {Havoc{LValue{*by_others_, nullptr}, {}, Havoc::Allocation::none, nullptr, as_havoc(statement)->doubt},
            Assign{LValue{note, nullptr}, std::move(value)}};
  }
  if (clears) {
    const bool is_cells = !target.index && program_.memory.cells.contains(target.variable);
    const ExprPtr none = make_constant(0, type);
    value = is_cells ? make_conditional(is_given(target.variable), value, none, type) : none;
  } else if (copied != nullptr) {
    value = note_of(edge, *copied, target.variable);
  } else if (const auto part = written_part(statement); part && !type.is_boolean()) {
    const ExprPtr before = truth(program_, note);
    const ExprPtr written = make_constant(*part, type);
    value = make_conditional(make_binary(BinaryOp::Lt, before, written, int_type), written, before, type);
  }
  if (keeps_other_elements(statement)) {
    value = make_conditional(is_chosen_among(target.variable, *havoc_instead(statement).elements), value,
                             truth(program_, note), type);
  } else if (target.index) {
    const ExprPtr concerned = clears ? is_in_run(edge) : is_chosen(target.variable, target.index);
    if (!concerned) return {};
    value = make_conditional(concerned, value, truth(program_, note), type);
  }
  return {Assign{LValue{note, nullptr}, std::move(value)}};
}

}  // namespace bireach::frontend
