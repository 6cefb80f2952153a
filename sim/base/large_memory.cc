#include "sim/base/large_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace talus {
namespace {

#if defined(__SANITIZE_ADDRESS__)
// It watches the ends of what malloc gave, and of nothing else.
void* FromSystem(size_t bytes) {
  void* memory = nullptr;
  return posix_memalign(&memory, kHugePage, bytes) == 0 ? memory : nullptr;
}

void ToSystem(void* memory, size_t /*bytes*/) { std::free(memory); }
#else
size_t WholePages(size_t bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

// Pages of its own, so that the system has them back at once: between pieces of
// other sizes the heap would keep several times what is in use.
void* FromSystem(size_t bytes) {
  if (bytes > SIZE_MAX - kHugePage) return nullptr;
  void* mapped = mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(mapped);
  const size_t past = reinterpret_cast<uintptr_t>(mapped) % kHugePage;
  const size_t before = past == 0 ? 0 : kHugePage - past;
  if (before > 0) munmap(begin, before);
  begin += before;
  const size_t pages = WholePages(bytes);
  if (kHugePage - before > pages - bytes) {
    munmap(begin + pages, bytes + kHugePage - before - pages);
  }
#if defined(MADV_HUGEPAGE)
  // The rest after the last whole one keeps small pages, so nothing is wasted.
  (void)madvise(begin, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return begin;
}

void ToSystem(void* memory, size_t bytes) { munmap(memory, bytes); }
#endif

}  // namespace

LargeMemory::~LargeMemory() { Free(LetGo()); }

LargeMemory& LargeMemory::OfProcess() {
  // Planes may outlive the statics of other files.
  static LargeMemory& memory = *new LargeMemory;
  return memory;
}

void* LargeMemory::Take(size_t bytes) {
  if (void* kept = TakeKept(bytes)) return kept;
  Free(MakeRoom(bytes));
  void* memory = FromSystem(bytes);
  if (memory == nullptr) {
    Free(LetGo());
    memory = FromSystem(bytes);
  }
  const std::lock_guard lock(mutex_);
  if (memory == nullptr) {
    in_use_ -= bytes;
    throw std::bad_alloc();
  }
  most_in_use_ = std::max(most_in_use_, in_use_);
  peak_ = std::max(peak_, in_use_);
  blocks_.emplace(memory, Block{bytes});
  return memory;
}

bool LargeMemory::GiveBack(void* memory) {
  Pieces leaving;
  {
    const std::lock_guard lock(mutex_);
    const auto block = blocks_.find(memory);
    if (block == blocks_.end()) return false;
    in_use_ -= block->second.bytes;
    kept_ += block->second.bytes;
    block->second.given_back = ++turn_;
    leaving = LetGoDownTo(allowed_);
  }
  Free(leaving);
  return true;
}

void LargeMemory::Free(const Pieces& pieces) {
  for (const auto& [memory, bytes] : pieces) ToSystem(memory, bytes);
}

void LargeMemory::Allow(int64_t bytes) {
  Pieces leaving;
  {
    const std::lock_guard lock(mutex_);
    allowed_ += static_cast<size_t>(bytes);
    leaving = LetGoDownTo(allowed_);
  }
  Free(leaving);
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

LargeMemory::Pieces LargeMemory::MakeRoom(size_t bytes) {
  const std::lock_guard lock(mutex_);
  in_use_ += bytes;
  return LetGoDownTo(std::max(most_in_use_, in_use_) - in_use_);
}

LargeMemory::Pieces LargeMemory::LetGo() {
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

LargeMemory::Pieces LargeMemory::LetGoDownTo(size_t bytes) {
  Pieces leaving;
  while (kept_ > bytes) {
    const auto oldest = OldestKept();
    kept_ -= oldest->second.bytes;
    leaving.emplace_back(oldest->first, oldest->second.bytes);
    blocks_.erase(oldest);
  }
  return leaving;
}

}  // namespace talus
