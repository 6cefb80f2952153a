#include "sim/base/word_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

#include "sim/base/large_memory.h"

namespace talus {
namespace {

constexpr size_t kCacheLine = 64;

bool MayBeLarge(const void* words) {
  return reinterpret_cast<uintptr_t>(words) % kHugePage == 0;
}

}  // namespace

void* AllocateWords(int64_t count) {
  const size_t bytes = (static_cast<size_t>(count) * 4 + kCacheLine - 1) /
                       kCacheLine * kCacheLine;
  if (bytes >= kHugePage) return LargeMemory::OfProcess().Take(bytes);
  void* words = std::aligned_alloc(kCacheLine, bytes);
  if (words == nullptr) throw std::bad_alloc();
  return words;
}

void ReleaseWords(void* words) {
  if (MayBeLarge(words) && LargeMemory::OfProcess().GiveBack(words)) return;
  std::free(words);
}

}  // namespace talus
