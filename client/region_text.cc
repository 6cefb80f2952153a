#include "client/region_text.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

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

}  // namespace

absl::StatusOr<Rect> ParseRegion(const std::string& text) {
  const std::vector<int64_t> n = Numbers(text, ',', 4);
  if (n.empty() || n[2] < 1 || n[3] < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--region '", text,
                     "' is no X,Y,WIDTH,HEIGHT, such as -512,0,1024,1024"));
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
  if (n.empty() || n[0] < 1 || n[1] < 1 || n[0] > kFar || n[1] > kFar) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--size '", text, "' is no N or WIDTHxHEIGHT, such as 2048"));
  }
  return std::make_pair(n[0], n[1]);
}

absl::StatusOr<LayerSet> ParseLayers(const std::string& text, LayerSet made) {
  if (text == "all") return made;
  LayerSet layers;
  const std::vector<std::string> words = absl::StrSplit(text, ',');
  for (const std::string& word : words) {
    bool known = false;
    std::string names;
    for (int i = 0; i < kPublicLayerCount; ++i) {
      const auto layer = static_cast<Layer>(i);
      absl::StrAppend(&names, names.empty() ? "" : ", ",
                      std::string(LayerName(layer)));
      if (word != LayerName(layer)) continue;
      layers.Add(layer);
      known = true;
    }
    if (!known) {
      return absl::InvalidArgumentError(
          absl::StrCat("--layers '", word, "' is unknown; give some of ", names,
                       ", or all"));
    }
  }
  return layers;
}

absl::StatusOr<int64_t> ParseBytes(const std::string& text) {
  std::string digits = text;
  int shift = 0;
  if (!digits.empty()) {
    const char unit = digits.back();
    shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0;
    if (shift > 0) digits.pop_back();
  }
  int64_t number = 0;
  if (!absl::SimpleAtoi(digits, &number) || number < 1 ||
      number > (INT64_MAX >> shift)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--memory '", text, "' is no number of bytes, such as 512M or 4G"));
  }
  return number << shift;
}

absl::StatusOr<std::pair<double, double>> ParseRange(const std::string& text) {
  const std::vector<std::string> words = absl::StrSplit(text, ',');
  std::pair<double, double> range;
  if (words.size() != 2 || !absl::SimpleAtod(words[0], &range.first) ||
      !absl::SimpleAtod(words[1], &range.second) ||
      !(range.first < range.second)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--tint '", text, "' is no LOW,HIGH in metres, such as 0,3000"));
  }
  return range;
}

}  // namespace talus
