#ifndef TALUS_CLIENT_PENDING_FILE_H_
#define TALUS_CLIENT_PENDING_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace talus {

// A file that appears whole or not at all: written under another name in the
// same folder, then renamed. Without Commit it is removed; what a killed
// process left there, RemoveAbandoned finds by the name.
class PendingFile {
 public:
  explicit PendingFile(const std::string& path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  // Where to write. Keeps the ending of the name, by which GDAL goes.
  const std::string& temporary() const { return temporary_; }
  absl::Status Commit();

 private:
  const std::string path_;
  const std::string temporary_;
  bool committed_ = false;
};

// Removes from a folder what processes of this host left uncommitted that are
// no more. Folders that cannot be read are left to those that write there.
void RemoveAbandoned(const std::string& folder);

// Reads a regular file of at most `max_bytes`. NOT_FOUND, PERMISSION_DENIED or
// RESOURCE_EXHAUSTED.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);
// Writes a file by way of a PendingFile.
absl::Status WriteFile(const std::string& path, std::string_view bytes);
// SHA-256 of a file, hexadecimal.
absl::StatusOr<std::string> HashFile(const std::string& path);
// Removes a file if there is one.
absl::Status RemoveFile(const std::string& path);
// Makes a folder and those above it.
absl::Status MakeFolder(const std::string& path);
// NOT_FOUND for what is no regular file: a folder, a pipe, a device, nothing.
absl::Status CheckRegularFile(const std::string& path);
// What errno says of a path: NOT_FOUND, PERMISSION_DENIED, ABORTED (the disk is
// full or broken).
absl::Status FileError(const std::string& what, const std::string& path,
                       int error);

}  // namespace talus

#endif  // TALUS_CLIENT_PENDING_FILE_H_
