#ifndef TALUS_SIM_BASE_LARGE_MEMORY_H_
#define TALUS_SIM_BASE_LARGE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace talus {

inline constexpr size_t kHugePage = size_t{2} << 20;

// Memory in huge pages where the system has them. What is given back is kept
// and handed out again, for the system zeroes new pages, which takes longer
// than to write a plane to them.
//
// Keeps at most the bytes that it was allowed, and with what is in use never
// more than was in use at once before: keeping does not make the process larger
// than it has been. Thread-safe.
//
// The allocator of oneTBB does not serve for that: it keeps by an age of its
// own (eight planes of 64 MiB went back to the system at once, whatever its
// limit), and its limit is of the process, not of those who hold a part.
class LargeMemory {
 public:
  // Keeps nothing until Allow.
  LargeMemory() = default;
  ~LargeMemory();  // REQUIRES: nothing is in use
  LargeMemory(const LargeMemory&) = delete;
  LargeMemory& operator=(const LargeMemory&) = delete;

  // The one of this process; never destroyed.
  static LargeMemory& OfProcess();

  // `bytes` or some more, undefined until written, aligned to kHugePage. Throws
  // std::bad_alloc.
  void* Take(size_t bytes);

  // False where `memory` is none of it.
  bool GiveBack(void* memory);

  // Raises what may be kept by `bytes`, or lowers it where they are negative
  // and lets go of the rest.
  void Allow(int64_t bytes);

  int64_t kept_bytes() const;

  // Most bytes in use at once since the last such call; at first, ever.
  int64_t TakePeak();

 private:
  struct Block {
    size_t bytes = 0;
    uint64_t given_back = 0;  // its turn among these; 0: in use
  };
  using Blocks = std::map<void*, Block>;
  using Pieces = std::vector<std::pair<void*, size_t>>;  // with their bytes

  // nullptr where none of those kept serves. What comes into use was kept, so
  // that it makes the process no larger.
  void* TakeKept(size_t bytes);

  // What these return is theirs no more; the caller frees it, without the lock.
  Pieces MakeRoom(size_t bytes);  // and counts them as in use
  Pieces LetGo();
  Pieces LetGoDownTo(size_t bytes);  // REQUIRES the lock
  static void Free(const Pieces& pieces);

  Blocks::iterator OldestKept();  // REQUIRES the lock and that there is one

  mutable std::mutex mutex_;  // guards all below
  Blocks blocks_;             // by address
  size_t in_use_ = 0;         // bytes of these
  size_t kept_ = 0;           // bytes of the others
  size_t most_in_use_ = 0;    // ever
  size_t peak_ = 0;           // most in use since it was taken
  size_t allowed_ = 0;        // most bytes of those kept
  uint64_t turn_ = 0;         // of the last one given back
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_LARGE_MEMORY_H_
