#include "client/written_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/export_format.h"
#include "client/layer_stats.h"
#include "client/pending_file.h"
#include "client/recipe_file.h"
#include "client/sidecar.h"
#include "sim/base/digest.h"
#include "sim/plan/engine.h"
#include "sim/recipe/canonical.h"

namespace talus {
namespace {

constexpr char kAsWritten[] = "as written";

// The words of a bare file, as they lie on the disk.
class MappedWords {
 public:
  MappedWords(const std::string& path, size_t bytes) : bytes_(bytes) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    words_ = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
  }
  ~MappedWords() {
    if (words_ != MAP_FAILED) munmap(words_, bytes_);
  }
  MappedWords(const MappedWords&) = delete;
  MappedWords& operator=(const MappedWords&) = delete;

  // nullptr where the file cannot be read.
  const int32_t* words() const {
    return words_ == MAP_FAILED ? nullptr : static_cast<const int32_t*>(words_);
  }

 private:
  const size_t bytes_;
  void* words_ = MAP_FAILED;
};

class Checker {
 public:
  Checker(const std::string& path, const client::Sidecar& sidecar)
      : folder_(std::filesystem::path(path).parent_path()), sidecar_(sidecar) {}

  FileState Recipe() const {
    FileState state{"", "recipe", "text", sidecar_.recipe_file(), "", false};
    const std::string path = PathOf(state.file);
    if (const absl::Status status = CheckRegularFile(path); !status.ok()) {
      state.verdict = "missing";
      return state;
    }
    const absl::StatusOr<NamedRecipe> named = LoadRecipe(path);
    if (!named.ok()) {
      state.verdict = "changed: no recipe any more";
      return state;
    }
    const absl::StatusOr<CanonicalRecipe> recipe = Canonicalize(named->recipe);
    state.holds = recipe.ok() && recipe->digest == sidecar_.recipe_digest();
    if (state.holds) {
      state.verdict = kAsWritten;
    } else if (sidecar_.engine_version() != kEngineVersion) {
      // Another version reads recipes its own way.
      state.holds = true;
      state.verdict = absl::StrCat("not checked, of engine version ",
                                   sidecar_.engine_version());
    } else {
      state.verdict =
          recipe.ok() ? absl::StrCat("changed: its digest is ", recipe->digest)
                      : "changed: no recipe that works";
    }
    return state;
  }

  FileState File(const client::FileEntry& entry,
                 const client::LayerEntry* layer) const {
    FileState state{layer == nullptr ? "" : layer->layer(),
                    entry.format(),
                    entry.sample(),
                    entry.file(),
                    "",
                    false};
    const std::string path = PathOf(entry.file());
    const absl::StatusOr<std::string> hash = HashFile(path);
    if (!hash.ok()) {
      state.verdict = absl::IsNotFound(hash.status())
                          ? "missing"
                          : std::string(hash.status().message());
    } else if (*hash != entry.sha256()) {
      state.verdict = "changed";
    } else if (layer != nullptr &&
               entry.format() == std::string(FormatName(ExportFormat::kQ32)) &&
               !HasBlocks(path, *layer)) {
      state.verdict = "its words are not those of the layer's blocks";
    } else {
      state.verdict = kAsWritten;
      state.holds = true;
    }
    return state;
  }

 private:
  std::string PathOf(const std::string& file) const {
    return (folder_ / file).string();
  }

  bool HasBlocks(const std::string& path,
                 const client::LayerEntry& layer) const {
    const Rect region = FromSidecar(sidecar_.region());
    const size_t bytes = static_cast<size_t>(region.area()) * sizeof(int32_t);
    std::error_code error;
    if (std::filesystem::file_size(path, error) != bytes || error) return false;
    const MappedWords file(path, bytes);
    if (file.words() == nullptr) return false;
    const auto digests = DigestsOf(region, {file.words(), region.width(),
                                            region.height(), region.width()})
                             .blocks;
    return std::equal(digests.begin(), digests.end(), layer.blocks().begin(),
                      layer.blocks().end(),
                      [](const Sha256Digest& made, const std::string& stated) {
                        return ToHex(made) == stated;
                      });
  }

  const std::filesystem::path folder_;
  const client::Sidecar& sidecar_;
};

}  // namespace

std::vector<FileState> CheckWrittenFiles(const std::string& path,
                                         const client::Sidecar& sidecar) {
  const Checker checker(path, sidecar);
  std::vector<FileState> states = {checker.Recipe()};
  for (const client::LayerEntry& layer : sidecar.layers()) {
    for (const client::FileEntry& file : layer.files()) {
      states.push_back(checker.File(file, &layer));
    }
  }
  for (const client::FileEntry& file : sidecar.pictures()) {
    states.push_back(checker.File(file, nullptr));
  }
  return states;
}

}  // namespace talus
