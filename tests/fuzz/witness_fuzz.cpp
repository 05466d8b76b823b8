// SPDX-License-Identifier: Apache-2.0
/// libFuzzer target: any bytes are either rejected with a WitnessError or read as a witness that can be written and
/// read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "checker/witness/witness.h"
#include "frontend/clang/reading/source_editor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bireach::checker;
  const std::string text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(frontend::expression_problem(text));
  try {
    const Witness witness = read_witness(text, "w");
    const Witness again = read_witness(yaml_witness(witness), "again");
    if (witness.format_version != "1.0" && again.segments.size() != witness.segments.size()) std::abort();
  } catch (const WitnessError& problem) {
    if (std::string(problem.what()).find("w:") == std::string::npos &&
        std::string(problem.what()).find("again:") == std::string::npos)
      std::abort();
  }
  return 0;
}
