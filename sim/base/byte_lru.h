#ifndef TALUS_SIM_BASE_BYTE_LRU_H_
#define TALUS_SIM_BASE_BYTE_LRU_H_

#include <cstdint>
#include <list>
#include <map>
#include <utility>

namespace talus {

// Values by key, those used last, as far as their bytes together stay within a
// limit. Not thread-safe.
template <typename Key, typename Value>
class ByteLru {
 public:
  explicit ByteLru(int64_t limit) : limit_(limit) {}

  // The value held under `key`, which counts as used; nullptr where none is.
  // Valid until the next Keep.
  const Value* Find(const Key& key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  // Keeps a value of `bytes`, unless there is one under `key` or it alone is
  // beyond the limit. What was longest unused makes room for it.
  void Keep(const Key& key, Value value, int64_t bytes) {
    if (bytes > limit_ || by_key_.contains(key)) return;
    entries_.push_front({key, std::move(value), bytes});
    by_key_[key] = entries_.begin();
    bytes_ += bytes;
    while (bytes_ > limit_) {
      bytes_ -= entries_.back().bytes;
      by_key_.erase(entries_.back().key);
      entries_.pop_back();
    }
  }

  int64_t bytes() const { return bytes_; }

 private:
  struct Entry {
    Key key;
    Value value;
    int64_t bytes;
  };

  const int64_t limit_;
  std::list<Entry> entries_;  // used last first
  std::map<Key, typename std::list<Entry>::iterator> by_key_;
  int64_t bytes_ = 0;
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_BYTE_LRU_H_
