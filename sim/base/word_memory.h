#ifndef TALUS_SIM_BASE_WORD_MEMORY_H_
#define TALUS_SIM_BASE_WORD_MEMORY_H_

#include <cstdint>

namespace talus {

// Memory for `count` words of 32 bits, aligned to 64 bytes, undefined until
// written. Large memory comes in huge pages where the system has them: planes
// come and go with every group of passes, and making four thousand small pages
// of 16 MiB takes as long as a pass over them. While there are SpareWords it is
// made of large memory that was given back. Throws std::bad_alloc.
void* AllocateWords(int64_t count);

// Gives back what AllocateWords gave; nullptr is nothing.
void ReleaseWords(void* words);

struct FreeWords {
  void operator()(void* words) const { ReleaseWords(words); }
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_WORD_MEMORY_H_
