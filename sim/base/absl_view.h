#ifndef TALUS_SIM_BASE_ABSL_VIEW_H_
#define TALUS_SIM_BASE_ABSL_VIEW_H_

#include <string_view>

#include "absl/strings/string_view.h"

namespace talus {

// Debian 12 builds Abseil with a string_view of its own, which does not convert
// from the standard's.
inline absl::string_view ToAbsl(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_ABSL_VIEW_H_
