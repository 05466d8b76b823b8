// SPDX-License-Identifier: Apache-2.0
/// In which bytes of objects the members of structures lie that pointers may be led out of.
#include <clang/AST/RecordLayout.h>

#include "frontend/clang/lowering/memory_regions.h"
#include "frontend/program/memory_accesses.h"

namespace bireach::frontend {
namespace {

constexpr std::size_t max_stretches = 256;
/// So many comparisons cost less than a remainder.
constexpr std::size_t max_repeated_stretches = 16;

const clang::FieldDecl* last_field(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  if (!record || !record->getDecl()->isCompleteDefinition()) return nullptr;
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record->getDecl()->fields()) last = field;
  return last;
}

/// Is a flexible array member the last of it (C11 6.7.2.1p18)? There are no arrays of such.
bool is_flexible(clang::QualType type) {
  const clang::FieldDecl* last = last_field(type);
  return last && (last->getType()->isIncompleteArrayType() || is_flexible(last->getType()));
}

/// May its last array, of one element or none, be meant to go on behind its end? Then nobody knows how many there are.
bool may_go_on(clang::QualType type, const clang::ASTContext& context) {
  const clang::FieldDecl* last = last_field(type);
  if (!last) return false;
  const auto* array = context.getAsConstantArrayType(last->getType());
  return (array && array->getSize().ule(1)) || may_go_on(last->getType(), context);
}

/// Bytes behind the field that belong to no other go with it: objects are copied with their padding.
void add_padding(const clang::FieldDecl& field, const logic::Integer& offset,
                 std::vector<Memory::Layout::Stretch>& stretches) {
  const clang::RecordDecl* record = field.getParent();
  if (stretches.empty() || record->isUnion() || field.isBitField() || !field.getType()->isConstantSizeType()) return;
  const clang::ASTContext& context = field.getASTContext();
  const logic::Integer end =
      offset + context.getFieldOffset(&field) / 8 + context.getTypeSizeInChars(field.getType()).getQuantity();
  if (stretches.back().end != end) return;
  const auto next = std::next(clang::RecordDecl::field_iterator(record->field_begin()), field.getFieldIndex() + 1);
  stretches.back().end =
      offset + (next == record->field_end() ? context.getASTRecordLayout(record).getSize().getQuantity()
                                            : static_cast<std::int64_t>(context.getFieldOffset(*next) / 8));
}

/// The same of a union, whose largest member may be less than its alignment makes of it. The stretches from `first` on
/// are those of its members.
void add_padding_of_union(const clang::RecordDecl& record, const logic::Integer& offset, std::size_t first,
                          std::vector<Memory::Layout::Stretch>& stretches) {
  logic::Integer largest = 0;
  for (const clang::FieldDecl* field : record.fields())
    if (field->getType()->isConstantSizeType())
      largest =
          std::max(largest, logic::Integer(field->getASTContext().getTypeSizeInChars(field->getType()).getQuantity()));
  const logic::Integer size(record.getASTContext().getASTRecordLayout(&record).getSize().getQuantity());
  for (std::size_t i = first; i < stretches.size(); ++i)
    if (stretches[i].end == offset + largest) stretches[i].end = offset + size;
}

/// Makes the layout of one structure that of an array of them: one after the other, if the object has at most so many
/// bytes and few of them, else by the remainder of the distance.
void repeat(Memory::Layout& layout, const logic::Integer& size, const std::optional<logic::Integer>& bytes) {
  if (size == 0) return;
  if (!bytes || *bytes > size * max_repeated_stretches / std::max<std::size_t>(layout.stretches.size(), 1)) {
    layout.period = size;
    return;
  }
  const std::vector<Memory::Layout::Stretch> first = layout.stretches;
  for (logic::Integer offset = size; offset < *bytes; offset += size)
    for (const Memory::Layout::Stretch& stretch : first)
      layout.stretches.push_back({stretch.first + offset, stretch.end + offset});
}

}  // namespace

