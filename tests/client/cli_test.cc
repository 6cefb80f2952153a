// The command line as a process: what it prints, what it writes, how it ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>

#include "client/pending_file.h"
#include "client/sidecar.h"
#include "sim/recipe/presets.h"
#include "tests/client/gdal_reader.h"
#include "tests/client/process.h"
#include "tests/client/temporary_folder.h"
#include "tests/client/test_raster.h"

namespace talus {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A finite world that all erosions shape a little.
constexpr char kRecipe[] = R"(
  cell_size_m: 20
  domain { width: 320 height: 256 border: BORDER_OPEN }
  stages { gradient_noise { octaves: 5 } }
  stages { multiscale { coarsest_level: 2 rounds: 4 stages { fluvial_incision { passes: 1 } } } }
  stages { water_erosion { passes: 4 } }
)";

// Passes without end on a small machine: stopped, or over a limit, in the
// tests.
constexpr char kLongRecipe[] = R"(
  domain { width: 4096 height: 4096 }
  stages { gradient_noise {} }
  stages { repeat { count: 5000 stages { creep { passes: 3 } } } }
)";

class Cli : public testing::Test {
 protected:
  Cli() {
    EXPECT_TRUE(WriteFile(recipe_, kRecipe).ok());
    EXPECT_TRUE(WriteFile(long_recipe_, kLongRecipe).ok());
  }
  Finished Talus(std::vector<std::string> args) const {
    args.insert(args.begin(), TALUS_BINARY);
    return RunToEnd(args);
  }
  std::string Out(const std::string& file) const {
    return folder_ / ("out/" + file);
  }

  const TemporaryFolder folder_;
  const std::string recipe_ = folder_ / "land.textproto";
  const std::string long_recipe_ = folder_ / "long.textproto";
};

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

TEST_F(Cli, WrittenFilesAreVerifiedAndInspected) {
  ASSERT_EQ(Talus({"generate", recipe_, "--out", folder_ / "out", "--format",
                   "q32", "--layers", "all"})
                .code,
            0);
  const Finished verify =
      Talus({"verify", folder_ / "out", "--tiles", "2", "--pick", "1"});
  EXPECT_EQ(verify.code, 0) << verify.output << verify.errors;
  EXPECT_EQ(verify.output, "2 tiles agree\n");
  const Finished inspect = Talus({"inspect", folder_ / "out"});
  EXPECT_EQ(inspect.code, 0) << inspect.output << inspect.errors;
  EXPECT_THAT(inspect.output, HasSubstr("land_height.q32: as written"));
}

TEST_F(Cli, FilesThatWereChangedAreAMismatch) {
  ASSERT_EQ(
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format", "r16"})
          .code,
      0);
  ASSERT_TRUE(WriteFile(Out("land_height.r16"), "no heights").ok());
  const Finished inspect = Talus({"inspect", Out("land.json")});
  EXPECT_EQ(inspect.code, 3);
  EXPECT_THAT(inspect.output, HasSubstr("land_height.r16: changed"));
  std::filesystem::remove(Out("land_height.r16"));
  EXPECT_THAT(Talus({"inspect", folder_ / "out"}).output,
              HasSubstr("land_height.r16: missing"));
}

TEST_F(Cli, DigestsThatDoNotHoldAreAMismatch) {
  ASSERT_EQ(
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format", "r16"})
          .code,
      0);
  client::Sidecar sidecar = ReadSidecar(Out("land.json")).value();
  for (std::string& block : *sidecar.mutable_layers(0)->mutable_blocks()) {
    block = std::string(64, 'a');
  }
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  const Finished verify = Talus({"verify", folder_ / "out"});
  EXPECT_EQ(verify.code, 3);
  EXPECT_THAT(verify.output,
              HasSubstr("mismatch: height of tile (0, 0): alone (blocks"));
  EXPECT_THAT(verify.output, HasSubstr("in the region aaaa"));
  EXPECT_EQ(Talus({"inspect", folder_ / "out"}).code, 3);
}

