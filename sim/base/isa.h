#ifndef TALUS_SIM_BASE_ISA_H_
#define TALUS_SIM_BASE_ISA_H_

#include <string_view>

// One binary holds each kernel for several instruction sets and picks at run
// time. The bits are the same for all: kernels use IEEE + - * / sqrt and
// integers, and nothing contracts into FMA.
namespace talus {

enum class Isa { kV2 = 2, kV3 = 3, kV4 = 4 };  // x86-64-v2, -v3, -v4

// The best set of this machine. kV2 where the machine is no x86.
Isa BestIsa();

// The set kernels run with now: BestIsa() unless a ScopedIsa says otherwise.
Isa ActiveIsa();

// Makes kernels run with another set, for tests. Process-wide: REQUIRES no
// other evaluation running, and isa <= BestIsa().
class ScopedIsa {
 public:
  explicit ScopedIsa(Isa isa);
  ~ScopedIsa();
  ScopedIsa(const ScopedIsa&) = delete;
  ScopedIsa& operator=(const ScopedIsa&) = delete;

 private:
  Isa before_;
};

std::string_view IsaName(Isa isa);

}  // namespace talus

#define TALUS_INLINE [[gnu::always_inline]] inline

// Before a loop over rows that do not overlap: compilers forget __restrict on
// local pointers and would give up on testing many of them for overlap.
#if defined(__clang__)
#define TALUS_VECTORIZE _Pragma("clang loop vectorize(assume_safety)")
#else
#define TALUS_VECTORIZE _Pragma("GCC ivdep")
#endif

#if defined(__clang__)
#define TALUS_TARGET_V4 "arch=x86-64-v4"
#else
#define TALUS_TARGET_V4 "arch=x86-64-v4,prefer-vector-width=512"
#endif

// Defines `static void name(const args_type& a)`, which runs `body(a)` as
// compiled for ActiveIsa(). REQUIRES: body and all it calls in its hot loop are
// TALUS_INLINE.
#if defined(__x86_64__)
#define TALUS_KERNEL(name, body, args_type)                                    \
  [[gnu::target("arch=x86-64-v2")]] static void name##V2(const args_type& a) { \
    body(a);                                                                   \
  }                                                                            \
  [[gnu::target("arch=x86-64-v3")]] static void name##V3(const args_type& a) { \
    body(a);                                                                   \
  }                                                                            \
  [[gnu::target(TALUS_TARGET_V4)]] static void name##V4(const args_type& a) {  \
    body(a);                                                                   \
  }                                                                            \
  static void name(const args_type& a) {                                       \
    switch (::talus::ActiveIsa()) {                                            \
      case ::talus::Isa::kV4:                                                  \
        return name##V4(a);                                                    \
      case ::talus::Isa::kV3:                                                  \
        return name##V3(a);                                                    \
      case ::talus::Isa::kV2:                                                  \
        return name##V2(a);                                                    \
    }                                                                          \
  }
#else
#define TALUS_KERNEL(name, body, args_type) \
  static void name(const args_type& a) { body(a); }
#endif

#endif  // TALUS_SIM_BASE_ISA_H_
