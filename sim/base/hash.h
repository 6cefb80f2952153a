#ifndef TALUS_SIM_BASE_HASH_H_
#define TALUS_SIM_BASE_HASH_H_

#include <cstdint>
#include <string_view>

#include "sim/base/isa.h"

// Every random draw is a hash of world coordinates and of what asks for it;
// nothing draws from a stateful generator.
namespace talus {

// Finaliser of splitmix64 (Steele, Lea, Flood. Fast Splittable Pseudorandom
// Number Generators. 2014).
TALUS_INLINE uint64_t Mix64(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// Joins a value to a key; order counts.
TALUS_INLINE uint64_t HashCombine(uint64_t key, uint64_t value) {
  return Mix64(key + 0x9e3779b97f4a7c15ull + Mix64(value));
}

// Hash of a text, for seeds given as words.
uint64_t HashText(std::string_view text);

// A 32-bit finaliser with low bias (after the search by C. Wellons, 2018): two
// multiplications, which every vector unit has.
TALUS_INLINE uint32_t Mix32(uint32_t h) {
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  h ^= h >> 16;
  return h;
}

// Key of one row of draws: (stage seed, pass, salt, y). Constant along the row.
TALUS_INLINE uint32_t RowKey(uint64_t seed, int64_t pass, uint32_t salt,
                             int64_t y) {
  uint64_t k = HashCombine(seed, static_cast<uint64_t>(pass));
  k = HashCombine(k, salt);
  k = HashCombine(k, static_cast<uint64_t>(y));
  return static_cast<uint32_t>(k ^ (k >> 32));
}

// The draw of column x in a row. The low 32 bits of x count, so draws repeat
// after 2^32 columns.
TALUS_INLINE uint32_t CellHash(uint32_t row_key, uint32_t x) {
  return Mix32(x * 0x9e3779b1u + row_key);
}

// A number in [0, 1) of 24 bits from a hash.
TALUS_INLINE float UnitFloat(uint32_t hash) {
  return static_cast<float>(static_cast<int32_t>(hash >> 8)) *
         (1.0f / 16777216.0f);
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_HASH_H_