TEST_F(Cli, PartsAloneHaveTheWordsOfTheWhole) {
  ASSERT_EQ(
      Talus({"generate", recipe_, "--out", folder_ / "out", "--format", "q32"})
          .code,
      0);
  ASSERT_EQ(Talus({"generate", recipe_, "--out", folder_ / "out", "--name",
                   "part", "--format", "q32", "--region", "256,0,64,256",
                   "--memory", "64M", "--threads", "1"})
                .code,
            0);
  const client::Sidecar whole = ReadSidecar(Out("land.json")).value();
  const client::Sidecar part = ReadSidecar(Out("part.json")).value();
  EXPECT_EQ(part.layers(0).blocks(0), whole.layers(0).blocks(1));
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

TEST_F(Cli, ErodeKeepsExtentPlaceAndNodataOfARaster) {
  RasterSpec spec;
  spec.width = 150;
  spec.height = 90;
  spec.type = GDT_Int16;
  spec.nodata = 32767;
  spec.value = [](int x, int y) {
    return x < 20 && y < 10
               ? 32767
               : std::round(900 + 400 * std::sin(x * 0.1) * std::cos(y * 0.13));
  };
  WriteRaster(folder_ / "dem.tif", spec);
  const Finished run =
      Talus({"erode", folder_ / "dem.tif", "--out", folder_ / "out"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const Dataset before = OpenWithGdal(folder_ / "dem.tif");
  const Dataset after = OpenWithGdal(Out("dem_eroded_height.tif"));
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(after->GetRasterXSize(), 150);
  EXPECT_EQ(after->GetRasterYSize(), 90);
  double from[6], to[6];
  before->GetGeoTransform(from);
  after->GetGeoTransform(to);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(from[i], to[i]);
  EXPECT_TRUE(before->GetSpatialRef()->IsSame(after->GetSpatialRef()));
  EXPECT_EQ(after->GetRasterBand(1)->GetNoDataValue(), 32767);
  const std::vector<double> old = ReadBand(*before), eroded = ReadBand(*after);
  int changed = 0;
  for (size_t i = 0; i < old.size(); ++i) {
    EXPECT_EQ(old[i] == 32767, eroded[i] == 32767);
    changed += old[i] != eroded[i] ? 1 : 0;
  }
  EXPECT_GT(changed, 5000);
}

TEST_F(Cli, ErodeTakesTheErosionOfAnotherRecipe) {
  WriteRaster(folder_ / "dem.tif", {});
  const Finished run = Talus({"erode", folder_ / "dem.tif", "--recipe", recipe_,
                              "--out", folder_ / "out", "--format", "q32"});
  ASSERT_EQ(run.code, 0) << run.errors;
  const std::string recipe =
      ReadFile(Out("dem_eroded.recipe.textproto"), 1 << 20).value();
  EXPECT_THAT(recipe, HasSubstr("water_erosion"));
  EXPECT_THAT(recipe, testing::Not(HasSubstr("gradient_noise")));
  const Finished verify =
      Talus({"verify", folder_ / "out", "--raster", folder_ / "dem.tif"});
  EXPECT_EQ(verify.code, 0) << verify.errors;
}

TEST_F(Cli, ARasterThatFitsNoStageOrScaleIsToldOf) {
  const std::string dem = folder_ / "dem.tif";
  WriteRaster(dem, {});
  const Finished unused = Talus({"plan", recipe_, "--raster", dem});
  EXPECT_EQ(unused.code, 2);
  EXPECT_THAT(unused.errors, HasSubstr("no raster stage of the recipe"));
  ASSERT_EQ(Talus({"erode", dem, "--out", folder_ / "out"}).code, 0);
  const std::string recipe = Out("dem_eroded.recipe.textproto");
  const Finished without = Talus({"plan", recipe});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.errors, HasSubstr("--raster"));
  const Finished fits = Talus({"plan", recipe, "--raster", dem});
  EXPECT_EQ(fits.code, 0) << fits.errors;
  EXPECT_EQ(fits.errors, "");
  const Finished scaled =
      Talus({"plan", recipe, "--raster", dem, "--set", "cell_size_m=10"});
  EXPECT_EQ(scaled.code, 0) << scaled.errors;
  EXPECT_THAT(scaled.errors,
              HasSubstr("has cells of 30, the recipe takes them as 10 m"));
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

TEST_F(Cli, InputsAreNeverReplaced) {
  const std::string json = folder_ / "mine.json";
  const Finished shown = Talus({"presets", "hills", "--json"});
  ASSERT_TRUE(WriteFile(json, shown.output).ok());
  const std::string text = folder_ / "w.recipe.textproto";
  ASSERT_TRUE(WriteFile(text, kRecipe).ok());
  const std::string dem = folder_ / "x_height.tif";
  WriteRaster(dem, {});
  std::filesystem::create_symlink(folder_.path(), folder_ / "link");
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"generate", json, "--size", "64"},
        {"generate", text, "--name", "w", "--size", "64"},
        {"erode", dem, "--name", "x", "--format", "tiff"}}) {
    for (const char* out : {".", "link"}) {
      std::vector<std::string> with_out = args;
      with_out.insert(with_out.end(), {"--out", folder_ / out});
      const std::string before = HashFile(args[1]).value();
      const Finished run = Talus(with_out);
      EXPECT_EQ(run.code, 2) << run.errors;
      EXPECT_THAT(run.errors, HasSubstr("would replace the input " + args[1] +
                                        "; choose another --name or --out"));
      EXPECT_EQ(HashFile(args[1]).value(), before);
    }
  }
}

