// SPDX-License-Identifier: Apache-2.0
#include "checker/report/memory_words.h"

#include <fmt/format.h>

#include <optional>

#include "checker/report/memory_objects.h"
#include "checker/report/report_place.h"
#include "checker/report/text/text_layout.h"
#include "frontend/checks/failed_check.h"
#include "frontend/program/array_limits.h"
#include "frontend/program/lowering_names.h"
#include "frontend/program/pointer_origin.h"
#include "frontend/program/unwritten_read.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

using frontend::BinaryOp;
using frontend::Check;
using frontend::Execution;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::Program;
using frontend::VariableId;
using frontend::Violation;
using logic::Integer;

/// Of promoted types only.
std::string with_article(const frontend::ScalarType& type) {
  return type.width == 32 ? "no int" : fmt::format("no signed number of {} bits", type.width);
}

std::string type_name(const frontend::ScalarType& type) {
  if (type.width != 32) return "the shifted value";
  return type.is_signed() ? "int" : "unsigned int";
}

/// An index below 0, which a conversion to an unsigned type made a large one, as it was.
Integer before_conversion(const Integer& index, const frontend::ScalarType& type) {
  const unsigned width = type.width;
  return index >= logic::power_of_two(width - 1) && index < logic::power_of_two(width)
             ? Integer(index - logic::power_of_two(width))
             : index;
}

std::string floor_quotient(const Integer& value, const Integer& divisor) {
  return logic::euclidean_div(value, divisor).str();
}

class Words {
 public:
  Words(const Program& program, const Execution& execution)
      : program_(program), execution_(execution), objects_(program, execution) {}

  std::string make() {
    const frontend::Location& error = program_.location(program_.target(execution_.trace.back()));
    if (error.violation == Violation::valid_memtrack || error.violation == Violation::valid_memcleanup)
      return left_over(*error.violation);
    if (error.violation == Violation::uninitialised_read) return unwritten(error.note);
    const auto check = frontend::failed_check(program_, execution_.trace, execution_.states.back());
    if (!check) return leaving(error.note);
    if (check->text.empty() || !check->operation) return {};
    text_ = "`" + frontend::visible_text(check->text) + "`";
    switch (check->violation) {
      case Violation::valid_deref:
        return access(*check);
      case Violation::valid_free:
        return freeing(*check);
      case Violation::no_overflow:
        return overflow(*check->operation);
      case Violation::division_by_zero:
        return text_ + (check->operation->binary == BinaryOp::Rem ? " takes the remainder of a division by zero"
                                                                  : " divides by zero");
      case Violation::shift_out_of_range:
        return fmt::format("{} shifts by {} bits, {} has {}", text_, value(*check->operation->operands[1]).str(),
                           type_name(check->operation->type), check->operation->type.width);
      default:
        return {};
    }
  }

 private:
  [[nodiscard]] Integer value(const Expr& expr) const {
    std::vector<frontend::UndefinedEvent> ignored;
    return frontend::evaluate(program_, expr, execution_.states.back(), execution_.trace.back(), ignored);
  }

  [[nodiscard]] std::string line(const frontend::SourceRange& place) const {
    if (program_.files.size() + program_.headers.size() > 1) return short_place(program_, place);
    return fmt::format("line {}", place.line);
  }

  /// "memory from malloc at line 7", "`x`".
  [[nodiscard]] std::string memory(const MemoryObject& object) const {
    if (!object.name.empty()) return "`" + object.name + "`";
    if (!object.allocated.is_known()) return "memory that was allocated";
    return fmt::format("memory from {} at {}", allocator(object), line(object.allocated));
  }

  /// "the 16 bytes from malloc at line 7", "`x`, which has 4 bytes".
  [[nodiscard]] std::string bytes(const MemoryObject& object) const {
    const std::string size = object.size == 1 ? "1 byte" : object.size.str() + " bytes";
    if (!object.name.empty()) return fmt::format("`{}`, which has {}", object.name, size);
    if (!object.allocated.is_known()) return "the " + size + " that were allocated";
    return fmt::format("the {} from {} at {}", size, allocator(object), line(object.allocated));
  }

  [[nodiscard]] static std::string allocator(const MemoryObject& object) {
    return object.allocator.empty() ? "the allocation" : object.allocator;
  }

