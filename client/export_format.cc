#include "client/export_format.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace talus {
namespace {

struct Row {
  ExportFormat format;
  std::string_view name;
  std::string_view ending;
  bool picture;
};

constexpr Row kRows[] = {
    {ExportFormat::kTiff, "tiff", ".tif", false},
    {ExportFormat::kCog, "cog", ".cog.tif", false},
    {ExportFormat::kPng16, "png16", ".png", false},
    {ExportFormat::kR16, "r16", ".r16", false},
    {ExportFormat::kR32, "r32", ".r32", false},
    {ExportFormat::kQ32, "q32", ".q32", false},
    {ExportFormat::kHillshade, "hillshade", "_hillshade.png", true},
    {ExportFormat::kRelief, "relief", "_relief.png", true},
    {ExportFormat::kSheet, "sheet", "_sheet.png", true},
};

const Row& RowOf(ExportFormat format) {
  return kRows[static_cast<size_t>(format)];
}

}  // namespace

std::string_view FormatName(ExportFormat format) { return RowOf(format).name; }
bool IsPicture(ExportFormat format) { return RowOf(format).picture; }
std::string_view FormatEnding(ExportFormat format) {
  return RowOf(format).ending;
}

std::string AllFormats() {
  std::string all;
  for (const Row& row : kRows) {
    absl::StrAppend(&all, all.empty() ? "" : ", ", std::string(row.name));
  }
  return all;
}

absl::StatusOr<ExportFormats> ParseFormats(const std::string& list) {
  ExportFormats formats;
  const std::vector<std::string> words = absl::StrSplit(list, ',');
  for (const std::string& word : words) {
    bool known = false;
    for (const Row& row : kRows) {
      if (row.name != word) continue;
      formats.insert(row.format);
      known = true;
    }
    if (!known) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--format '", word, "' is unknown; give some of ", AllFormats()));
    }
  }
  return formats;
}

}  // namespace talus