TEST_F(Cli, AFolderInPlaceOfAFileIsFoundBeforeTheWork) {
  std::filesystem::create_directories(Out("land_height.tif"));
  const Finished run = Talus({"generate", recipe_, "--out", folder_ / "out"});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.errors, HasSubstr("land_height.tif: Is a directory"));
  EXPECT_THAT(run.errors, testing::Not(HasSubstr("cell-passes")));
}

TEST_F(Cli, ARasterCountsAgainstTheMemoryBeforeItIsRead) {
  GDALAllRegister();
  {
    const char* sparse[] = {"SPARSE_OK=TRUE", "TILED=YES", nullptr};
    const Dataset dataset(
        GetGDALDriverManager()->GetDriverByName("GTiff")->Create(
            (folder_ / "large.tif").c_str(), 16384, 16384, 1, GDT_Byte,
            const_cast<char**>(sparse)));
    ASSERT_NE(dataset, nullptr);
  }
  const Finished run = Talus({"erode", folder_ / "large.tif", "--cell-size",
                              "10", "--memory", "512M"});
  EXPECT_EQ(run.code, 6);
  EXPECT_THAT(run.errors, HasSubstr("16384 x 16384 cells, which take "));
  EXPECT_THAT(run.errors, HasSubstr(" and 512 MiB are left of --memory"));
  WriteRaster(folder_ / "small.tif", {.width = 4000, .height = 1000});
  const Finished close = Talus(
      {"erode", folder_ / "small.tif", "--memory", "24M", "--format", "q32"});
  EXPECT_EQ(close.code, 6);
  EXPECT_THAT(close.errors, HasSubstr("are allowed"));
}

TEST_F(Cli, APipeIsNoRecipe) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const char* command : {"generate", "erode", "inspect"}) {
    const Finished run = Talus({command, pipe});
    EXPECT_EQ(run.code, 5) << command;
    EXPECT_THAT(run.errors, HasSubstr("it is a pipe; give a regular file"));
  }
}

