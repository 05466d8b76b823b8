// SPDX-License-Identifier: Apache-2.0
/// Where variables may be read that were not written since they exist (part of initialisation.h).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// Does a local object start to exist there, or again, without a value?
[[nodiscard]] bool leaves_unwritten(const Program& program, const Edge& edge, bool of_memory);
/// May a function without a body have written some of the cells?
[[nodiscard]] bool leaves_open(const Program& program, const Statement& statement);

/// Is it an element, or a variable of the lowering's own, which holds a byte on its way from one place in memory to
/// another?
[[nodiscard]] bool is_of_memory(const Program& program, const Expr& read);
/// What a statement copies without using its value; null: nothing.
[[nodiscard]] const Expr* copied_read(const Program& program, const Statement& statement);

/// What the statements do with one variable, by edge.
struct Uses {
  std::vector<EdgeId> unwritten;  ///< it has no value afterwards
  std::vector<EdgeId> writes;     ///< all others that assign it
  std::vector<EdgeId> reads;
  std::vector<EdgeId> copies;  ///< from it to another one
  std::vector<EdgeId> parts;   ///< where another one is put together from elements of it
  std::vector<EdgeId> lost;    ///< where a part of an element of it is stored in an element of another type
  std::vector<EdgeId> saves;   ///< on the stack of a recursive call
  std::vector<EdgeId> restores;
  // What the search finds out:
  std::set<EdgeId> received;  ///< copies to it from what may be unwritten
  std::set<EdgeId> doubtful;  ///< of all the others those before which it may be unwritten
  bool is_open = false;
  bool is_partly_written = false;  ///< may only its lowest bits be?
};

/// Flow of "not written" from declarations to reads. Linear in the program for each variable and each source of copies.
class UnwrittenSearch {
 public:
  UnwrittenSearch(const Program& program, bool of_memory)
      : program_(program), of_memory_(of_memory), stamps_(program.location_count(), 0) {
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) collect(edge);
  }

  /// By variable: what was found out of it.
  std::map<VariableId, Uses>& run();

  /// May the scalar be written where the edge starts?
  bool may_be_written(VariableId variable, EdgeId edge);

  /// One of Uses::parts: is the variable a number of the lowering's own on its way to another element?
  [[nodiscard]] bool stores_number(EdgeId part) const;

 private:
  void collect(EdgeId edge);

  /// Marks what is reached behind the edges, not through those that are blocked.
  template <typename Blocked>
  void flood(const std::vector<EdgeId>& seeds, Blocked&& blocked) {
    ++stamp_;
    std::vector<LocationId> stack;
    const auto reach = [&](LocationId location) {
      if (stamps_[location] == stamp_) return;
      stamps_[location] = stamp_;
      stack.push_back(location);
    };
    for (const EdgeId edge : seeds) reach(program_.target(edge));
    while (!stack.empty()) {
      const LocationId location = stack.back();
      stack.pop_back();
      for (const EdgeId edge : program_.outgoing(location))
        if (!blocked(edge)) reach(program_.target(edge));
    }
  }
  [[nodiscard]] bool is_reached(LocationId location) const { return stamps_[location] == stamp_; }

  void search(VariableId variable, Uses& uses);

  const Program& program_;
  bool of_memory_;
  std::map<VariableId, Uses> uses_;
  std::deque<VariableId> waiting_;
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
  std::optional<VariableId> written_of_;  ///< whose places behind writes are marked
};

}  // namespace bireach::frontend
