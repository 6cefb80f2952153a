#ifndef TALUS_SIM_BASE_WORKERS_H_
#define TALUS_SIM_BASE_WORKERS_H_

#include <cstddef>
#include <functional>

namespace talus {

// Who does work that falls into parts. This one is the calling thread, which
// does one part after the other.
class Workers {
 public:
  Workers() = default;
  virtual ~Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // How many parts are worth making: of more, some wait for others. No bound on
  // how many are under way at once.
  virtual int count() const { return 1; }

  // Calls work(i) for each i below `parts`, in any order, several at once, and
  // returns when all have returned. What they write MUST NOT depend on either.
  virtual void ForEach(size_t parts,
                       const std::function<void(size_t)>& work) const {
    for (size_t i = 0; i < parts; ++i) work(i);
  }
};

// The calling thread.
inline const Workers kOneWorker;

}  // namespace talus

#endif  // TALUS_SIM_BASE_WORKERS_H_
