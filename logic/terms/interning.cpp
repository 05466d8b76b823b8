// SPDX-License-Identifier: Apache-2.0
/// The table of all terms of a manager, and the builders that need no simplifier.
#include <algorithm>
#include <deque>
#include <mutex>

#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
  h = (h ^ value) * 0xBF58476D1CE4E5B9ULL;
  return h ^ (h >> 32);
}

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

/// What identifies a node before it exists.
struct Key {
  Kind kind;
  Sort sort;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::span<const Term> children;
  const Integer* constant = nullptr;

  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t h = mix(sort.hash(), static_cast<std::uint64_t>(kind) + 1);
    if (first != 0 || second != 0) h = mix(h, (std::uint64_t{first} << 32U) | second);
    for (const Term child : children) h = mix(h, child.id());
    if (constant != nullptr) h = mix(h, std::hash<Integer>{}(*constant));
    return mix(h, 0x9E3779B97F4A7C15ULL);
  }
  [[nodiscard]] bool matches(const TermNode& node) const {
    return node.kind == kind && node.sort == sort && node.first == first && node.second == second &&
           node.child_count == children.size() && std::equal(children.begin(), children.end(), node.children) &&
           (constant == nullptr || *constant == *static_cast<const Integer*>(node.payload));
  }
};

/// Memory for nodes and their children; nothing in it needs destruction.
class Arena {
 public:
  void* allocate(std::size_t bytes) {
    bytes = (bytes + 7U) & ~std::size_t{7};
    if (bytes > left_) {
      const std::size_t size = std::max(bytes, block_size);
      blocks_.push_back(std::make_unique<std::byte[]>(size));
      next_ = blocks_.back().get();
      left_ = size;
    }
    void* result = next_;
    next_ += bytes;
    left_ -= bytes;
    return result;
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 18U;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

struct PushKey {
  std::uint32_t kind, left, right;
  bool operator==(const PushKey&) const = default;
};
struct PushKeyHash {
  std::size_t operator()(const PushKey& k) const {
    return mix(mix(k.kind + 1U, k.left), (std::uint64_t{k.right} << 1U) | 1U);
  }
};

constexpr std::uint32_t leaves_cap = 4096;
constexpr std::uint32_t depth_cap = 60000;

}  // namespace

struct TermManager::Impl {
  mutable std::mutex mutex;
  Arena arena;
  std::deque<Integer> integers;
  std::deque<std::string> names;
  std::vector<const TermNode*> table = std::vector<const TermNode*>(1U << 12U);
  std::uint32_t count = 0;
  std::uint32_t interned = 0;
  std::uint32_t variable_count = 0;
  std::unordered_map<std::string, Term, StringHash, std::equal_to<>> variables;
  std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>> fresh_counters;
  std::unordered_map<PushKey, Term, PushKeyHash> pushed;
  Term true_term;
  Term false_term;

  const TermNode* intern(const Key& key) {
    const std::uint64_t hash = key.hash();
    const std::scoped_lock lock(mutex);
    if (std::size_t{interned} * 2 >= table.size()) grow();
    const std::size_t mask = table.size() - 1;
    std::size_t slot = hash & mask;
    for (; table[slot] != nullptr; slot = (slot + 1) & mask)
      if (table[slot]->hash == hash && key.matches(*table[slot])) return table[slot];
    TermNode* node = create(key);
    node->hash = hash;
    table[slot] = node;
    ++interned;
    return node;
  }

  TermNode* create(const Key& key) {
    auto* node = new (arena.allocate(sizeof(TermNode))) TermNode;
    if (count == UINT32_MAX) throw std::length_error("TermManager: too many terms");
    node->id = count++;
    node->kind = key.kind;
    node->sort = key.sort;
    node->first = key.first;
    node->second = key.second;
    node->child_count = static_cast<std::uint32_t>(key.children.size());
    if (!key.children.empty()) {
      auto* children = static_cast<Term*>(arena.allocate(key.children.size() * sizeof(Term)));
      std::uninitialized_copy(key.children.begin(), key.children.end(), children);
      node->children = children;
    }
    if (key.constant != nullptr) node->payload = &integers.emplace_back(*key.constant);
    if (key.kind == Kind::Store && key.children[1].is_constant())
      node->payload = stored(key.children[0], key.children[1], key.children[2]);
    summarize(*node);
    return node;
  }

  const StoredElements* stored(Term array, Term index, Term value) {
    const auto allocate = [this](std::size_t bytes) { return arena.allocate(bytes); };
    const StoredElements* before = TermAccess::stored(array);
    auto* result = new (arena.allocate(sizeof(StoredElements))) StoredElements;
    result->base = before != nullptr ? before->base : array;
    result->root = StoredElements::with(before != nullptr ? before->root : nullptr, index, value, allocate);
    return result;
  }

