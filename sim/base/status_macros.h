#ifndef TALUS_SIM_BASE_STATUS_MACROS_H_
#define TALUS_SIM_BASE_STATUS_MACROS_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Debian 12's Abseil has none of these in its public headers.
#define TALUS_RETURN_IF_ERROR(expr)                    \
  do {                                                 \
    if (absl::Status s_ = (expr); !s_.ok()) return s_; \
  } while (false)

#define TALUS_STATUS_CONCAT_INNER(a, b) a##b
#define TALUS_STATUS_CONCAT(a, b) TALUS_STATUS_CONCAT_INNER(a, b)

#define TALUS_ASSIGN_OR_RETURN(lhs, expr) \
  TALUS_ASSIGN_OR_RETURN_IMPL(TALUS_STATUS_CONCAT(or_, __LINE__), lhs, expr)
#define TALUS_ASSIGN_OR_RETURN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                                \
  if (!tmp.ok()) return tmp.status();               \
  lhs = *std::move(tmp)

#endif  // TALUS_SIM_BASE_STATUS_MACROS_H_
