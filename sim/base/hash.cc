#include "sim/base/hash.h"

namespace talus {

uint64_t HashText(std::string_view text) {
  uint64_t h = Mix64(text.size());
  for (const char c : text) h = HashCombine(h, static_cast<unsigned char>(c));
  return h;
}

}  // namespace talus
