// SPDX-License-Identifier: Apache-2.0
// Any text as a property file: a property, or one of the two exceptions that say it is none.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "checker/answer/property_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    static_cast<void>(bireach::checker::parse_property(std::string_view(reinterpret_cast<const char*>(data), size)));
  } catch (const bireach::checker::PropertyError&) {
    return 0;
  } catch (const bireach::checker::UnsupportedProperty&) {
    return 0;
  }
  return 0;
}