  /// Fills what is cached about the term below the node.
  static void summarize(TermNode& node) {
    node.has_quantifier = node.kind == Kind::Forall || node.kind == Kind::Exists;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      const TermNode& child = TermAccess::node(node.children[i]);
      node.variables |= child.variables;
      node.has_quantifier = node.has_quantifier || child.has_quantifier;
    }
    if (node.kind == Kind::Constant) {
      node.constant_leaves = 1;
      node.some_constant_leaf = true;
    }
    if (node.kind != Kind::Ite) return;
    const TermNode& then_node = TermAccess::node(node.children[1]);
    const TermNode& else_node = TermAccess::node(node.children[2]);
    const std::uint32_t leaves = std::uint32_t{then_node.constant_leaves} + else_node.constant_leaves;
    const bool all = then_node.constant_leaves != 0 && else_node.constant_leaves != 0 && leaves <= leaves_cap;
    node.constant_leaves = static_cast<std::uint16_t>(all ? leaves : 0);
    const std::uint32_t depth = std::max(then_node.ite_depth, else_node.ite_depth) + 1U;
    node.ite_depth = static_cast<std::uint16_t>(std::min(depth, depth_cap));
    node.some_constant_leaf = then_node.some_constant_leaf || else_node.some_constant_leaf;
  }

  void grow() {
    std::vector<const TermNode*> bigger(table.size() * 2);
    const std::size_t mask = bigger.size() - 1;
    for (const TermNode* node : table) {
      if (node == nullptr) continue;
      std::size_t slot = node->hash & mask;
      while (bigger[slot] != nullptr) slot = (slot + 1) & mask;
      bigger[slot] = node;
    }
    table = std::move(bigger);
  }

  /// The mutex must be held.
  const TermNode* create_variable(std::string_view name, Sort sort) {
    TermNode* node = create({Kind::Variable, sort, 0, 0, {}, nullptr});
    node->payload = &names.emplace_back(name);
    node->hash = mix(StringHash{}(name), 7);
    node->variables = std::uint64_t{1} << ((variable_count++ * 0x9E3779B97F4A7C15ULL) >> 58U);
    return node;
  }
};

Term TermAccess::make(TermManager& m, Kind kind, Sort sort, std::span<const Term> children, std::uint32_t first,
                      std::uint32_t second) {
  return Term{m.impl_->intern({kind, sort, first, second, children, nullptr})};
}

Term TermAccess::find_pushed(TermManager& m, Kind kind, Term left, Term right) {
  const std::scoped_lock lock(m.impl_->mutex);
  const auto found = m.impl_->pushed.find({static_cast<std::uint32_t>(kind), left.id(), right.id()});
  return found == m.impl_->pushed.end() ? Term{} : found->second;
}

void TermAccess::remember_pushed(TermManager& m, Kind kind, Term left, Term right, Term result) {
  const std::scoped_lock lock(m.impl_->mutex);
  m.impl_->pushed.emplace(PushKey{static_cast<std::uint32_t>(kind), left.id(), right.id()}, result);
}

TermManager::TermManager() : impl_(std::make_unique<Impl>()) {
  const Integer zero = 0;
  const Integer one = 1;
  impl_->true_term = Term{impl_->intern({Kind::Constant, Sort::boolean(), 0, 0, {}, &one})};
  impl_->false_term = Term{impl_->intern({Kind::Constant, Sort::boolean(), 0, 0, {}, &zero})};
  TermAccess::set_negation(impl_->true_term, impl_->false_term);
}
TermManager::~TermManager() = default;

Term TermManager::true_term() {
  return impl_->true_term;
}
Term TermManager::false_term() {
  return impl_->false_term;
}

std::size_t TermManager::size() const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->count;
}

Term TermManager::integer(const Integer& value) {
  return Term{impl_->intern({Kind::Constant, Sort::integer(), 0, 0, {}, &value})};
}

Term TermManager::bit_vector(const Integer& value, unsigned width) {
  require(width > 0, "bit_vector: width 0");
  const Integer wrapped = wrap_unsigned(value, width);
  return Term{impl_->intern({Kind::Constant, Sort::bit_vector(width), 0, 0, {}, &wrapped})};
}

Term TermManager::constant(const Integer& value, Sort sort) {
  if (sort.is_bit_vector()) return bit_vector(value, sort.width());
  require(sort.is_int(), "constant: sort must be Int or BitVec");
  return integer(value);
}

Term TermManager::from_value(const Value& value, Sort sort) {
  if (const bool* truth = std::get_if<bool>(&value)) {
    require(sort.is_bool(), "from_value: a Bool value of another sort");
    return boolean(*truth);
  }
  if (const Integer* number = std::get_if<Integer>(&value)) return constant(*number, sort);
  require(sort.is_array(), "from_value: an array value of another sort");
  const auto& array = std::get<ArrayValue>(value);
  Term result = const_array(sort, constant(array.otherwise, sort.element()));
  for (const auto& [index, element] : array.elements)
    result = store(result, constant(index, sort.index()), constant(element, sort.element()));
  return result;
}