/// Where in an object of this type the region's cells lie. `is_last`: nothing follows it, so what stands last in it may
/// be meant to go on to the end of the memory.
void MemoryRegions::add_stretches(clang::QualType type, const logic::Integer& offset, bool is_last, Region region,
                                  std::vector<Memory::Layout::Stretch>& stretches) {
  if (stretches.size() > max_stretches) return;
  const clang::ASTContext& context = emitter_.context();
  if (const auto* array = context.getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    if (!context.getBaseElementType(element)->isRecordType()) return;
    const logic::Integer size(context.getTypeSizeInChars(element).getQuantity());
    const std::uint64_t count = array->getSize().getLimitedValue();
    for (std::uint64_t i = 0; i < count && stretches.size() <= max_stretches; ++i)
      add_stretches(element, offset + i * size, false, region, stretches);
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (!record || !record->getDecl()->isCompleteDefinition()) return;
  const clang::RecordDecl* definition = record->getDecl();
  const std::size_t first_stretch = stretches.size();
  for (const clang::FieldDecl* field : definition->fields()) {
    if (field->isUnnamedBitfield()) continue;
    const clang::ASTContext& own = field->getASTContext();
    const logic::Integer first = offset + own.getFieldOffset(field) / 8;
    const bool ends =
        is_last && (definition->isUnion() || std::next(clang::RecordDecl::field_iterator(definition->field_begin()),
                                                       field->getFieldIndex() + 1) == definition->field_end());
    if (points_to().of(field) != region) {
      add_stretches(field->getType(), first, ends, region, stretches);
      add_padding(*field, offset, stretches);
      continue;
    }
    const auto* array = own.getAsConstantArrayType(field->getType());
    const bool is_open = ends && (field->getType()->isIncompleteArrayType() || (array && array->getSize().ule(1)));
    const logic::Integer size(
        field->getType()->isIncompleteArrayType() ? 0 : own.getTypeSizeInChars(field->getType()).getQuantity());
    const logic::Integer end = is_open ? logic::power_of_two(pointer().width) : first + size;
    if (!stretches.empty() && stretches.back().end == first)
      stretches.back().end = end;
    else
      stretches.push_back({first, end});
    add_padding(*field, offset, stretches);
  }
  if (definition->isUnion()) add_padding_of_union(*definition, offset, first_stretch, stretches);
}

std::optional<Memory::Layout> MemoryRegions::layout_of_members(clang::QualType type, Region region,
                                                               const std::optional<logic::Integer>& bytes) {
  const clang::ASTContext& context = emitter_.context();
  const clang::QualType element = context.getBaseElementType(type);
  Memory::Layout layout;
  add_stretches(element, 0, element == type, region, layout.stretches);
  if (layout.stretches.empty()) return std::nullopt;
  if (layout.stretches.size() > max_stretches) layout.stretches.clear();  // then all accesses are left open
  // One that may have more than its size is no part of an array.
  const bool is_one = is_flexible(element) || may_go_on(element, context);
  if (!is_one || element != type)
    repeat(layout, logic::Integer(context.getTypeSizeInChars(element).getQuantity()), bytes);
  return layout;
}

std::optional<logic::Integer> MemoryRegions::largest_allocated(const std::vector<clang::QualType>& types) {
  std::optional<logic::Integer> result;
  for (const auto& [region, size] : allocated_sizes_) {
    const bool is_seen = std::any_of(types.begin(), types.end(), [&, seen = region](clang::QualType type) {
      return points_to().is_seen_as(seen, type, emitter_.context());
    });
    if (!is_seen) continue;
    if (!size) return std::nullopt;
    result = std::max(result.value_or(0), *size);
  }
  return result;
}

void MemoryRegions::note_members(Memory::Cells& cells, Region region) {
  if (!points_to().is_left(region)) return;
  for (const std::size_t number : cells.objects) {
    if (objects_[number] == nullptr) continue;
    const clang::VarDecl* declared = variable(objects_[number]);
    const auto* literal = declared ? nullptr : static_cast<const clang::Expr*>(objects_[number]);
    if ((declared ? points_to().of(declared) : points_to().of(literal)) == region) continue;
    const clang::QualType type = declared ? declared->getType() : literal->getType();
    const logic::Integer size(emitter_.context().getTypeSizeInChars(type).getQuantity());
    if (auto layout = layout_of_members(type.getCanonicalType(), region, size))
      cells.members.emplace(number, std::move(*layout));
  }
  // Of an object that gets the next free address it is not known what it is, so it has to be all of them.
  std::vector<clang::QualType> types = local_types_;
  const bool may_be_allocated = points_to().may_be_allocated(region);
  const std::vector<clang::QualType> allocated =
      may_be_allocated ? points_to().allocated_structures() : std::vector<clang::QualType>();
  types.insert(types.end(), allocated.begin(), allocated.end());
  const std::optional<logic::Integer> largest = largest_allocated(types);
  const auto add = [&](clang::QualType type) {
    auto layout = layout_of_members(type.getCanonicalType(), region, largest);
    if (layout) cells.allocated_members.push_back(std::move(*layout));
    return layout.has_value();
  };
  for (const clang::QualType type : local_types_) add(type);
  if (!may_be_allocated) return;
  bool is_known = points_to().is_allocated(region);
  bool may_be_several = false;
  for (const clang::QualType type : allocated) {
    if (!add(type)) continue;
    is_known = true;
    may_be_several |= may_go_on(type, emitter_.context());
  }
  if (!is_known || may_be_several) emitter_.assume_globally(members_are_kept);
}

}  // namespace bireach::frontend
