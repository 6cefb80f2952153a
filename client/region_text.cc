#include "client/region_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "sim/plan/engine.h"

namespace talus {
namespace {

// `count` whole numbers by `separator`; empty where the text is something else.
std::vector<int64_t> Numbers(const std::string& text, char separator,
                             size_t count) {
  const std::vector<std::string> words = absl::StrSplit(text, separator);
  std::vector<int64_t> numbers;
  for (const std::string& word : words) {
    int64_t number = 0;
    if (!absl::SimpleAtoi(word, &number)) return {};
    numbers.push_back(number);
  }
  if (numbers.size() != count) return {};
  return numbers;
}

// Far above any region that is made, and sums of it do not overflow.
constexpr int64_t kFar = int64_t{1} << 50;

constexpr int64_t kMaxMemory = int64_t{1} << 50;

// One past the last layer that people may name.
constexpr auto PublicLayersEnd() {
  return kLayerNames.begin() + kPublicLayerCount;
}

}  // namespace

absl::StatusOr<Rect> ParseRegion(const std::string& text) {
  const std::vector<int64_t> n = Numbers(text, ',', 4);
  if (n.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--region '", text,
                     "' is no X,Y,WIDTH,HEIGHT, four whole numbers such as "
                     "-512,0,1024,1024"));
  }
  if (n[2] < 1 || n[3] < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--region '", text, "' has ", n[2] < 1 ? "width " : "height ",
        n[2] < 1 ? n[2] : n[3], "; both must be at least 1"));
  }
  for (const int64_t number : n) {
    if (number < -kFar || number > kFar) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--region '", text, "' leaves the world, [-2^40, 2^40) cells"));
    }
  }
  return Rect{n[0], n[1], n[0] + n[2], n[1] + n[3]};
}

absl::StatusOr<std::pair<int64_t, int64_t>> ParseSize(const std::string& text) {
  std::vector<int64_t> n = Numbers(text, 'x', 2);
  if (n.empty()) {
    n = Numbers(text, 'x', 1);
    if (!n.empty()) n.push_back(n[0]);
  }
  if (n.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--size '", text,
        "' is no N or WIDTHxHEIGHT in whole numbers, such as 2048"));
  }
  for (const int64_t number : n) {
    if (number >= 1 && number <= kLargestRegion) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--size '", text, "': ", number, " is outside [1, ",
                     kLargestRegion, "]; larger regions join from parts"));
  }
  return std::make_pair(n[0], n[1]);
}

std::string AllLayers() {
  return absl::StrJoin(
      kLayerNames.begin(), PublicLayersEnd(), ", ",
      [](std::string* text, std::string_view name) { text->append(name); });
}

absl::StatusOr<LayerSet> ParseLayers(const std::string& text, LayerSet made) {
  if (text == "all") return made;
  LayerSet layers;
  const std::vector<std::string> words = absl::StrSplit(text, ',');
  for (const std::string& word : words) {
    const auto* const name =
        std::find(kLayerNames.begin(), PublicLayersEnd(), word);
    if (name == PublicLayersEnd()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--layers '", word, "' is unknown; give some of ",
                       AllLayers(), ", or all"));
    }
    layers.Add(static_cast<Layer>(name - kLayerNames.begin()));
  }
  return layers;
}

absl::StatusOr<int64_t> ParseBytes(const std::string& text) {
  constexpr std::string_view kUnits = "KMGT";
  std::string digits = text;
  int shift = 0;
  if (!digits.empty()) {
    const size_t unit = kUnits.find(
        absl::ascii_toupper(static_cast<unsigned char>(digits.back())));
    if (unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      digits.pop_back();
    }
  }
  int64_t number = 0;
  if (!absl::SimpleAtoi(digits, &number)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--memory '", text,
        "' is no number of bytes with or without K, M, G or T, such as 512M or "
        "4G"));
  }
  if (number < 1 || number > (kMaxMemory >> shift)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--memory ", text, " is outside [1, 1024T]"));
  }
  return number << shift;
}

absl::StatusOr<std::pair<double, double>> ParseRange(const std::string& text) {
  const std::vector<std::string> words = absl::StrSplit(text, ',');
  std::pair<double, double> range;
  if (words.size() != 2 || !absl::SimpleAtod(words[0], &range.first) ||
      !absl::SimpleAtod(words[1], &range.second) ||
      !std::isfinite(range.first) || !std::isfinite(range.second)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--tint '", text, "' is no LOW,HIGH in metres, such as 0,3000"));
  }
  if (range.first >= range.second) {
    return absl::InvalidArgumentError(
        absl::StrCat("--tint '", text, "': ", range.first, " is not below ",
                     range.second, "; give the lower altitude first"));
  }
  return range;
}

}  // namespace talus
