// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/weak_topological_order.h"

#include <algorithm>
#include <utility>

namespace bireach::abstraction {
namespace {

struct Component {
  std::size_t head = 0;
  std::vector<std::size_t> others;
  bool is_cycle = false;
};

/// Strongly connected components of the nodes of one region (R. Tarjan, Depth-first search and linear graph algorithms,
/// SIAM Journal on Computing 1972).
class Components {
 public:
  explicit Components(const Successors& successors)
      : successors_(successors),
        region_(successors.size(), 0),
        index_(successors.size(), 0),
        low_(successors.size(), 0),
        on_path_(successors.size(), false) {}

  void set_region(std::size_t node, std::size_t region) {
    region_[node] = region;
    index_[node] = 0;
  }

  /// What can be reached from these within the region, in topological order.
  std::vector<Component> find(const std::vector<std::size_t>& starts, std::size_t region) {
    current_ = region;
    found_.clear();
    for (const std::size_t start : starts)
      if (region_[start] == region && index_[start] == 0) search(start);
    std::reverse(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  struct Frame {
    std::size_t node;
    std::size_t next = 0;
  };

  void enter(std::size_t node) {
    index_[node] = low_[node] = ++counter_;
    path_.push_back(node);
    on_path_[node] = true;
    frames_.push_back({node});
  }

  void search(std::size_t start) {
    enter(start);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::size_t node = frame.node;
      if (frame.next < successors_[node].size()) {
        const std::size_t following = successors_[node][frame.next++];
        if (region_[following] != current_) continue;
        if (index_[following] == 0)
          enter(following);
        else if (on_path_[following])
          low_[node] = std::min(low_[node], index_[following]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
      if (low_[node] == index_[node]) close(node);
    }
  }

  void close(std::size_t head) {
    Component component;
    component.head = head;
    while (path_.back() != head) {
      component.others.push_back(path_.back());
      on_path_[path_.back()] = false;
      path_.pop_back();
    }
    on_path_[head] = false;
    path_.pop_back();
    const auto& after = successors_[head];
    component.is_cycle = !component.others.empty() || std::find(after.begin(), after.end(), head) != after.end();
    found_.push_back(std::move(component));
  }

  const Successors& successors_;
  std::vector<std::size_t> region_;
  std::vector<std::size_t> index_;  ///< 0: not met yet
  std::vector<std::size_t> low_;
  std::vector<bool> on_path_;
  std::vector<std::size_t> path_;
  std::vector<Frame> frames_;
  std::vector<Component> found_;
  std::size_t current_ = 0;
  std::size_t counter_ = 0;
};

/// What is still to be written: a component, or the end of the one whose head stands at a position.
struct Pending {
  Component component;
  bool is_end = false;
  std::size_t position = 0;
};

}  // namespace

WeakTopologicalOrder weak_topological_order(const Successors& successors, const std::vector<std::size_t>& roots) {
  WeakTopologicalOrder order;
  Components components(successors);
  std::vector<Pending> pending;
  const auto push = [&pending](std::vector<Component> found) {
    for (auto component = found.rbegin(); component != found.rend(); ++component)
      pending.push_back({std::move(*component), false, 0});
  };
  push(components.find(roots, 0));
  constexpr std::size_t nowhere = ~std::size_t{0};
  std::size_t regions = 0;
  while (!pending.empty()) {
    const Pending task = std::move(pending.back());
    pending.pop_back();
    if (task.is_end) {
      order.component_end[task.position] = order.nodes.size();
      continue;
    }
    const Component& component = task.component;
    order.nodes.push_back(component.head);
    order.component_end.push_back(0);
    if (!component.is_cycle) continue;
    pending.push_back({{}, true, order.nodes.size() - 1});
    components.set_region(component.head, nowhere);
    ++regions;
    for (const std::size_t node : component.others) components.set_region(node, regions);
    push(components.find(successors[component.head], regions));
  }
  return order;
}

}  // namespace bireach::abstraction
