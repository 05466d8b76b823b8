// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/element_map.h"

#include <functional>
#include <tuple>

namespace bireach::logic {

namespace {

std::uint64_t priority_of(const Integer& key) {
  std::uint64_t h = std::hash<Integer>{}(key)*0x9E3779B97F4A7C15ULL;
  h = (h ^ (h >> 29U)) * 0xBF58476D1CE4E5B9ULL;
  return h ^ (h >> 32U);
}

}  // namespace

ElementMap::ElementMap(std::initializer_list<std::pair<Integer, Integer>> entries) {
  for (const auto& [key, value] : entries) insert_or_assign(key, value);
}

const Integer* ElementMap::find(const Integer& key) const {
  const Entry* entry = find_at_most(key);
  return entry != nullptr && entry->first == key ? &entry->second : nullptr;
}

const ElementMap::Entry* ElementMap::find_at_most(const Integer& key) const {
  const Entry* found = nullptr;
  for (const Node* node = root_.get(); node != nullptr;) {
    const int order = node->entry.first.compare(key);
    if (order == 0) return &node->entry;
    if (order < 0) found = &node->entry;
    node = order < 0 ? node->right.get() : node->left.get();
  }
  return found;
}

void ElementMap::insert_or_assign(const Integer& key, const Integer& value) {
  root_ = with(std::move(root_), new Node(key, value, priority_of(key)));
}

void ElementMap::erase(const Integer& key) {
  if (find(key) != nullptr) root_ = without(std::move(root_), key);
}

/// The node if nobody else has it, or a copy. Who may be asked for copies by other threads has more than one owner.
ElementMap::Link ElementMap::owned(Link node) {
  if (node->owners.load(std::memory_order_acquire) != 1) node = Link(new Node(*node));
  return node;
}

bool ElementMap::is_above(const Node& node, const Node& other) {
  if (node.priority != other.priority) return node.priority > other.priority;
  return node.entry.first < other.entry.first;
}

ElementMap::Link ElementMap::with(Link root, Link added) {
  if (!root) return added;
  const int order = added->entry.first.compare(root->entry.first);
  if (order == 0) {
    root = owned(std::move(root));
    root->entry.second = added->entry.second;
    return root;
  }
  if (is_above(*added, *root)) {
    std::tie(added->left, added->right) = split(std::move(root), added->entry.first);
    return added;
  }
  root = owned(std::move(root));
  Link& side = order < 0 ? root->left : root->right;
  side = with(std::move(side), std::move(added));
  return root;
}

/// Precondition: the key is there.
ElementMap::Link ElementMap::without(Link root, const Integer& key) {
  const int order = key.compare(root->entry.first);
  root = owned(std::move(root));
  if (order == 0) return merged(std::move(root->left), std::move(root->right));
  Link& side = order < 0 ? root->left : root->right;
  side = without(std::move(side), key);
  return root;
}

/// The entries below and above a key that is not there.
std::pair<ElementMap::Link, ElementMap::Link> ElementMap::split(Link root, const Integer& key) {
  if (!root) return {};
  root = owned(std::move(root));
  if (root->entry.first < key) {
    auto [low, high] = split(std::move(root->right), key);
    root->right = std::move(low);
    return {std::move(root), std::move(high)};
  }
  auto [low, high] = split(std::move(root->left), key);
  root->left = std::move(high);
  return {std::move(low), std::move(root)};
}

/// All keys of `low` are below all of `high`.
ElementMap::Link ElementMap::merged(Link low, Link high) {
  if (!low) return high;
  if (!high) return low;
  if (is_above(*low, *high)) {
    low = owned(std::move(low));
    low->right = merged(std::move(low->right), std::move(high));
    return low;
  }
  high = owned(std::move(high));
  high->left = merged(std::move(low), std::move(high->left));
  return high;
}

bool ElementMap::equal(const Node* a, const Node* b) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr || a->entry != b->entry) return false;
  return equal(a->left.get(), b->left.get()) && equal(a->right.get(), b->right.get());
}

void ElementMap::Iterator::descend(const Node* node) {
  for (; node != nullptr; node = node->left.get()) path_.push_back(node);
}

ElementMap::Iterator::reference ElementMap::Iterator::operator*() const {
  return path_.back()->entry;
}

ElementMap::Iterator& ElementMap::Iterator::operator++() {
  const Node* node = path_.back();
  path_.pop_back();
  descend(node->right.get());
  return *this;
}

ElementMap::Iterator ElementMap::begin() const {
  Iterator result;
  result.descend(root_.get());
  return result;
}

}  // namespace bireach::logic
