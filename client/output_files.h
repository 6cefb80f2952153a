#ifndef TALUS_CLIENT_OUTPUT_FILES_H_
#define TALUS_CLIENT_OUTPUT_FILES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/export_format.h"
#include "sim/stage/layer.h"

namespace talus {

// What the files of a region are called, given what they are called after.
std::string PictureFile(const std::string& name, ExportFormat format);
std::string ValuesFile(const std::string& name, Layer layer,
                       ExportFormat format);
std::string RecipeFile(const std::string& name);
std::string SidecarFile(const std::string& name);

// All of them.
std::vector<std::string> OutputFiles(const std::string& name,
                                     const ExportFormats& formats,
                                     LayerSet layers);

// INVALID_ARGUMENT for a name that is no part of a file name: empty, with a
// slash or a control character, not UTF-8, or too long.
absl::Status CheckOutputName(const std::string& name);

// Whether the files can be written to the folder: INVALID_ARGUMENT where one of
// them is one of `inputs`, also by another path or a link; a FileError where a
// folder lies in the place of one.
absl::Status CheckOutputs(const std::string& folder,
                          const std::vector<std::string>& files,
                          const std::vector<std::string>& inputs);

}  // namespace talus

#endif  // TALUS_CLIENT_OUTPUT_FILES_H_
