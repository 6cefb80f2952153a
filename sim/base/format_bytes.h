#ifndef TALUS_SIM_BASE_FORMAT_BYTES_H_
#define TALUS_SIM_BASE_FORMAT_BYTES_H_

#include <cstdint>
#include <string>

namespace talus {

// Bits to shift bytes by, so that two digits or more are left: 0, 10 (KiB) or
// 20 (MiB).
inline int ByteShift(int64_t bytes) {
  return bytes < int64_t{10} << 10 ? 0 : bytes < int64_t{10} << 20 ? 10 : 20;
}

inline std::string ByteUnit(int shift) {
  return shift == 0 ? " bytes" : shift == 10 ? " KiB" : " MiB";
}

// "512 MiB", "17 KiB", "900 bytes"; a limit is rounded down.
inline std::string FormatLimit(int64_t bytes) {
  const int shift = ByteShift(bytes);
  return std::to_string(bytes >> shift) + ByteUnit(shift);
}

// Likewise, rounded up, in the unit that FormatLimit takes for `limit`: what is
// over a limit reads as more than it.
inline std::string FormatUsed(int64_t bytes, int64_t limit) {
  const int shift = ByteShift(limit);
  const int64_t up = bytes + (int64_t{1} << shift) - 1;
  return std::to_string(up >> shift) + ByteUnit(shift);
}

inline std::string FormatBytes(int64_t bytes) {
  return FormatUsed(bytes, bytes);
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_FORMAT_BYTES_H_
