#ifndef TALUS_SERVER_FLAGS_H_
#define TALUS_SERVER_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/server_options.h"

namespace talus {

// What the command line of talusd asks for.
struct Flags {
  enum class Verb { kServe, kPrintText, kProbe };
  Verb verb = Verb::kServe;
  ServerOptions options;
  std::string text;           // of kPrintText
  std::string probe_address;  // of kProbe
};

// Reads the arguments, program name first, and the file that --config names.
// What is left open gets a value by the machine. INVALID_ARGUMENT for unknown
// or bad flags.
absl::StatusOr<Flags> ParseFlags(const std::vector<std::string>& arguments);

// All flags with their defaults and what they do, as a file for --config.
std::string DefaultConfig();

}  // namespace talus

#endif  // TALUS_SERVER_FLAGS_H_
