#ifndef TALUS_SIM_BASE_SPARE_WORDS_H_
#define TALUS_SIM_BASE_SPARE_WORDS_H_

#include <cstdint>

namespace talus {

// While one lives, the process keeps large memory of AllocateWords that is
// given back, up to `bytes`, as LargeMemory says; several add up. Thread-safe.
class SpareWords {
 public:
  explicit SpareWords(int64_t bytes);
  ~SpareWords();  // lets go of what the others leave no room for
  SpareWords(const SpareWords&) = delete;
  SpareWords& operator=(const SpareWords&) = delete;

  // What is kept now, for all of them together.
  static int64_t KeptBytes();

 private:
  const int64_t bytes_;
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_SPARE_WORDS_H_
