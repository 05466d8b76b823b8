// SPDX-License-Identifier: Apache-2.0
/// Versions of element maps against maps of the standard library.
#include "logic/terms/element_map.h"

#include <doctest/doctest.h>

#include <iterator>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace bireach::logic {
namespace {

using Plain = std::map<Integer, Integer>;

bool same(const ElementMap& map, const Plain& plain) {
  auto expected = plain.begin();
  for (const auto& [key, value] : map) {
    if (expected == plain.end() || expected->first != key || expected->second != value) return false;
    ++expected;
  }
  return expected == plain.end() && map.empty() == plain.empty();
}

TEST_CASE("every version of a map stays what it was when others change") {
  std::mt19937_64 rng(5);
  const auto below = [&](int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(rng); };
  for (int round = 0; round < 20; ++round) {
    std::vector<std::pair<ElementMap, Plain>> versions(1);
    for (int step = 0; step < 300; ++step) {
      const auto chosen = static_cast<std::size_t>(below(static_cast<int>(versions.size())));
      if (below(3) == 0) versions.push_back(versions[chosen]);
      auto& [map, plain] = versions[chosen];
      const Integer key = below(40) - 20;
      if (below(3) == 0) {
        map.erase(key);
        plain.erase(key);
      } else {
        const Integer value = below(5);
        map.insert_or_assign(key, value);
        plain[key] = value;
      }
    }
    for (const auto& [map, plain] : versions) {
      CHECK(same(map, plain));
      for (int key = -22; key < 22; ++key) {
        const auto found = plain.find(key);
        const Integer* value = map.find(key);
        REQUIRE((value != nullptr) == (found != plain.end()));
        if (value != nullptr) CHECK(*value == found->second);
        const auto next = plain.upper_bound(key);
        const auto* entry = map.find_at_most(key);
        REQUIRE((entry != nullptr) == (next != plain.begin()));
        if (entry != nullptr) CHECK(entry->first == std::prev(next)->first);
      }
      const auto& [other_map, other_plain] = versions[static_cast<std::size_t>(below(3)) % versions.size()];
      CHECK((map == other_map) == (plain == other_plain));
    }
  }
}

TEST_CASE("maps with equal entries are equal, however they were made") {
  ElementMap upwards, downwards;
  for (int key = 0; key < 1000; ++key) upwards.insert_or_assign(key, key % 7);
  for (int key = 1500; key-- > 0;) downwards.insert_or_assign(key, key % 7);
  CHECK_FALSE(upwards == downwards);
  for (int key = 1000; key < 1500; ++key) downwards.erase(key);
  CHECK(upwards == downwards);
  CHECK(ElementMap{{Integer(1), Integer(2)}, {Integer(1), Integer(3)}} == ElementMap{{Integer(1), Integer(3)}});
}

TEST_CASE("copies may be changed by different threads") {
  ElementMap shared;
  for (int key = 0; key < 500; ++key) shared.insert_or_assign(key, 0);
  std::vector<ElementMap> copies(2, shared);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 2; ++t)
      threads.emplace_back([&copies, t] {
        for (int key = 0; key < 500; ++key) copies[static_cast<std::size_t>(t)].insert_or_assign(key, t + 1);
      });
  }
  for (int key = 0; key < 500; ++key) {
    CHECK(*shared.find(key) == 0);
    CHECK(*copies[0].find(key) == 1);
    CHECK(*copies[1].find(key) == 2);
  }
}

}  // namespace
}  // namespace bireach::logic
