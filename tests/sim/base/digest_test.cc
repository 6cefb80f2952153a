#include "sim/base/digest.h"

#include <gtest/gtest.h>

#include <string>

namespace talus {
namespace {

// The vectors of FIPS 180-2.
TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(Sha256Hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(
      Sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, DoesNotDependOnHowTheBytesCome) {
  Sha256 hash;
  const std::string piece(777, 'a');
  size_t left = 1000000;
  for (; left > piece.size(); left -= piece.size()) hash.Update(piece);
  Sha256 moved = std::move(hash);
  moved.Update(piece.data(), left);
  EXPECT_EQ(ToHex(moved.Finish()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hex, IsLowerCaseAndTwoDigitsAByte) {
  EXPECT_EQ(ToHex(std::string_view("\x00\x0f\xf0\xff", 4)), "000ff0ff");
  EXPECT_EQ(ToHex(std::string_view()), "");
}

TEST(IsSha256Hex, AcceptsSixtyFourLowerCaseDigitsOnly) {
  EXPECT_TRUE(IsSha256Hex(Sha256Hex("x")));
  EXPECT_FALSE(IsSha256Hex(std::string(63, 'a')));
  EXPECT_FALSE(IsSha256Hex(std::string(65, 'a')));
  EXPECT_FALSE(IsSha256Hex(std::string(64, 'A')));
  EXPECT_FALSE(IsSha256Hex(std::string(64, 'g')));
}

}  // namespace
}  // namespace talus
