#include "client/export_format.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(ExportFormat, EveryNamedFormatIsReadBack) {
  const auto formats =
      ParseFormats("tiff,cog,png16,r16,r32,q32,hillshade,relief,sheet");
  ASSERT_TRUE(formats.ok());
  EXPECT_EQ(formats->size(), 9u);
  for (const ExportFormat format : *formats) {
    EXPECT_EQ(*ParseFormats(std::string(FormatName(format))),
              ExportFormats{format});
  }
}

TEST(ExportFormat, PicturesAreThoseThatHoldNoValues) {
  EXPECT_TRUE(IsPicture(ExportFormat::kSheet));
  EXPECT_FALSE(IsPicture(ExportFormat::kPng16));
}

TEST(ExportFormat, AnUnknownOneIsToldWithTheListOfThose) {
  EXPECT_EQ(ParseFormats("tiff,jpeg").status(),
            absl::InvalidArgumentError("--format 'jpeg' is unknown; give some "
                                       "of tiff, cog, png16, r16, r32, q32, "
                                       "hillshade, relief, sheet"));
  EXPECT_FALSE(ParseFormats("").ok());
}

}  // namespace
}  // namespace talus