Term TermManager::variable(std::string_view name, Sort sort) {
  require(!sort.is_bit_vector() || sort.width() > 0, "variable: bit-vector of width 0");
  const std::scoped_lock lock(impl_->mutex);
  const auto found = impl_->variables.find(name);
  if (found != impl_->variables.end()) {
    if (found->second.sort() != sort) {
      throw std::invalid_argument("variable " + std::string(name) + " already has sort " +
                                  found->second.sort().to_string() + ", not " + sort.to_string());
    }
    return found->second;
  }
  const Term result{impl_->create_variable(name, sort)};
  impl_->variables.emplace(name, result);
  return result;
}

Term TermManager::fresh_variable(std::string_view prefix, Sort sort) {
  require(!sort.is_bit_vector() || sort.width() > 0, "fresh_variable: bit-vector of width 0");
  const std::scoped_lock lock(impl_->mutex);
  auto counter = impl_->fresh_counters.try_emplace(std::string(prefix), 0).first;
  std::string name;
  do {
    name = std::string(prefix) + "!" + std::to_string(counter->second++);
  } while (impl_->variables.contains(name));
  const Term result{impl_->create_variable(name, sort)};
  impl_->variables.emplace(std::move(name), result);
  return result;
}

namespace {

Term quantify(TermManager& m, Kind kind, const std::vector<Term>& variables, Term body) {
  require(body.sort().is_bool(), "quantifier: body must be Bool");
  for (const Term v : variables) require(v.is_variable(), "quantifier: bound terms must be variables");
  const std::vector<Term> free = free_variables(body);
  TermVector children;
  const auto add = [&](Term v) {
    if (std::find(children.begin(), children.end(), v) == children.end()) children.push_back(v);
  };
  for (const Term v : variables)
    if (std::binary_search(free.begin(), free.end(), v)) add(v);
  if (children.empty()) return body;
  if (body.kind() == kind) {
    const auto inner = body.children();
    for (const Term v : inner.first(inner.size() - 1)) add(v);
    body = inner.back();
  }
  children.push_back(body);
  return TermAccess::make(m, kind, Sort::boolean(), span_of(children));
}

}  // namespace

Term TermManager::forall(std::vector<Term> variables, Term body) {
  return quantify(*this, Kind::Forall, variables, body);
}
Term TermManager::exists(std::vector<Term> variables, Term body) {
  return quantify(*this, Kind::Exists, variables, body);
}

namespace {

Term rebuild_bit_vector(TermManager& m, Term like, std::span<const Term> c) {
  switch (like.kind()) {
    case Kind::BvNot:
    case Kind::BvNeg:
      return m.bv_unary(like.kind(), c[0]);
    case Kind::Extract:
      return m.extract(c[0], like.first(), like.second());
    case Kind::ZeroExtend:
      return m.zero_extend(c[0], like.first());
    case Kind::SignExtend:
      return m.sign_extend(c[0], like.first());
    default:
      return m.bv_binary(like.kind(), c[0], c[1]);
  }
}

}  // namespace

Term TermManager::rebuild(Term like, std::span<const Term> c) {
  require(c.size() == like.children().size(), "rebuild: another number of children");
  switch (like.kind()) {
    case Kind::Constant:
    case Kind::Variable:
      return like;
    case Kind::Not:
      return not_(c[0]);
    case Kind::And:
      return and_(std::vector<Term>(c.begin(), c.end()));
    case Kind::Or:
      return or_(std::vector<Term>(c.begin(), c.end()));
    case Kind::Equal:
      return equal(c[0], c[1]);
    case Kind::Ite:
      return ite(c[0], c[1], c[2]);
    case Kind::Add:
      return add(std::vector<Term>(c.begin(), c.end()));
    case Kind::Mul: {
      Term product = c[0];
      for (const Term factor : c.subspan(1)) product = mul(product, factor);
      return product;
    }
    case Kind::IntDiv:
      return int_div(c[0], c[1]);
    case Kind::IntMod:
      return int_mod(c[0], c[1]);
    case Kind::LessEqual:
      return less_equal(c[0], c[1]);
    case Kind::Less:
      return less(c[0], c[1]);
    case Kind::Select:
      return select(c[0], c[1]);
    case Kind::Store:
      return store(c[0], c[1], c[2]);
    case Kind::ConstArray:
      return const_array(like.sort(), c[0]);
    case Kind::Floating:
      return floating(like.float_op(), c, like.sort().is_bit_vector() ? like.sort().width() : 1);
    case Kind::Forall:
      return forall(std::vector<Term>(c.begin(), c.end() - 1), c.back());
    case Kind::Exists:
      return exists(std::vector<Term>(c.begin(), c.end() - 1), c.back());
    default:
      return rebuild_bit_vector(*this, like, c);
  }
}

}  // namespace bireach::logic
