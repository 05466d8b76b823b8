// SPDX-License-Identifier: Apache-2.0
/// What the points-to analysis answers: which types of memory it tells apart, and what lies in a region.
#include "frontend/clang/analysis/points_to.h"

#include <algorithm>

#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/reading/synchronisation.h"

namespace bireach::frontend {
namespace {

/// The members of an object of this type that lie in it one by one; null: it is a scalar, as far as we look.
const clang::RecordDecl* record_of(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  const bool has_members =
      record && record->getDecl()->isCompleteDefinition() && synchronisation_type(record->getDecl()).empty();
  return has_members ? record->getDecl() : nullptr;
}

}  // namespace

bool fits_bytes(clang::QualType type, const clang::ASTContext& context) {
  const auto number = integer_type(type, context);
  return (number && (number->width % 8 == 0 || number->is_boolean())) || !synchronisation_type(type).empty();
}

const std::string& PointsTo::layout(const clang::RecordDecl* record) {
  const auto known = layouts_.find(record);
  if (known != layouts_.end()) return known->second;
  const clang::ASTContext& context = record->getASTContext();
  std::string result = context.getTypeDeclType(record).getCanonicalType().getAsString();
  const auto* definition = record->getDefinition();
  if (definition) {
    result += " {";
    for (const clang::FieldDecl* field : definition->fields()) {
      const clang::QualType type = field->getType().getCanonicalType();
      const auto* member = context.getBaseElementType(type)->getAs<clang::RecordType>();
      result += " " + std::to_string(context.getFieldOffset(field)) + ":" + field->getNameAsString() + ":" +
                type.getAsString() + (member ? layout(member->getDecl()) : "");
    }
    result += " }";
  }
  return layouts_.emplace(record, std::move(result)).first->second;
}

std::string PointsTo::view_of(clang::QualType type, const clang::ASTContext& context) {
  type = context.getBaseElementType(type).getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType().getCanonicalType();
  if (type->isPointerType()) return pointer_view;
  if (type->isBooleanType()) return "_Bool";
  if (type->isIntegralOrEnumerationType() && !type->isIncompleteType())
    return "an integer of " + std::to_string(context.getTypeSize(type)) + " bits";
  if (const std::string_view name = synchronisation_type(type); !name.empty()) return std::string(name);
  if (const auto* record = type->getAs<clang::RecordType>()) return layout(record->getDecl());
  return type.getAsString();
}

clang::QualType PointsTo::element_type(Region region) {
  const clang::QualType first = type(region);
  return is_bytes(region) ? byte_ : first;
}

bool PointsTo::is_named(const clang::FieldDecl* member) const {
  return !linker_.has_one_file() || member->isReferenced();
}

void PointsTo::add_view(Region region, clang::QualType type, const clang::ASTContext& context,
                        const clang::FieldDecl* member) {
  if (type->isVoidType() || type->isFunctionType()) return;
  Node& node = nodes_[find(region)];
  const auto integer = integer_type(context.getBaseElementType(type), context);
  node.is_of_scalars = node.is_of_scalars && integer && !integer->is_boolean() && integer->width % 8 == 0;
  const clang::QualType element = context.getBaseElementType(type);
  const std::string view = view_of(type, context);
  if (node.views.emplace(view, element).second && node.type.isNull()) node.type = element;
  if (!element->isRecordType() && !fits_bytes(element, context) && (!member || is_named(member)))
    node.unfit.emplace(view, element);
}

void PointsTo::refuse_members(const clang::RecordDecl* record) {
  for (const clang::FieldDecl* field : record->fields()) {
    const clang::RecordDecl* inner = record_of(field->getASTContext().getBaseElementType(field->getType()));
    if (!record->isUnion())
      set_problem(location(field), {"access through a pointer into a member of a union", Remedy::memory_of_bytes});
    if (inner) refuse_members(inner);
  }
}

bool PointsTo::overlaps(clang::QualType type, Region region, const clang::ASTContext& context) {
  const clang::RecordDecl* record = record_of(context.getBaseElementType(type));
  return record && std::any_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) {
           return of(field) == region || overlaps(field->getType(), region, context);
         });
}

bool PointsTo::overlaps(const clang::VarDecl* variable, Region region) {
  return of(variable) == find(region) || overlaps(variable->getType(), find(region), variable->getASTContext());
}

bool PointsTo::overlaps(const clang::Expr* literal, Region region) {
  if (of(literal) == find(region)) return true;
  const auto* record = literal->getType()->getAs<clang::RecordType>();
  return record && overlaps(literal->getType(), find(region), record->getDecl()->getASTContext());
}

const clang::FieldDecl* PointsTo::only_field(Region region) {
  const Node& node = nodes_[find(region)];
  const bool is_alone = !node.has_other_locations && !node.is_allocated && !node.is_bytes && node.field;
  return is_alone && !node.field->getParent()->isUnion() ? node.field : nullptr;
}

