#ifndef TALUS_SIM_STAGE_HELPERS_H_
#define TALUS_SIM_STAGE_HELPERS_H_

#include <cstddef>
#include <functional>

namespace talus {

// Threads that have nothing else to do, for a sweep that can share its work
// out.
class Helpers {
 public:
  virtual ~Helpers() = default;

  // How many may work at the same time, the one that asks among them.
  virtual int threads() const = 0;
  // Calls work(i) for each i below `count`, in any order and maybe at the same
  // time; returns when all calls have.
  virtual void ForEach(size_t count,
                       const std::function<void(size_t)>& work) const = 0;
};

// The same, alone where nobody helps.
inline void ShareOut(const Helpers* helpers, size_t count,
                     const std::function<void(size_t)>& work) {
  if (helpers != nullptr) return helpers->ForEach(count, work);
  for (size_t i = 0; i < count; ++i) work(i);
}

}  // namespace talus

#endif  // TALUS_SIM_STAGE_HELPERS_H_
