#ifndef TALUS_SIM_BASE_WORD_MEMORY_H_
#define TALUS_SIM_BASE_WORD_MEMORY_H_

#include <cstdint>
#include <cstdlib>

namespace talus {

struct FreeWords {
  void operator()(void* words) const { std::free(words); }
};

// Memory for `count` words of 32 bits, aligned to 64 bytes, undefined until
// written. Large memory comes in huge pages where the system has them: planes
// come and go with every group of passes, and making four thousand small pages
// of 16 MiB takes as long as a pass over them. Throws std::bad_alloc.
void* AllocateWords(int64_t count);

}  // namespace talus

#endif  // TALUS_SIM_BASE_WORD_MEMORY_H_
