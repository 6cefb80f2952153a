#ifndef TALUS_CLIENT_ODD_LAYOUT_H_
#define TALUS_CLIENT_ODD_LAYOUT_H_

#include <cstdint>
#include <string>

#include "sim/plan/engine.h"

namespace talus {

// A way to lay out work that differs from the usual one: another block size,
// other passes per group, another number of threads, another order. Drawn from
// `number`.
EngineOptions OddLayout(uint64_t number, int64_t memory_bytes);
std::string DescribeLayout(const EngineOptions& options);

}  // namespace talus

#endif  // TALUS_CLIENT_ODD_LAYOUT_H_
