// SPDX-License-Identifier: Apache-2.0
/// libFuzzer target: any bytes are either rejected with a ParseError or give a well-formed program.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "frontend/clang/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = "/tmp/bireach_fuzz_" + std::to_string(getpid()) + ".c";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const auto program = bireach::frontend::parse_c_files({path}, {});
    const auto problems = bireach::frontend::check_well_formed(program);
    for (const std::string& problem : problems) std::fprintf(stderr, "%s\n", problem.c_str());
    if (!problems.empty()) std::abort();
  } catch (const bireach::frontend::ParseError&) {
  }
  std::remove(path.c_str());
  return 0;
}