  /// How the object's end is told; it is gone.
  [[nodiscard]] std::string ended(const MemoryObject& object) const {
    if (!object.name.empty()) return fmt::format("`{}` after its life ended", object.name);
    if (!object.gone.is_known()) return memory(object) + " after its life ended";
    return fmt::format("{} that was freed at {}", memory(object), line(object.gone));
  }

  /// "`p`", if the user has a name for it.
  [[nodiscard]] std::string pointer_name(const Expr& pointer) const {
    if (pointer.kind != Expr::Kind::Variable) return {};
    const std::string& name = program_.variables[read_from(pointer.variable)].user_name;
    return name.empty() ? "" : "`" + name + "`";
  }

  /// Where a temporary's value was read last, as threads read what others use; of others the variable itself.
  [[nodiscard]] VariableId read_from(VariableId variable) const {
    if (!program_.variables[variable].user_name.empty()) return variable;
    const Expr* stored = last_stored(variable);
    return stored != nullptr && stored->kind == Expr::Kind::Variable ? stored->variable : variable;
  }

  /// What the execution assigned to the variable last; null: nothing.
  [[nodiscard]] const Expr* last_stored(VariableId variable) const {
    for (auto edge = execution_.trace.rbegin(); edge != execution_.trace.rend(); ++edge) {
      const frontend::Assign* assign = frontend::as_assign(program_.edge(*edge).statement);
      if (assign != nullptr && assign->target.variable == variable && !assign->target.index) return assign->value.get();
    }
    return nullptr;
  }

  /// Of "0 <= i && i < n ? position : none", which says where an element of an array within an object lies
  /// (MemoryRegions::element_within), the comparisons; null: it is no such expression.
  [[nodiscard]] static const Expr* bounds_in(const Expr& position) {
    if (position.kind != Expr::Kind::Conditional || position.operands[2]->kind != Expr::Kind::Constant) return nullptr;
    const Expr& within = *position.operands[0];
    const bool is_guard = within.kind == Expr::Kind::Binary && within.binary == BinaryOp::LogicalAnd &&
                          within.operands[1]->kind == Expr::Kind::Binary && within.operands[1]->binary == BinaryOp::Lt;
    return is_guard ? &within : nullptr;
  }

  [[nodiscard]] bool is_temporary(VariableId variable) const {
    const frontend::Variable& entry = program_.variables[variable];
    return entry.user_name.empty() || frontend::is_of_lowering(entry);
  }

  /// Those that fail, without which a position in an array of arrays is negative, or an address null; null: none does.
  /// What a temporary holds counts, too, through so many of them.
  [[nodiscard]] const Expr* violated_bounds(const Expr& position, int temporaries = 4) const {
    const Expr* within = bounds_in(position);
    if (within != nullptr && position.operands[2]->value <= 0 && value(*within) == 0) return within;
    const bool is_kept = temporaries > 0 && position.kind == Expr::Kind::Variable && is_temporary(position.variable);
    const Expr* kept = is_kept ? last_stored(position.variable) : nullptr;
    if (kept != nullptr) return violated_bounds(*kept, temporaries - 1);
    for (const ExprPtr& operand : position.operands)
      if (const Expr* found = violated_bounds(*operand, temporaries)) return found;
    return nullptr;
  }

  [[nodiscard]] std::string beyond(const Expr& within, const std::string& verb) const {
    const Expr& comparison = *within.operands[1];
    // A difference of addresses (Lowering::within_named_array).
    if (comparison.operands[0]->kind == Expr::Kind::Binary && comparison.operands[0]->binary == BinaryOp::Sub)
      return fmt::format("{} {} byte {} of an array of {} bytes", text_, verb, value(*comparison.operands[0]).str(),
                         value(*comparison.operands[1]).str());
    return fmt::format("{} {} element {} of an array of {}", text_, verb,
                       before_conversion(value(*comparison.operands[0]), comparison.operands[0]->type).str(),
                       value(*comparison.operands[1]).str());
  }

  /// Of what a function of the library does outside of an array (Lowering::stay_in_named_array, check_inside), also
  /// where it would be.
  [[nodiscard]] std::string leaving(const std::string& note) const {
    if (note.find(" outside of ") == std::string::npos) return {};
    for (std::size_t position = execution_.trace.size(); position-- > 0;) {
      const frontend::Edge& edge = program_.edge(execution_.trace[position]);
      const frontend::Assume* assume = frontend::as_assume(edge.statement);
      if (assume == nullptr) return {};
      if (assume->condition->kind == Expr::Kind::Constant) continue;  // from there to the error
      const std::string place = place_beyond(*assume->condition);
      return place.empty() ? "" : note + ": " + place;
    }
    return {};
  }

