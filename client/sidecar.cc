#include "client/sidecar.h"

#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/message_json.h"
#include "client/pending_file.h"
#include "sim/base/status_macros.h"
#include "sim/plan/engine.h"
#include "sim/plan/root_digest.h"

namespace talus {
namespace {

constexpr size_t kMaxSidecarBytes = size_t{256} << 20;

absl::Status Odd(const std::string& path, const std::string& what) {
  return absl::DataLossError(
      absl::StrCat(path, " is no description that talus writes: ", what));
}

absl::Status CheckFileName(const std::string& path, const std::string& name) {
  if (!name.empty() && name != "." && name != ".." &&
      name.find('/') == std::string::npos &&
      name.find('\0') == std::string::npos) {
    return absl::OkStatus();
  }
  return Odd(path, absl::StrCat("'", name, "' is no name of a file beside it"));
}

absl::Status CheckFiles(const std::string& path,
                        const client::Sidecar& sidecar) {
  TALUS_RETURN_IF_ERROR(CheckFileName(path, sidecar.recipe_file()));
  for (const client::LayerEntry& layer : sidecar.layers()) {
    for (const client::FileEntry& file : layer.files()) {
      TALUS_RETURN_IF_ERROR(CheckFileName(path, file.file()));
    }
  }
  for (const client::FileEntry& file : sidecar.pictures()) {
    TALUS_RETURN_IF_ERROR(CheckFileName(path, file.file()));
  }
  return absl::OkStatus();
}

absl::Status CheckBlocks(const std::string& path,
                         const client::Sidecar& sidecar) {
  constexpr auto kEdge = static_cast<double>(kWorldEdge);
  const client::Region& r = sidecar.region();
  const bool inside =
      r.x() >= -kEdge && r.y() >= -kEdge && r.x() + r.width() <= kEdge &&
      r.y() + r.height() <= kEdge && r.width() >= 1 && r.height() >= 1 &&
      r.width() <= kLargestRegion && r.height() <= kLargestRegion &&
      std::floor(r.x()) == r.x() && std::floor(r.y()) == r.y();
  if (!inside) {
    return Odd(path, "its region is none of the world");
  }
  if (sidecar.block_size() != RootDigest::kBlockCells) {
    return Odd(path, absl::StrCat("block_size = ", sidecar.block_size(),
                                  ", and blocks have ", RootDigest::kBlockCells,
                                  " cells"));
  }
  const int64_t blocks =
      BlocksOf(FromSidecar(r), RootDigest::kBlockCells).area();
  for (const client::LayerEntry& layer : sidecar.layers()) {
    if (layer.blocks_size() == blocks) continue;
    return Odd(path, absl::StrCat(layer.layer(), " has ", layer.blocks_size(),
                                  " blocks, its region ", blocks));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteSidecar(const std::string& path,
                          const client::Sidecar& sidecar) {
  TALUS_ASSIGN_OR_RETURN(const std::string json, MessageToJson(sidecar));
  return WriteFile(path, json);
}

absl::StatusOr<client::Sidecar> ReadSidecar(const std::string& path) {
  TALUS_ASSIGN_OR_RETURN(const std::string json,
                         ReadFile(path, kMaxSidecarBytes));
  client::Sidecar sidecar;
  const auto status =
      google::protobuf::util::JsonStringToMessage(json, &sidecar);
  if (!status.ok()) {
    return absl::DataLossError(absl::StrCat(
        path,
        " is no description of talus files: ", std::string(status.message())));
  }
  if (sidecar.sidecar_version() != kSidecarVersion) {
    return absl::DataLossError(
        absl::StrCat(path, " has sidecar_version ", sidecar.sidecar_version(),
                     "; this version of talus reads ", kSidecarVersion));
  }
  TALUS_RETURN_IF_ERROR(CheckFiles(path, sidecar));
  TALUS_RETURN_IF_ERROR(CheckBlocks(path, sidecar));
  return sidecar;
}

absl::StatusOr<std::string> FindSidecar(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return path;
  std::string found;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json" || name.front() == '.') continue;
    if (!found.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat(path, " has several descriptions, such as ", found,
                       " and ", entry.path().string(), "; name one"));
    }
    found = entry.path().string();
  }
  if (found.empty()) {
    return absl::NotFoundError(
        absl::StrCat(path, " has no .json file that describes talus files"));
  }
  return found;
}

client::Region ToSidecar(const Rect& rect) {
  client::Region region;
  region.set_x(static_cast<double>(rect.x0));
  region.set_y(static_cast<double>(rect.y0));
  region.set_width(static_cast<uint32_t>(rect.width()));
  region.set_height(static_cast<uint32_t>(rect.height()));
  return region;
}

Rect FromSidecar(const client::Region& region) {
  const auto x = static_cast<int64_t>(region.x());
  const auto y = static_cast<int64_t>(region.y());
  return {x, y, x + region.width(), y + region.height()};
}

}  // namespace talus
