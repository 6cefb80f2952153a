// The command line as a process: what it prints and how it ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sim/recipe/presets.h"
#include "tests/client/cli_harness.h"
#include "tests/client/gdal_reader.h"
#include "tests/client/test_raster.h"

namespace talus {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(Cli, GenerateWritesWhatItPrints) {
  const Finished run =
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format",
             "tiff,png16,r16,hillshade,sheet", "--layers", "height,flow"});
  ASSERT_EQ(run.code, 0) << run.errors;
  int lines = 0;
  for (size_t at = 0; at < run.output.size(); ++lines) {
    const size_t end = run.output.find('\n', at);
    EXPECT_TRUE(std::filesystem::exists(run.output.substr(at, end - at)));
    at = end + 1;
  }
  EXPECT_EQ(lines, 9);  // 2 pictures, 2 layers in 3 formats, the sidecar
  const Dataset tiff = OpenWithGdal(Out("land_height.tif"));
  ASSERT_NE(tiff, nullptr);
  EXPECT_EQ(tiff->GetRasterXSize(), 320);
  EXPECT_THAT(run.errors, HasSubstr("land: 320 x 256 cells of 20 m"));
}

TEST_F(Cli, SeedsAndOverridesChangeTheRecipeAndADrawnSeedIsPrinted) {
  const auto digest = [&](std::vector<std::string> more) {
    std::vector<std::string> args = {"plan", recipe_, "--json"};
    args.insert(args.end(), more.begin(), more.end());
    const Finished run = Talus(args);
    EXPECT_EQ(run.code, 0) << run.errors;
    const size_t at = run.output.find("recipe_digest");
    return run.output.substr(at, 90);
  };
  const std::string plain = digest({});
  EXPECT_EQ(digest({"--seed", "0"}), plain);
  EXPECT_NE(digest({"--seed", "spring"}), plain);
  EXPECT_NE(digest({"--set", "stages[0].gradient_noise.octaves=6"}), plain);
  EXPECT_NE(digest({"--until-stage", "2"}), plain);
  EXPECT_THAT(Talus({"plan", recipe_, "--seed", "random"}).errors,
              StartsWith("seed "));
}

TEST_F(Cli, PlanPrintsEveryStageAndItsJsonIsTheResponse) {
  const Finished table = Talus({"plan", recipe_});
  EXPECT_EQ(table.code, 0) << table.errors;
  EXPECT_THAT(table.output,
              HasSubstr("stages[1].multiscale.stages[0].fluvial_incision"));
  EXPECT_THAT(
      table.output,
      HasSubstr("region  320 x 256 cells of 20 m from (0, 0), level 0"));
  EXPECT_THAT(table.output, ContainsRegex("cell-passes +memory\n"
                                          "stages.*[0-9](\\.[0-9])? [KM]iB\n"));
  const std::string json =
      Talus({"plan", recipe_, "--level", "2", "--json"}).output;
  EXPECT_THAT(json, HasSubstr("\"cell_passes\""));
  // Once for the region and once for each of its stages.
  const std::string name = "\"memory_bytes\"";
  size_t found = 0;
  for (size_t at = json.find(name); at != std::string::npos;
       at = json.find(name, at + 1)) {
    ++found;
  }
  EXPECT_GE(found, 3u);
}

TEST_F(Cli, PresetsAndStagesAreListedAndExplained) {
  const Finished list = Talus({"presets"});
  EXPECT_EQ(list.code, 0);
  for (const Preset& preset : Presets())
    EXPECT_THAT(list.output, HasSubstr(std::string(preset.name)));
  const Finished show = Talus({"presets", "hills"});
  EXPECT_EQ(show.output, std::string(FindPreset("hills")->text));
  EXPECT_THAT(Talus({"presets", "hills", "--json"}).output, StartsWith("{"));
  EXPECT_THAT(Talus({"stages"}).output, HasSubstr("water_erosion\n"));
  EXPECT_THAT(Talus({"stages", "creep"}).output, HasSubstr("diffusion_m2"));
}

TEST_F(Cli, DemoPrintsPicturesRastersAndSpeed) {
  WriteRaster(folder_ / "dem.tif", {});
  const Finished run =
      Talus({"demo", "--preset", "hills", "--size", "300", "--dem",
             folder_ / "dem.tif", "--out", folder_ / "out"});
  ASSERT_EQ(run.code, 0) << run.errors;
  for (const char* file :
       {"hills_hillshade.png", "hills_relief.png", "hills_sheet.png",
        "hills_height.tif", "dem_eroded_hillshade.png", "dem_eroded_sheet.png",
        "dem_eroded_height.tif"}) {
    EXPECT_THAT(run.output, HasSubstr(Out(file) + "\n"));
    EXPECT_NE(OpenWithGdal(Out(file)), nullptr) << file;
  }
  EXPECT_THAT(run.output,
              testing::ContainsRegex(
                  "total [0-9.]+ s; eroded at [0-9.]+ [MkG] cell-passes/s\n$"));
}