const std::map<PointsTo::Region, std::vector<const clang::VarDecl*>>& PointsTo::holders() {
  if (!holders_.empty() && joins_of_holders_ == joins_) return holders_;
  joins_of_holders_ = joins_;
  holders_.clear();
  std::map<Region, std::vector<const clang::VarDecl*>> locations;
  for (const auto& [key, region] : locations_) {
    const auto variable = variables_.find(key);
    locations[find(region)].push_back(variable == variables_.end() ? nullptr : variable->second);
  }
  for (Region region = 0; region < nodes_.size(); ++region) {
    if (find(region) != region || !nodes_[region].pointee) continue;
    std::vector<const clang::VarDecl*>& result = holders_[find(*nodes_[region].pointee)];
    const auto found = locations.find(region);
    if (found == locations.end())
      result.push_back(nullptr);  // memory that nothing names
    else
      result.insert(result.end(), found->second.begin(), found->second.end());
  }
  return holders_;
}

bool PointsTo::is_held(Region region, clang::QualType type, const clang::ASTContext& context,
                       const std::function<bool(const clang::VarDecl*)>& harmless) {
  region = find(region);
  if (region == find(integers_)) return true;
  if (thread_results_ && region == find(*thread_results_)) return true;
  const auto of_thread = [this](const clang::VarDecl* holder) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(holder->getDeclContext());
    return llvm::isa<clang::ParmVarDecl>(holder) && function && start_routines_.contains(linker_.definition(function));
  };
  const auto found = holders().find(region);
  if (found != holders().end()) {
    const bool elsewhere = std::any_of(found->second.begin(), found->second.end(), [&](const clang::VarDecl* holder) {
      return !holder || of_thread(holder) || !harmless(holder) || holders().contains(find(locations_.at(holder)));
    });
    if (elsewhere) return true;
  }
  const clang::RecordDecl* record = record_of(context.getBaseElementType(type));
  return record && std::any_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) {
           const Region part = of(field);
           return is_held(part, field->getType(), context, harmless);
         });
}

bool PointsTo::may_be_allocated(Region region) {
  const Node& node = nodes_[find(region)];
  if (node.is_allocated || !node.field) return node.is_allocated;
  return any_allocation_ || std::any_of(foreign_.begin(), foreign_.end(),
                                        [this](Region foreign) { return !nodes_[find(foreign)].type.isNull(); });
}

bool PointsTo::holds_no_pointers(Region region) {
  const auto& views = nodes_[find(region)].views;
  return std::all_of(views.begin(), views.end(),
                     [](const auto& view) { return view.second->isArithmeticType() || view.second->isEnumeralType(); });
}

bool PointsTo::holds_numbers(Region region) {
  const Node& node = nodes_[find(region)];
  return node.is_of_scalars && !node.views.contains(pointer_view);
}

std::vector<clang::QualType> PointsTo::allocated_structures() {
  std::vector<clang::QualType> result;
  for (Region region = 0; region < nodes_.size(); ++region)
    if (find(region) == region && nodes_[region].is_allocated)
      for (const auto& [name, type] : nodes_[region].views)
        if (record_of(type)) result.push_back(type);
  return result;
}

bool PointsTo::has_field(Region region) {
  region = find(region);
  const std::set<const clang::RecordDecl*> records = nodes_[region].records;  // looking at fields may add regions
  const auto lies_elsewhere = [&](const clang::FieldDecl* field) {
    return field->isUnnamedBitfield() || of(field) != region;
  };
  std::set<std::string> names;
  for (const clang::RecordDecl* record : records) {
    if (std::any_of(record->field_begin(), record->field_end(), lies_elsewhere)) return true;
    names.insert(layout(record));
  }
  return std::any_of(structured_fields_.begin(), structured_fields_.end(), [&](const clang::FieldDecl* field) {
    const auto* type = field->getASTContext().getBaseElementType(field->getType())->getAs<clang::RecordType>();
    return names.contains(layout(type->getDecl())) && lies_elsewhere(field);
  });
}

bool PointsTo::is_mixed(const Node& node) const {
  return node.views.size() > 1 && !(node.is_of_scalars && !node.views.contains(pointer_view));
}

bool PointsTo::is_bytes(Region region) {
  const Node& node = nodes_[find(region)];
  return node.is_bytes || (node.views.size() > 1 && !is_mixed(node));
}

std::optional<PointsTo::Region> PointsTo::bytes_of(const clang::RecordDecl* record) {
  if (!as_bytes_ || !record->isUnion() || record->field_empty() || !synchronisation_type(record).empty())
    return std::nullopt;
  const Region region = of(*record->field_begin());
  return nodes_[region].is_bytes ? std::optional(region) : std::nullopt;
}

