#ifndef TALUS_SIM_RECIPE_UTF8_H_
#define TALUS_SIM_RECIPE_UTF8_H_

#include <string_view>

namespace talus {

// Whether `text` is well-formed UTF-8: shortest forms only, no surrogates,
// nothing over U+10FFFF.
bool IsUtf8(std::string_view text);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_UTF8_H_
