#ifndef TALUS_SIM_BASE_DIGEST_H_
#define TALUS_SIM_BASE_DIGEST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace talus {

using Sha256Digest = std::array<uint8_t, 32>;

// SHA-256 of bytes that come in pieces. Not thread-safe. REQUIRES: nothing is
// called after Finish.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void Update(const void* data, size_t size);
  void Update(std::string_view bytes) { Update(bytes.data(), bytes.size()); }
  Sha256Digest Finish();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

// SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
std::string Sha256Hex(std::string_view bytes);

// Lower-case hexadecimal digits, two a byte.
std::string ToHex(std::string_view bytes);
std::string ToHex(const Sha256Digest& digest);

// Whether `text` is 64 lower-case hexadecimal digits.
bool IsSha256Hex(std::string_view text);

}  // namespace talus

#endif  // TALUS_SIM_BASE_DIGEST_H_
