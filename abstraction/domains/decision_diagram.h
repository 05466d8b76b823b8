// SPDX-License-Identifier: Apache-2.0
/// Functions of truth values, shared (R. Bryant, Graph-based algorithms for boolean function manipulation, IEEE
/// Transactions on Computers 1986), with any values for leaves.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

namespace bireach::abstraction {

/// Equal values have equal fingerprints.
template <typename Leaf>
concept DiagramLeaf = std::copyable<Leaf> && requires(const Leaf& leaf) {
  { leaf == leaf } -> std::convertible_to<bool>;
  { leaf.fingerprint() } -> std::same_as<std::size_t>;
};

template <typename Leaf>
struct DiagramNode {
  std::size_t level = 0;                         ///< which truth value decides; of a leaf: none
  std::shared_ptr<const DiagramNode> high, low;  ///< where it is true, and false
  std::optional<Leaf> leaf;

  [[nodiscard]] bool is_leaf() const { return leaf.has_value(); }
};

template <typename Leaf>
using Diagram = std::shared_ptr<const DiagramNode<Leaf>>;

/// Reduced ordered diagrams: levels ascend on every way down, no node has equal branches, and there are no two of the
/// same. So of all diagrams that were made here, those of equal functions are one node. Leaves are the same if they are
/// equal (==), however an order on them compares them. Nodes live as long as a diagram needs them.
template <DiagramLeaf Leaf>
class DecisionDiagrams {
 public:
  using Node = DiagramNode<Leaf>;

  [[nodiscard]] Diagram<Leaf> leaf(Leaf value) {
    const std::size_t hash = value.fingerprint();
    const auto same = [&](const Node& node) { return node.is_leaf() && *node.leaf == value; };
    if (auto known = find(hash, same)) return known;
    return add(hash, Node{0, nullptr, nullptr, std::move(value)});
  }

  /// The levels of both branches are larger.
  [[nodiscard]] Diagram<Leaf> node(std::size_t level, Diagram<Leaf> high, Diagram<Leaf> low) {
    if (high == low) return high;
    const std::hash<const Node*> address;
    const std::size_t hash = (address(high.get()) * 31 + address(low.get())) * 31 + level;
    const auto same = [&](const Node& node) {
      return !node.is_leaf() && node.level == level && node.high == high && node.low == low;
    };
    if (auto known = find(hash, same)) return known;
    return add(hash, Node{level, std::move(high), std::move(low), std::nullopt});
  }

  /// f of the leaves of both, for all truth values; f(x, x) is x. In O(|a| * |b|).
  template <typename F>
  [[nodiscard]] Diagram<Leaf> apply(const Diagram<Leaf>& a, const Diagram<Leaf>& b, const F& f) {
    std::map<std::pair<const Node*, const Node*>, Diagram<Leaf>> known;
    return apply(a, b, f, known);
  }

 private:
  template <typename F, typename Known>
  Diagram<Leaf> apply(const Diagram<Leaf>& a, const Diagram<Leaf>& b, const F& f, Known& known) {
    if (a == b) return a;
    const auto found = known.find({a.get(), b.get()});
    if (found != known.end()) return found->second;
    Diagram<Leaf> result;
    if (a->is_leaf() && b->is_leaf()) {
      result = leaf(f(*a->leaf, *b->leaf));
    } else {
      const bool a_decides = !a->is_leaf() && (b->is_leaf() || a->level <= b->level);
      const bool b_decides = !b->is_leaf() && (a->is_leaf() || b->level <= a->level);
      const std::size_t level = a_decides ? a->level : b->level;
      Diagram<Leaf> high = apply(a_decides ? a->high : a, b_decides ? b->high : b, f, known);
      Diagram<Leaf> low = apply(a_decides ? a->low : a, b_decides ? b->low : b, f, known);
      result = node(level, std::move(high), std::move(low));
    }
    known.emplace(std::pair(a.get(), b.get()), result);
    return result;
  }

  template <typename Same>
  Diagram<Leaf> find(std::size_t hash, const Same& same) const {
    const auto range = nodes_.equal_range(hash);
    for (auto entry = range.first; entry != range.second; ++entry)
      if (auto node = entry->second.lock(); node && same(*node)) return node;
    return nullptr;
  }

  Diagram<Leaf> add(std::size_t hash, Node node) {
    if (nodes_.size() >= limit_) {
      std::erase_if(nodes_, [](const auto& entry) { return entry.second.expired(); });
      limit_ = std::max(least_limit, 2 * nodes_.size());
    }
    auto made = std::make_shared<const Node>(std::move(node));
    nodes_.emplace(hash, made);
    return made;
  }

  static constexpr std::size_t least_limit = 1024;
  std::unordered_multimap<std::size_t, std::weak_ptr<const Node>> nodes_;
  std::size_t limit_ = least_limit;  ///< nodes that no diagram needs are forgotten then
};

}  // namespace bireach::abstraction
