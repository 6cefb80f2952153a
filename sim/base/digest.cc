#include "sim/base/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <new>

namespace talus {
namespace {

// OpenSSL fails here only for want of memory.
void Check(int ok) {
  if (ok != 1) throw std::bad_alloc();
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (context_ == nullptr) throw std::bad_alloc();
  Check(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::Update(const void* data, size_t size) {
  Check(EVP_DigestUpdate(context_.get(), data, size));
}

Sha256Digest Sha256::Finish() {
  Sha256Digest digest;
  Check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
  return digest;
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return ToHex(hash.Finish());
}

std::string ToHex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string ToHex(const Sha256Digest& digest) {
  return ToHex(std::string_view(reinterpret_cast<const char*>(digest.data()),
                                digest.size()));
}

bool IsSha256Hex(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace talus
