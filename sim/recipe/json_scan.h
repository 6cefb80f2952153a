#ifndef TALUS_SIM_RECIPE_JSON_SCAN_H_
#define TALUS_SIM_RECIPE_JSON_SCAN_H_

#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace talus {

// What is wrong with a value, given its path (as for JsonErrorAt) and its first
// character; empty where nothing is.
using JsonValueCheck =
    std::function<std::string(std::string_view path, char first)>;

// Checks that `text` is one JSON value by RFC 8259, no key twice in an object,
// at most `max_depth` values inside each other, and none that `check` refuses.
// INVALID_ARGUMENT names line and column.
absl::Status CheckJson(std::string_view text, int max_depth,
                       const JsonValueCheck& check);

// INVALID_ARGUMENT with the line and column of the value at `path`
// (`stages[1].plane.base_m`; camelCase keys are found by their snake_case
// names), or of the innermost value around it that is there. REQUIRES:
// CheckJson(text) is OK.
absl::Status JsonErrorAt(std::string_view text, std::string_view path,
                         std::string_view message);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_JSON_SCAN_H_
