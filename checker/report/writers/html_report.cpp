// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/html_report.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <string_view>

#include "checker/report/writers/html_data.h"
#include "checker/report/writers/html_page.h"

namespace bireach::checker {
namespace {

/// "sha256-…", as a Content Security Policy names a script or style.
std::string policy_hash(std::string_view content) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  if (EVP_Digest(content.data(), content.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("cannot compute a hash for the report");
  std::array<unsigned char, std::size_t{2} * EVP_MAX_MD_SIZE> text{};
  const int size = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(length));
  return "sha256-" + std::string(text.begin(), text.begin() + size);
}

std::string island(const std::string& id, const nlohmann::ordered_json& data) {
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id,
                     json_island(data.dump(-1, ' ', true, replace)));
}

/// The template with each "{{name}}" replaced once.
std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string result;
  for (const auto& [name, content] : parts) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) throw std::logic_error("the page has no " + std::string(name));
    result += text.substr(0, at);
    result += content;
    text.remove_prefix(at + name.size());
  }
  result += text;
  return result;
}

}  // namespace

std::string json_island(const std::string& ascii_json) {
  std::string result;
  result.reserve(ascii_json.size() + ascii_json.size() / 16);
  for (const char c : ascii_json) {
    switch (c) {
      case '<':
        result += "\\u003c";
        break;
      case '>':
        result += "\\u003e";
        break;
      case '&':
        result += "\\u0026";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string html_report(const Report& report, const Drawing& drawing) {
  const HtmlData data(report);
  std::string islands = island("data", data.head(drawing)) + island("sources", data.sources());
  for (std::size_t i = 0; i < report.traces.size(); ++i) islands += island(fmt::format("trace-{}", i), data.trace(i));
  const std::string style(page_style());
  const std::string script(page_script());
  const std::string policy =
      fmt::format("default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
                  policy_hash(style), policy_hash(script));
  return filled(page_template(),
                {{"{{policy}}", policy}, {"{{style}}", style}, {"{{islands}}", islands}, {"{{script}}", script}});
}

}  // namespace bireach::checker
