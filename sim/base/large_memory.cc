#include "sim/base/large_memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace talus {
namespace {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using SystemMemory = std::unique_ptr<void, FreeMemory>;

SystemMemory FromSystem(size_t bytes) {
  // Unlike aligned_alloc it takes any size.
  void* piece = nullptr;
  if (posix_memalign(&piece, kHugePage, bytes) != 0) return nullptr;
  SystemMemory memory(piece);
#if defined(MADV_HUGEPAGE)
  // The rest after the last whole one keeps small pages, so nothing is wasted.
  (void)madvise(piece, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

void FreeAll(const std::vector<void*>& memory) {
  for (void* each : memory) std::free(each);
}

}  // namespace

LargeMemory::~LargeMemory() { FreeAll(LetGo()); }

LargeMemory& LargeMemory::OfProcess() {
  // Planes may outlive the statics of other files.
  static LargeMemory& memory = *new LargeMemory;
  return memory;
}

void* LargeMemory::Take(size_t bytes) {
  if (void* kept = TakeKept(bytes)) return kept;
  FreeAll(MakeRoom(bytes));
  SystemMemory memory = FromSystem(bytes);
  if (memory == nullptr) {
    FreeAll(LetGo());
    memory = FromSystem(bytes);
  }
  const std::lock_guard lock(mutex_);
  if (memory == nullptr) {
    in_use_ -= bytes;
    throw std::bad_alloc();
  }
  most_in_use_ = std::max(most_in_use_, in_use_);
  peak_ = std::max(peak_, in_use_);
  blocks_.emplace(memory.get(), Block{bytes});
  return memory.release();
}

bool LargeMemory::GiveBack(void* memory) {
  std::vector<void*> leaving;
  {
    const std::lock_guard lock(mutex_);
    const auto block = blocks_.find(memory);
    if (block == blocks_.end()) return false;
    in_use_ -= block->second.bytes;
    kept_ += block->second.bytes;
    block->second.given_back = ++turn_;
    leaving = LetGoDownTo(allowed_);
  }
  FreeAll(leaving);
  return true;
}

void LargeMemory::Allow(int64_t bytes) {
  std::vector<void*> leaving;
  {
    const std::lock_guard lock(mutex_);
    allowed_ += static_cast<size_t>(bytes);
    leaving = LetGoDownTo(allowed_);
  }
  FreeAll(leaving);
}

int64_t LargeMemory::kept_bytes() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int64_t>(kept_);
}

int64_t LargeMemory::TakePeak() {
  const std::lock_guard lock(mutex_);
  return static_cast<int64_t>(std::exchange(peak_, in_use_));
}

// The smallest that serves, of these the last given back; none that would be
// wasted by more than an eighth, since what is asked for is what plans count.
void* LargeMemory::TakeKept(size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto best = blocks_.end();
  for (auto b = blocks_.begin(); b != blocks_.end(); ++b) {
    const Block& block = b->second;
    if (block.given_back == 0 || block.bytes < bytes ||
        block.bytes - bytes > block.bytes / 8) {
      continue;
    }
    if (best == blocks_.end() || block.bytes < best->second.bytes ||
        (block.bytes == best->second.bytes &&
         block.given_back > best->second.given_back)) {
      best = b;
    }
  }
  if (best == blocks_.end()) return nullptr;
  best->second.given_back = 0;
  kept_ -= best->second.bytes;
  in_use_ += best->second.bytes;
  peak_ = std::max(peak_, in_use_);
  return best->first;
}

std::vector<void*> LargeMemory::MakeRoom(size_t bytes) {
  const std::lock_guard lock(mutex_);
  in_use_ += bytes;
  return LetGoDownTo(std::max(most_in_use_, in_use_) - in_use_);
}

std::vector<void*> LargeMemory::LetGo() {
  const std::lock_guard lock(mutex_);
  return LetGoDownTo(0);
}

LargeMemory::Blocks::iterator LargeMemory::OldestKept() {
  auto oldest = blocks_.end();
  for (auto b = blocks_.begin(); b != blocks_.end(); ++b) {
    if (b->second.given_back == 0) continue;
    if (oldest == blocks_.end() ||
        b->second.given_back < oldest->second.given_back) {
      oldest = b;
    }
  }
  return oldest;
}

std::vector<void*> LargeMemory::LetGoDownTo(size_t bytes) {
  std::vector<void*> leaving;
  while (kept_ > bytes) {
    const auto oldest = OldestKept();
    kept_ -= oldest->second.bytes;
    leaving.push_back(oldest->first);
    blocks_.erase(oldest);
  }
  return leaving;
}

}  // namespace talus
