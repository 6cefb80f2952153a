#ifndef TALUS_CLIENT_WRITTEN_FILES_H_
#define TALUS_CLIENT_WRITTEN_FILES_H_

#include <string>
#include <vector>

#include "client/sidecar.pb.h"

namespace talus {

// How a written file stands to its description.
struct FileState {
  std::string layer;  // whose values it holds; empty for pictures and recipes
  std::string format;
  std::string sample;
  std::string file;
  std::string verdict;  // "as written", "changed", "missing"
  bool holds = false;
};

// Holds the files that the sidecar at `path` describes against it: the recipe
// by its digest; layers and pictures by their SHA-256; and lossless values also
// by the digests of their layer's blocks. REQUIRES: ReadSidecar gave it.
std::vector<FileState> CheckWrittenFiles(const std::string& path,
                                         const client::Sidecar& sidecar);

}  // namespace talus

#endif  // TALUS_CLIENT_WRITTEN_FILES_H_
