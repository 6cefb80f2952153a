#ifndef TALUS_CLIENT_EXIT_CODE_H_
#define TALUS_CLIENT_EXIT_CODE_H_

#include "absl/status/status.h"

namespace talus {

// What `talus` says to the shell. docs/cli.md and `talus --help` list them.
enum class ExitCode {
  kOk = 0,
  kInternal = 1,     // a fault of talus itself
  kUsage = 2,        // wrong flags or a recipe that cannot work
  kMismatch = 3,     // digests or files do not agree
  kUnavailable = 4,  // the server is away, too slow or refuses to talk
  kIo = 5,           // a file cannot be read or written
  kResources = 6,    // over a limit of memory, cells or work
  kCancelled = 130,  // Ctrl-C
};

ExitCode ExitCodeOf(const absl::Status& status);

}  // namespace talus

#endif  // TALUS_CLIENT_EXIT_CODE_H_
