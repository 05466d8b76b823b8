// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/lockstep.h"

#include <doctest/doctest.h>

#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

TEST_CASE("programs side by side are well-formed") {
  int parting = 0;
  int independent = 0;
  for (int seed = 0; seed < bireach::testing::rounds(150); ++seed) {
    bireach::testing::RandomProgramOptions options;
    options.division = seed % 2 == 0;
    options.bit_operations = seed % 3 == 0;
    const frontend::Program program = bireach::testing::random_program(static_cast<std::uint64_t>(seed), options);
    std::vector<std::uint32_t> numbers;
    for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge) numbers.push_back(edge);
    for (const SliceUnit& unit : slice_units(program, std::vector<bool>(program.edge_count(), true), numbers)) {
      for (const SliceMode mode : {SliceMode::paper, SliceMode::exact}) {
        ProgramChange change(program, mode);
        change.leave_out(unit);
        std::string why;
        const auto lockstep = make_lockstep(change, why);
        REQUIRE_MESSAGE(lockstep, why);
        CHECK(frontend::check_well_formed(lockstep->program) == std::vector<std::string>{});
        CHECK(lockstep->origin.size() == lockstep->program.edge_count());
        CHECK(lockstep->original.size() == lockstep->program.variables.size());
        ++(lockstep->can_part ? parting : independent);
      }
    }
  }
  CHECK(bireach::testing::is_often(parting, 200));
  CHECK(bireach::testing::is_often(independent, 50));
}

}  // namespace
}  // namespace bireach::checker
