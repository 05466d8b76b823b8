// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/discovered.h"

#include <algorithm>
#include <utility>

namespace bireach::frontend {

const char* reason_text(LowerReason reason) {
  switch (reason) {
    case LowerReason::memory_of_bytes:
      return "memory consists of bytes";
    case LowerReason::variable_in_memory:
      return "a variable lies in memory";
    case LowerReason::literal_in_memory:
      return "a literal lies in memory";
    case LowerReason::lifetime_in_memory:
      return "a pointer may outlive an object";
    case LowerReason::address_of_activated:
      return "the address of an object of which there may be several";
    case LowerReason::recursive_function:
      return "a function is called while it is active";
    case LowerReason::suspended_function:
      return "a function has several activations";
    case LowerReason::varying_parameter:
      return "a pointer parameter points to several objects";
    case LowerReason::missing_value:
      return "a recursive function ends without a value";
    case LowerReason::repeated_creation:
      return "threads are created more than once at a place";
    case LowerReason::thread_results:
      return "the result of a thread is used";
    case LowerReason::shared_variable:
      return "a thread gets the address of a local variable";
    case LowerReason::joined_again:
      return "a thread may be joined or detached more than once";
  }
  return "";
}

PointsTo& MemoryPlan::points_to() {
  if (!points_to_) points_to_ = std::make_unique<PointsTo>(linker_, entry_, as_bytes_, discovered_);
  return *points_to_;
}

bool MemoryPlan::add(PointsTo::Region region) {
  const bool is_new = regions_.insert(region).second;
  if (is_new) ++added_;
  return is_new;
}

bool MemoryPlan::split_into_bytes(const clang::CallExpr* call) {
  // Members that were seen in the meantime lie there, too, with what they are members of.
  const bool has_more = as_bytes_ && points_to().structured_fields().size() > discovered_.members.size();
  if (!discovered_.bytewise.insert(call).second && !has_more) return false;
  begin_anew();
}

bool MemoryPlan::open(const clang::CallExpr* call) {
  if (!discovered_.open.insert(call).second) return false;
  // At once, not one round for each.
  discovered_.open.insert(points_to().passing_calls().begin(), points_to().passing_calls().end());
  begin_anew();
}

void MemoryPlan::begin_anew() {
  ++added_;
  discovered_.members = points_to().structured_fields();
  points_to_.reset();
  regions_.clear();
  throw LowerAgain(LowerReason::memory_of_bytes);
}

bool MemoryPlan::overlaps(const clang::VarDecl* variable) const {
  return std::any_of(regions_.begin(), regions_.end(),
                     [&](PointsTo::Region region) { return points_to_->overlaps(variable, region); });
}

bool MemoryPlan::overlaps(const clang::Expr* literal) const {
  return std::any_of(regions_.begin(), regions_.end(),
                     [&](PointsTo::Region region) { return points_to_->overlaps(literal, region); });
}

void Recursions::require_activated(const void* object) {
  if (activated_.insert(object).second) throw LowerAgain(LowerReason::address_of_activated);
}

void ThreadPlan::want_results() {
  if (!std::exchange(wants_results_, true)) throw LowerAgain(LowerReason::thread_results);
}

void ThreadPlan::add_shared(const clang::VarDecl* local) {
  if (shared_.insert(local).second) throw LowerAgain(LowerReason::shared_variable);
}

std::size_t Recursions::size() const {
  return recursive_.size() + suspended_.size() + varying_.size() + activated_.size() + valueless_.size();
}

}  // namespace bireach::frontend
