#include "sim/base/isa.h"

#include <atomic>

#if defined(__FAST_MATH__)
#error "-ffast-math breaks the law: the same bits on every machine."
#endif

namespace talus {
namespace {

std::atomic<Isa>& Active() {
  static std::atomic<Isa> active(BestIsa());
  return active;
}

}  // namespace

Isa BestIsa() {
#if defined(__x86_64__)
  static const Isa best = [] {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
      return Isa::kV4;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2")) {
      return Isa::kV3;
    }
    return Isa::kV2;
  }();
  return best;
#else
  return Isa::kV2;
#endif
}

Isa ActiveIsa() { return Active().load(std::memory_order_relaxed); }

ScopedIsa::ScopedIsa(Isa isa) : before_(Active().exchange(isa)) {}
ScopedIsa::~ScopedIsa() { Active().store(before_); }

std::string_view IsaName(Isa isa) {
  switch (isa) {
    case Isa::kV4:
      return "x86-64-v4";
    case Isa::kV3:
      return "x86-64-v3";
    case Isa::kV2:
      break;
  }
  return "x86-64-v2";
}

}  // namespace talus