  /// "element 16" by what `!(i >= 0 && i < 16)` says of i, "bytes 8 to 39" by `!(n == 0 || (a >= 0 && a + n <= 16))`.
  [[nodiscard]] std::string place_beyond(const Expr& outside) const {
    const auto is_binary = [](const Expr& expr, BinaryOp op) {
      return expr.kind == Expr::Kind::Binary && expr.binary == op;
    };
    if (outside.kind != Expr::Kind::Unary || outside.unary != frontend::UnaryOp::LogicalNot) return {};
    const Expr* inside = outside.operands[0].get();
    if (is_binary(*inside, BinaryOp::LogicalOr)) inside = inside->operands[1].get();
    if (!is_binary(*inside, BinaryOp::LogicalAnd) || !is_binary(*inside->operands[0], BinaryOp::Ge)) return {};
    const Integer first = value(*inside->operands[0]->operands[0]);
    const Expr& last = *inside->operands[1];
    if (is_binary(last, BinaryOp::Lt)) return "element " + first.str();
    if (!is_binary(last, BinaryOp::Le)) return {};
    return fmt::format("bytes {} to {}", first.str(), Integer(value(*last.operands[0]) - 1).str());
  }

  /// "uninitialised read: p->n (heap#1.n, allocated by malloc at line 7)": which element it is.
  [[nodiscard]] std::string unwritten(const std::string& note) const {
    const auto read = frontend::unwritten_read(program_, execution_);
    if (!read || !read->index) return {};
    const auto cells = program_.memory.cells.find(read->variable);
    if (cells == program_.memory.cells.end()) {
      const frontend::Variable& array = program_.variables[read->variable];
      if (array.user_name.empty()) return {};
      return place_of_read(note, frontend::element_text(array, array.user_name, *read->index), "");
    }
    frontend::MemoryNames names(program_);
    note_allocations(program_, execution_, names);
    const auto object = objects_.at(*read->index + cells->second.shift);
    const bool is_allocated = object && object->name.empty() && object->allocated.is_known();
    return place_of_read(
        note, names.place(read->variable, *read->index),
        is_allocated ? fmt::format(" from {} at {}", allocator(*object), line(object->allocated)) : "");
  }
  [[nodiscard]] static std::string place_of_read(const std::string& note, const std::string& place,
                                                 const std::string& origin) {
    if (place.empty() || (origin.empty() && note.ends_with(" " + place))) return {};
    return fmt::format("{} ({}{})", note, place, origin);
  }

  std::string access(const Check& check) {
    const Expr& element = *check.operation;
    if (element.kind == Expr::Kind::Variable)
      return fmt::format("{} writes to the constant {}", text_, pointer_name(element));
    const ExprPtr& index = element.operands[0];
    const std::string verb = check.writes ? "writes" : "reads";
    const auto cells = program_.memory.cells.find(element.variable);
    if (cells == program_.memory.cells.end()) return element_of_variable(element, verb);
    if (const Expr* within = violated_bounds(*index)) return beyond(*within, verb);
    const Integer& shift = cells->second.shift;
    const Integer address = value(*index) + shift;
    const ExprPtr origin = frontend::pointer_origin(program_, index, shift);
    const bool is_pointer = origin && origin->kind != Expr::Kind::Constant;
    const Integer start = !origin ? address : is_pointer ? value(*origin) : value(*origin) + shift;
    if (start == 0) {
      // So is an element that an array within an object cannot have, where its number is constant.
      if (index->kind == Expr::Kind::Constant && text_.find('[') != std::string::npos)
        return fmt::format("{} {} outside of the array", text_, verb);
      const std::string name = origin ? pointer_name(*origin) : "";
      return name.empty() ? fmt::format("{} {} through a null pointer", text_, verb)
                          : fmt::format("{} {} through {}, which is null", text_, verb, name);
    }
    std::optional<MemoryObject> object = objects_.at(start);
    if (!object && start != address) object = objects_.at(address);
    if (!object) return fmt::format("{} {} where no object is", text_, verb);
    if (object->is_gone) return fmt::format("{} {} {}", text_, verb, ended(*object));
    const Integer offset = address - object->address;
    const bool is_inside = offset >= 0 && offset + cells->second.size <= object->size;
    if (is_inside && start - object->address <= object->size) {  // it must not be written to
      if (!check.writes) return "";
      return object->name.ends_with('"') ? fmt::format("{} writes to the literal {}", text_, object->name)
                                         : fmt::format("{} writes to the constant `{}`", text_, object->name);
    }
    const std::uint64_t pointee = is_pointer ? program_.variables[origin->variable].pointee : 0;
    return fmt::format("{} {} {}", text_, verb, part(*object, offset, cells->second.size, pointee));
  }

