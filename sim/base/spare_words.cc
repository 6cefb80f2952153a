#include "sim/base/spare_words.h"

#include "sim/base/large_memory.h"

namespace talus {

SpareWords::SpareWords(int64_t bytes) : bytes_(bytes) {
  LargeMemory::OfProcess().Allow(bytes_);
}

SpareWords::~SpareWords() { LargeMemory::OfProcess().Allow(-bytes_); }

int64_t SpareWords::KeptBytes() {
  return LargeMemory::OfProcess().kept_bytes();
}

}  // namespace talus
