// SPDX-License-Identifier: Apache-2.0
/// The elements of array values: many versions of one array, as an execution has them, share what did not change.
#pragma once

#include <atomic>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace bireach::logic {

/// Arbitrary-precision integer; large enough for every C integer type, also __int128.
using Integer = boost::multiprecision::cpp_int;

/// A persistent ordered map from integers to integers: a treap whose priorities are hashes of the keys, so that equal
/// sets of keys have equal shapes. Copies are O(1) and share their nodes. All else is O(log n) expected; a change of a
/// map that shares nothing is done in place, of another it copies the nodes on its way. Copies may be used by different
/// threads.
class ElementMap {
 public:
  using Entry = std::pair<const Integer, Integer>;

 private:
  struct Node;
  using Link = boost::intrusive_ptr<Node>;

 public:
  /// In the order of the keys; valid until the map changes or is gone.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using pointer = const Entry*;
    using reference = const Entry&;

    reference operator*() const;
    pointer operator->() const { return &**this; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return path_ == other.path_; }

   private:
    friend class ElementMap;
    void descend(const Node* node);
    std::vector<const Node*> path_;  ///< the entry's node last, before it those above whose left part it lies in
  };

  ElementMap() = default;
  /// Of entries with the same key the last one counts.
  ElementMap(std::initializer_list<std::pair<Integer, Integer>> entries);

  /// Null: there is no such key. Valid until the map changes or is gone.
  [[nodiscard]] const Integer* find(const Integer& key) const;
  /// The entry with the greatest key that is not above this one.
  [[nodiscard]] const Entry* find_at_most(const Integer& key) const;
  void insert_or_assign(const Integer& key, const Integer& value);
  void erase(const Integer& key);

  [[nodiscard]] bool empty() const { return !root_; }
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] static Iterator end() { return {}; }

  /// O(1) where both share all, else O(n).
  bool operator==(const ElementMap& other) const { return equal(root_.get(), other.root_.get()); }

 private:
  struct Node {
    Node(const Integer& key, const Integer& value, std::uint64_t its_priority)
        : entry(key, value), priority(its_priority) {}
    Node(const Node& other) : entry(other.entry), priority(other.priority), left(other.left), right(other.right) {}
    Node& operator=(const Node&) = delete;
    ~Node() = default;

    Entry entry;
    std::uint64_t priority;
    Link left, right;
    mutable std::atomic<std::uint32_t> owners{0};
  };
  friend void intrusive_ptr_add_ref(const Node* node) { node->owners.fetch_add(1, std::memory_order_relaxed); }
  friend void intrusive_ptr_release(const Node* node) {
    if (node->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node;
  }

  static Link owned(Link node);
  static bool is_above(const Node& node, const Node& other);
  static Link with(Link root, Link added);
  static Link without(Link root, const Integer& key);
  static std::pair<Link, Link> split(Link root, const Integer& key);
  static Link merged(Link low, Link high);
  static bool equal(const Node* a, const Node* b);

  Link root_;
};

}  // namespace bireach::logic