  [[nodiscard]] std::string element_of_variable(const Expr& element, const std::string& verb) const {
    const frontend::Variable& array = program_.variables[element.variable];
    if (const Expr* within = violated_bounds(*element.operands[0])) return beyond(*within, verb);
    const Integer at = before_conversion(value(*element.operands[0]), element.operands[0]->type);
    if (at < 0 && array.array->size >= frontend::max_elements)
      return fmt::format("{} {} outside of `{}`", text_, verb, array.user_name);
    if (array.is_read_only && at >= 0 && at < array.array->size)
      return fmt::format("{} {} to the constant `{}`", text_, verb, array.user_name);
    if (!array.indices.empty() && at >= 0) {
      std::string counts;
      for (const auto& index : array.indices)
        counts += (counts.empty() ? "" : " × ") + (index.count == 0 ? "any number" : std::to_string(index.count));
      return fmt::format("{} {} {}, outside of an array of {}", text_, verb,
                         frontend::element_text(array, array.user_name, at), counts);
    }
    return fmt::format("{} {} element {} of `{}`, an array of {}", text_, verb, at.str(),
                       array.user_name.empty() ? array.name : array.user_name, array.array->size.str());
  }

  /// Which part of the object is meant. `size` is that of the access, `pointee` that of what the pointer leads to.
  [[nodiscard]] std::string part(const MemoryObject& object, const Integer& offset, std::uint64_t size,
                                 std::uint64_t pointee) const {
    const std::uint64_t element = object.element != 0 ? object.element : pointee >= size ? pointee : size;
    const bool is_array = object.size % element == 0 && (object.name.empty() || object.size > element);
    if (is_array && (offset % element + element) % element + size <= element) {
      const std::string count = floor_quotient(object.size, element);
      const std::string number = floor_quotient(offset, element);
      if (!object.name.empty()) return fmt::format("element {} of `{}`, an array of {}", number, object.name, count);
      const std::string from = object.allocated.is_known() ? ", allocated at " + line(object.allocated) : "";
      return fmt::format("element {} of an array of {}{}", number, count, from);
    }
    const std::string place = size == 1 ? "byte " + offset.str()
                                        : fmt::format("bytes {} to {}", offset.str(), Integer(offset + size - 1).str());
    return place + " of " + bytes(object);
  }

  std::string freeing(const Check& check) {
    const Integer address = value(*check.operation);
    const std::string name = pointer_name(*check.operation);
    const std::string subject = name.empty() ? "its argument" : name;
    if (const auto* other = program_.memory.other_at(address)) {
      const std::string place = frontend::MemoryNames(program_).pointer(address);
      return fmt::format("{}: {} leads to `{}`, which was not allocated", text_, subject,
                         address == other->address ? other->name : place.substr(place.starts_with('&') ? 1 : 0));
    }
    const auto object = objects_.at(address);
    if (!object || (address == object->address + object->size && object->size > 0))
      return fmt::format("{}: {} leads to no object", text_, subject);
    if (!object->name.empty())
      return fmt::format("{}: {} leads to `{}`, which was not allocated", text_, subject, object->name);
    if (object->is_gone && object->gone.is_known())
      return fmt::format("{}: {} was freed at {} already", text_, memory(*object), line(object->gone));
    if (address == object->address) return fmt::format("{}: {} is not to be freed", text_, memory(*object));
    return fmt::format("{}: {} leads to byte {} of {}, not to their start", text_, subject,
                       Integer(address - object->address).str(), bytes(*object));
  }

