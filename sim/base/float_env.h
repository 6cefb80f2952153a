#ifndef TALUS_SIM_BASE_FLOAT_ENV_H_
#define TALUS_SIM_BASE_FLOAT_ENV_H_

#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace talus {

// Rounds to nearest and keeps denormals while it lives, whatever the process
// set before: both change bits. Restores what was there. One per task.
class ScopedFloatEnv {
 public:
#if defined(__x86_64__)
  ScopedFloatEnv() : before_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  ~ScopedFloatEnv() { _mm_setcsr(before_); }
#else
  ScopedFloatEnv() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~ScopedFloatEnv() { std::fesetenv(&before_); }
#endif
  ScopedFloatEnv(const ScopedFloatEnv&) = delete;
  ScopedFloatEnv& operator=(const ScopedFloatEnv&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr unsigned kDefault =
      0x1f80;  // all exceptions masked, nearest, no FTZ, no DAZ
  unsigned before_;
#else
  std::fenv_t before_;
#endif
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_FLOAT_ENV_H_