TEST_F(Cli, BadUseIsToldWithItsExitCode) {
  WriteRaster(folder_ / "degrees.tif",
              {.transform = {-118, 0.001, 0, 34, 0, -0.001}, .epsg = 4326});
  WriteRaster(folder_ / "plain.tif", {});
  ASSERT_TRUE(WriteFile(folder_ / "empty.tif", "").ok());
  struct Case {
    std::vector<std::string> args;
    int code;
    std::string message;
  };
  for (const Case& c : {
           Case{{}, 2, "A subcommand is required"},
           Case{{"melt"}, 2, "A subcommand is required"},
           Case{{"generate"}, 2, "recipe is required"},
           Case{{"generate", "alpps"},
                2,
                "talus: 'alpps' is no file and no preset; the presets are"},
           Case{{"generate", recipe_, "--region", "1,2"},
                2,
                "talus: --region '1,2' is no X,Y,WIDTH,HEIGHT"},
           Case{{"generate", recipe_, "--region", "0,0,1,1", "--size", "3"},
                2,
                "excludes"},
           Case{{"generate", recipe_, "--region", "400,0,9,9"},
                2,
                "outside the domain of the recipe, which is 0,0,320,256"},
           Case{{"generate", recipe_, "--format", "gif"},
                2,
                "talus: --format 'gif' is unknown"},
           Case{{"generate", recipe_, "--level", "3"},
                2,
                "talus: --level 3 is outside [0, 2]"},
           Case{{"generate", recipe_, "--layers", "hardness"},
                2,
                "hardness; the stages of this recipe make"},
           Case{{"generate", recipe_, "--set", "stages[0].creep.passes=3"},
                2,
                "stages[0] is a gradient_noise, no creep"},
           Case{{"generate", recipe_, "--set", "cell_size_m=-3"},
                2,
                "cell_size_m"},
           Case{{"generate", recipe_, "--until-stage", "9"}, 2, "9"},
           Case{{"generate", recipe_, "--threads", "-2"},
                2,
                "--threads: '-2' is no whole number of [0, 1024]"},
           Case{
               {"generate", recipe_, "--memory", "lots"}, 2, "--memory 'lots'"},
           Case{{"generate", recipe_, "--name", "a/b"}, 2, "has a slash"},
           Case{{"generate", recipe_, "--exaggerate", "0"},
                2,
                "--exaggerate 0 is outside"},
           Case{{"verify", recipe_, "--tiles", "0"},
                2,
                "--tiles: '0' is no whole"},
           Case{{"generate", recipe_, "--name", "a\nb"},
                2,
                "--name 'a\\nb' has a control character"},
           Case{{"generate", recipe_, "--level", "2147483648"},
                2,
                "--level: '2147483648' is no whole number of [0, "},
           Case{{"generate", recipe_, "--threads", "abc"},
                2,
                "'abc' is no whole number of [0, 1024]"},
           Case{{"generate", recipe_, "--until-stage", "99999999999"},
                2,
                "'99999999999' is no whole number of [1, "},
           Case{{"generate", recipe_, "--region", "0,0,0,1"},
                2,
                "has width 0; both must be at least 1"},
           Case{{"generate", recipe_, "--tint", "2,1"}, 2, "2 is not below 1"},
           Case{{"generate", recipe_, "--size", "5000000"},
                2,
                "5000000 is outside [1, 1048576]"},
           Case{{"erode", folder_ / "plain.tif", "--cell-size", "-3"},
                2,
                "--cell-size -3 is outside [0.01, 10000] metres"},
           Case{{"presets", "mars"}, 2, "'mars' is no preset"},
           Case{{"stages", "lava"}, 2, "lava"},
           Case{{"erode", folder_ / "degrees.tif"}, 2, "counts in degrees"},
           Case{{"generate", recipe_, "--server", "127.0.0.1:1", "--size", "8"},
                4,
                "(after 8 tries)"},
           Case{{"generate", recipe_, "--out", recipe_},
                5,
                "cannot make folder"},
           Case{{"erode", folder_ / "none.tif"},
                5,
                "none.tif: No such file or directory"},
           Case{{"erode", folder_.path()}, 5, ": Is a directory"},
           Case{{"erode", recipe_}, 5, "of no raster format that GDAL knows"},
           Case{{"erode", folder_ / "empty.tif"}, 5, "the file is empty"},
           Case{{"inspect", folder_ / "none"},
                5,
                "none: No such file or directory"},
           Case{{"inspect", folder_.path()}, 5, "has no .json file"},
           Case{{"generate", long_recipe_, "--memory", "16K"},
                6,
                "16 KiB are allowed"},
           Case{{"generate", long_recipe_, "--memory", "1M"},
                6,
                " KiB and 1024 KiB are allowed"},
       }) {
    const Finished run = Talus(c.args);
    EXPECT_EQ(run.code, c.code) << c.message << "\n" << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(c.message));
  }
}

TEST_F(Cli, PicturesReachTheEdgeOfTheWorld) {
  const Finished run =
      Talus({"generate", "hills", "--region=-1099511627776,0,40,30", "--out",
             folder_ / "out", "--format", "hillshade,sheet"});
  EXPECT_EQ(run.code, 0) << run.errors;
  EXPECT_NE(OpenWithGdal(Out("hills_hillshade.png")), nullptr);
}

TEST_F(Cli, HelpAndVersionAreNoErrors) {
  EXPECT_THAT(Talus({"--help"}).output, HasSubstr("130 stopped by Ctrl-C"));
  EXPECT_EQ(Talus({"generate", "--help"}).code, 0);
  EXPECT_THAT(Talus({"--version"}).output,
              testing::MatchesRegex("talus [0-9.]+, engine version [0-9]+\n"));
}

}  // namespace
}  // namespace talus