TEST_F(Cli, FilesThatCannotGrowAreOneErrorAndLeaveNothing) {
  for (const char* format : {"r32", "tiff", "cog", "png16", "hillshade"}) {
    // Blocks of 512 bytes: 8 KiB.
    const Finished run =
        RunToEnd({"/bin/sh", "-c",
                  "ulimit -f 16 && exec " TALUS_BINARY " generate " + recipe_ +
                      " --format " + format + " --out " + (folder_ / "out")});
    EXPECT_EQ(run.code, 5) << format << run.errors;
    EXPECT_THAT(run.errors, testing::ContainsRegex(
                                "talus: cannot write [^ ]*/out/land_[^ ]*: "
                                "File too large\n$"))
        << format;
    EXPECT_THAT(run.errors, testing::Not(HasSubstr(".partial")));
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "out")) << format;
  }
}

TEST_F(Cli, AFolderWhoseFilesAreNotFinishedHasNoSidecar) {
  const std::vector<std::string> generate = {
      "generate", recipe_, "--format", "r32", "--out", folder_ / "out"};
  ASSERT_EQ(Talus(generate).code, 0);
  ASSERT_TRUE(std::filesystem::exists(Out("land.json")));
  const Finished run =
      RunToEnd({"/bin/sh", "-c",
                "ulimit -f 16 && exec " TALUS_BINARY " generate " + recipe_ +
                    " --seed 3 --format r32 --out " + (folder_ / "out")});
  ASSERT_EQ(run.code, 5) << run.errors;
  EXPECT_FALSE(std::filesystem::exists(Out("land.json")));
}

TEST_F(Cli, VerifyAndInspectHoldEveryFileAgainstTheSidecar) {
  const auto generate = [&] {
    ASSERT_EQ(Talus({"generate", recipe_, "--out", folder_ / "out", "--format",
                     "tiff,q32"})
                  .code,
              0);
  };
  const auto expect = [&](const std::string& message) {
    for (const char* command : {"verify", "inspect"}) {
      const Finished run = Talus({command, folder_ / "out"});
      EXPECT_EQ(run.code, 3) << command << message;
      EXPECT_THAT(run.output + run.errors, HasSubstr(message)) << command;
      EXPECT_THAT(run.output, testing::Not(HasSubstr("tiles agree")));
    }
  };
  generate();
  std::filesystem::resize_file(Out("land_height.tif"), 300);
  expect("land_height.tif: changed");
  generate();
  ASSERT_TRUE(
      WriteFile(Out("land.recipe.textproto"), "stages { gradient_noise {} }")
          .ok());
  expect("land.recipe.textproto: changed: its digest is ");
  generate();
  // Another file, and a sidecar that was mended to suit it.
  client::Sidecar sidecar = ReadSidecar(Out("land.json")).value();
  const client::Sidecar written = sidecar;
  const std::string words(320 * 256 * 4, 'a');
  ASSERT_TRUE(WriteFile(Out("land_height.q32"), words).ok());
  for (client::FileEntry& file : *sidecar.mutable_layers(0)->mutable_files()) {
    file.set_sha256(HashFile(Out(file.file())).value());
  }
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  expect("land_height.q32: its words are not those of the layer's blocks");
  generate();
  sidecar = written;
  sidecar.mutable_layers(0)->mutable_files(0)->set_file("../land.textproto");
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  expect("'../land.textproto' is no name of a file beside it");
  sidecar = written;
  sidecar.set_block_size(0);
  ASSERT_TRUE(WriteSidecar(Out("land.json"), sidecar).ok());
  expect("block_size = 0");
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

class CliSignals : public Cli, public testing::WithParamInterface<int> {};

TEST_P(CliSignals, StopInMidWorkLeavesNothingBehind) {
  Process process(
      {TALUS_BINARY, "generate", long_recipe_, "--out", folder_ / "out"});
  ASSERT_TRUE(process.WaitForError(" %")) << process.errors();
  process.Signal(GetParam());
  EXPECT_EQ(process.Wait(), 130) << process.errors();
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "out"));
}

INSTANTIATE_TEST_SUITE_P(, CliSignals, testing::Values(SIGINT, SIGTERM),
                         [](const auto& info) {
                           return info.param == SIGINT ? "Interrupt"
                                                       : "Terminate";
                         });

}  // namespace
}  // namespace talus