std::set<PointsTo::Region> PointsTo::byte_unions(clang::QualType type, const clang::ASTContext& context) {
  const clang::RecordDecl* record = record_of(context.getBaseElementType(type));
  if (!as_bytes_ || !record) return {};
  std::set<Region> result;
  if (const auto region = bytes_of(record)) result.insert(*region);
  for (const clang::FieldDecl* field : record->fields()) result.merge(byte_unions(field->getType(), context));
  return result;
}

bool PointsTo::join_fields(Region region, const clang::RecordDecl* record) {
  bool changed = false;
  for (const clang::FieldDecl* field : record->fields()) {
    const clang::ASTContext& context = field->getASTContext();
    if (field->isUnnamedBitfield()) continue;  // padding
    const Region part = location(field);
    if (find(part) != find(region)) {
      join(part, region);
      changed = true;
    }
    const clang::QualType type = context.getBaseElementType(field->getType());
    const clang::RecordDecl* inner = record_of(type);
    if (inner)
      changed = join_fields(region, inner) || changed;
    else if (!fits_bytes(type, context) && is_named(field))
      set_problem(region, type.getAsString() + " in memory used through several types");
  }
  return changed;
}

bool PointsTo::join_fields(Region region) {
  bool changed = false;
  const std::map<std::string, clang::QualType> views = nodes_[find(region)].views;  // joining changes it
  const std::map<std::string, clang::QualType> unfit = nodes_[find(region)].unfit;
  for (const auto& [name, type] : unfit)
    set_problem(region, type.getAsString() + " in memory used through several types");
  for (const auto& [name, type] : views) {
    const clang::RecordDecl* record = record_of(type);
    if (record) changed = join_fields(region, record) || changed;
  }
  // A union's region holds the union's members, which it is not a view of.
  const std::set<const clang::RecordDecl*> records = nodes_[find(region)].records;
  for (const clang::RecordDecl* record : records)
    if (record->isUnion()) changed = join_fields(region, record) || changed;
  return (nodes_[find(region)].is_whole && join_structures(region)) || changed;
}

bool PointsTo::join_structures(Region region) {
  bool changed = false;
  std::set<std::string> names;
  const std::set<const clang::RecordDecl*> records = nodes_[find(region)].records;
  for (const clang::RecordDecl* record : records) {
    changed = join_fields(region, record) || changed;
    names.insert(layout(record));
  }
  const std::vector<const clang::FieldDecl*> fields = structured_fields_;  // joining adds some
  for (const clang::FieldDecl* field : fields) {
    const auto* type = field->getASTContext().getBaseElementType(field->getType())->getAs<clang::RecordType>();
    if (names.contains(layout(type->getDecl()))) changed = join_fields(region, field->getParent()) || changed;
  }
  return changed;
}

void PointsTo::split(const clang::Expr* pointer) {
  const Region region = find(value(pointer));
  nodes_[region].is_bytes = true;
  nodes_[region].is_whole = as_bytes_;  // a range may be longer than one member
}

void PointsTo::open(const clang::Expr* argument) {
  if (llvm::isa<clang::StringLiteral>(argument->IgnoreParenCasts())) return;  // nobody writes there
  if (const clang::RecordDecl* record = record_of(argument->getType())) return open(record);
  if (argument->getType()->isPointerType()) open(argument->getType()->getPointeeType(), value(argument));
}

void PointsTo::open(const clang::RecordDecl* record) {
  for (const clang::FieldDecl* field : record->fields()) {
    const clang::QualType type = field->getASTContext().getBaseElementType(field->getType());
    if (const clang::RecordDecl* inner = record_of(type)) open(inner);
    if (type->isPointerType()) open(type->getPointeeType(), pointee(location(field)));
  }
}

void PointsTo::open(clang::QualType type, Region region) {
  if (type->isFunctionType()) return;
  Node& node = nodes_[join(region, integers_)];
  node.is_bytes = node.is_whole = as_bytes_;
}

void PointsTo::mix() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Region region = 0; region < nodes_.size(); ++region) {  // more regions may come
      if (find(region) != region || !(nodes_[region].is_bytes || is_mixed(nodes_[region]))) continue;
      if (!nodes_[region].is_bytes) changed = true;
      nodes_[region].is_bytes = true;
      changed = join_fields(region) || changed;
      // Pointers may be moved as numbers, and byte by byte.
      const Region pointers = pointee(region);
      changed = changed || pointers != find(integers_);
      join(pointers, integers_);
    }
  }
}

Unmodelled PointsTo::problem(Region region) {
  const Node& node = nodes_[find(region)];
  const bool is_split = !node.is_bytes && is_mixed(node);
  Unmodelled result = node.problem;
  if (result.empty() && is_split) {
    const auto name = [](const auto& view) { return view.first.substr(0, view.first.find(" {")); };
    result.what = "memory used as " + name(*node.views.begin()) + " and as " + name(*std::next(node.views.begin()));
  }
  if (is_split) result.remedy = Remedy::memory_of_bytes;
  if (as_bytes_) result.remedy = Remedy::none;
  return result;
}

}  // namespace bireach::frontend
