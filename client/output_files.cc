#include "client/output_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client/pending_file.h"
#include "sim/recipe/utf8.h"

namespace talus {
namespace {

// File systems allow 255 bytes; layers, endings and the names of files on their
// way come on top.
constexpr size_t kMaxNameBytes = 180;

}  // namespace

std::string PictureFile(const std::string& name, ExportFormat format) {
  return absl::StrCat(name, std::string(FormatEnding(format)));
}

std::string ValuesFile(const std::string& name, Layer layer,
                       ExportFormat format) {
  return absl::StrCat(name, "_", std::string(LayerName(layer)),
                      std::string(FormatEnding(format)));
}

std::string RecipeFile(const std::string& name) {
  return name + ".recipe.textproto";
}

std::string SidecarFile(const std::string& name) { return name + ".json"; }

std::vector<std::string> OutputFiles(const std::string& name,
                                     const ExportFormats& formats,
                                     LayerSet layers) {
  std::vector<std::string> files = {RecipeFile(name), SidecarFile(name)};
  for (const ExportFormat format : formats) {
    if (IsPicture(format)) {
      files.push_back(PictureFile(name, format));
      continue;
    }
    layers.ForEach(
        [&](Layer layer) { files.push_back(ValuesFile(name, layer, format)); });
  }
  return files;
}

absl::Status CheckOutputName(const std::string& name) {
  std::string wrong;
  if (name.find('/') != std::string::npos) {
    wrong = "has a slash; --out names the folder";
  } else if (std::any_of(name.begin(), name.end(), [](unsigned char c) {
               return absl::ascii_iscntrl(c);
             })) {
    wrong = "has a control character; leave it out";
  } else if (!IsUtf8(name)) {
    wrong = "is not valid UTF-8; write it in UTF-8";
  } else if (name.empty() || name.size() > kMaxNameBytes) {
    wrong = absl::StrCat("has ", name.size(), " bytes, outside [1, ",
                         kMaxNameBytes, "]; give another");
  } else {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--name '", absl::Utf8SafeCEscape(name), "' ", wrong));
}

absl::Status CheckOutputs(const std::string& folder,
                          const std::vector<std::string>& files,
                          const std::vector<std::string>& inputs) {
  for (const std::string& file : files) {
    const std::string path = (std::filesystem::path(folder) / file).string();
    std::error_code error;
    if (!std::filesystem::exists(path, error)) continue;
    if (std::filesystem::is_directory(path, error)) {
      return FileError("cannot write", path, EISDIR);
    }
    for (const std::string& input : inputs) {
      if (!std::filesystem::equivalent(path, input, error)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("the file ", path, " would replace the input ", input,
                       "; choose another --name or --out"));
    }
  }
  return absl::OkStatus();
}

}  // namespace talus