  [[nodiscard]] std::string overflow(const Expr& expr) const {
    const std::string type = with_article(expr.type);
    const auto shown = [this](const Expr& operand) {
      const Integer v = value(operand);
      return v < 0 ? "(" + v.str() + ")" : v.str();
    };
    if (expr.kind == Expr::Kind::Unary)
      return fmt::format("{} overflows: -{} = {} is {}", text_, shown(*expr.operands[0]),
                         Integer(-value(*expr.operands[0])).str(), type);
    const Expr& left = *expr.operands[0];
    const Expr& right = *expr.operands[1];
    const auto [symbol, result] = exact(expr.binary, value(left), value(right));
    const std::string first = value(left).str();
    if (!result) return fmt::format("{} overflows: {} {} {} is {}", text_, first, symbol, shown(right), type);
    return fmt::format("{} overflows: {} {} {} = {} is {}", text_, first, symbol, shown(right), result->str(), type);
  }

  [[nodiscard]] static std::pair<const char*, std::optional<Integer>> exact(BinaryOp op, const Integer& a,
                                                                            const Integer& b) {
    switch (op) {
      case BinaryOp::Add:
        return {"+", a + b};
      case BinaryOp::Sub:
        return {"-", a - b};
      case BinaryOp::Mul:
        return {"*", a * b};
      case BinaryOp::Shl:
        return {"<<", a * logic::power_of_two(static_cast<unsigned>(b))};
      case BinaryOp::Div:
        return {"/", Integer(-a)};  // by -1: nothing else overflows
      default:
        return {"/", std::nullopt};  // the remainder of a quotient that overflows
    }
  }

  /// Memory that is allocated at the end: the tracked object.
  [[nodiscard]] std::string left_over(Violation violation) const {
    if (!program_.memory.tracked) return {};
    const auto number = [&](VariableId v, std::size_t at) { return std::get<Integer>(execution_.states[at][v]); };
    const std::size_t end = execution_.states.size() - 1;
    const Integer address = number(program_.memory.tracked->address, end);
    const auto object = objects_.at(address);
    if (!object || object->address != address) return {};
    const std::string subject = bytes(*object);
    const bool is_one = object->size == 1;
    if (violation == Violation::valid_memcleanup)
      return fmt::format("{} {} not freed when the program ends", subject, is_one ? "is" : "are");
    std::string lost = fmt::format("{} {} lost", subject, is_one ? "is" : "are");
    const auto position = last_pointer(*object);
    if (!position) return lost + " when the program ends";
    const frontend::Edge& edge = program_.edge(execution_.trace[*position]);
    const std::string& name = program_.variables[*frontend::assigned_variable(edge.statement)].user_name;
    if (name.empty() || !edge.source.is_known()) return lost;
    return fmt::format("{} when `{}` is overwritten at {}", lost, name, line(edge.source));
  }

  /// The last step that takes from a variable its pointer into the object; nothing: some variable still has one.
  [[nodiscard]] std::optional<std::size_t> last_pointer(const MemoryObject& object) const {
    const auto leads_there = [&](VariableId v, std::size_t state) {
      const auto* pointer = std::get_if<Integer>(&execution_.states[state][v]);
      return pointer != nullptr && object.address <= *pointer && *pointer <= object.address + object.size;
    };
    for (VariableId v = 0; v < program_.variables.size(); ++v)
      if (is_pointer_of_user(v) && leads_there(v, execution_.states.size() - 1)) return std::nullopt;
    for (std::size_t position = execution_.states.size() - 1; position-- > 0;) {
      const auto target = frontend::assigned_variable(program_.edge(execution_.trace[position]).statement);
      if (target && is_pointer_of_user(*target) && leads_there(*target, position)) return position;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_pointer_of_user(VariableId id) const {
    const frontend::Variable& variable = program_.variables[id];
    return variable.is_pointer && !variable.array && !variable.user_name.empty();
  }

  const Program& program_;
  const Execution& execution_;
  MemoryObjects objects_;
  std::string text_;  ///< of the operation, in quotes
};

}  // namespace

std::string error_words(const Program& program, const Execution& execution) {
  if (execution.trace.empty() || execution.states.empty()) return {};
  const frontend::Location& error = program.location(program.target(execution.trace.back()));
  if (!error.violation || !frontend::is_of_operations(*error.violation)) return {};
  return Words(program, execution).make();
}

}  // namespace bireach::checker
