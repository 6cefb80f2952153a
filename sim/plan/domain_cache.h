#ifndef TALUS_SIM_PLAN_DOMAIN_CACHE_H_
#define TALUS_SIM_PLAN_DOMAIN_CACHE_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "sim/base/byte_lru.h"
#include "sim/plan/state.h"

namespace talus {

// Holds whole domains after sections that work on whole domains, the last used
// ones up to a number of bytes, so that they are made once for all windows and
// requests. Thread-safe.
class DomainCache {
 public:
  // Digest of the recipe up to the section, and level.
  using Key = std::pair<std::string, int>;
  using Maker = absl::FunctionRef<absl::StatusOr<State>()>;

  explicit DomainCache(int64_t bytes) : held_(bytes) {}

  // The state held under `key`, or what make() returns, which is kept. Of those
  // who ask for one key at a time one makes it and the others wait. CANCELLED
  // within some milliseconds of `stop` while waiting.
  absl::StatusOr<State> Get(const Key& key, const std::stop_token& stop,
                            Maker make);

  // Keeps a state that was made otherwise.
  void Put(const Key& key, const State& state);

  int64_t bytes() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any made_;
  absl::flat_hash_set<Key> in_work_;
  ByteLru<Key, State> held_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_DOMAIN_CACHE_H_
