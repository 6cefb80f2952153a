#include "sim/recipe/recipe_text.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>

namespace talus {
namespace {

using google::protobuf::util::MessageDifferencer;
using ::testing::HasSubstr;

struct BadText {
  const char* what;
  const char* text;
  const char* message;
};

void PrintTo(const BadText& bad, std::ostream* os) { *os << bad.what; }

class BadTexts : public ::testing::TestWithParam<BadText> {};

TEST_P(BadTexts, AreRefusedWithPlaceAndField) {
  const auto recipe = ParseRecipe(GetParam().text);
  ASSERT_EQ(recipe.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(recipe.status().message()),
              HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Textproto, BadTexts,
    ::testing::Values(
        BadText{"an unknown field",
                "stages {\n  thermal_erosion {\n    strengthh: 1\n  }\n}",
                "line 3, column 14: Message type \"talus.v1.ThermalErosion\" "
                "has no field named \"strengthh\""},
        BadText{"a field by number", "99: 1", "line 1, column 1: "},
        BadText{"a missing brace", "stages {\n", "line 2, column 1: "},
        BadText{"a word for a number", "cell_size_m: ten",
                "line 1, column 14: "},
        BadText{"a negative count", "stages { creep { passes: -1 } }",
                "line 1, column 26: "},
        BadText{"an unknown choice", "domain { border: BORDER_HEDGE }",
                "\"BORDER_HEDGE\""},
        BadText{"a field given twice", "cell_size_m: 1\ncell_size_m: 2",
                "line 2, column 12: "},
        BadText{"two seeds", "seed_number: 1 seed_text: \"a\"", "seed_number"},
        BadText{"two processes in a stage", "stages { plane {} creep {} }",
                "plane"},
        BadText{"text that is not UTF-8", "seed_text: \"\xff\"",
                "not valid UTF-8"}));

INSTANTIATE_TEST_SUITE_P(
    Json, BadTexts,
    ::testing::Values(
        BadText{"an unknown field",
                "{\"stages\": [\n  {\"thermalErosion\": {\n    \"strengthh\": "
                "1}}]}",
                "line 3, column 18: stages[0].thermal_erosion.strengthh: "
                "Cannot find field"},
        BadText{"an unknown field at the top", "{\n \"cells\": 1}",
                "line 2, column 11: cells: Cannot find field"},
        BadText{
            "a word for a number",
            "{\"stages\": [{\"creep\": {}},\n {\"creep\": {\"passes\": "
            "\"ten\"}}]}",
            "line 2, column 23: stages[1].creep.passes: \"ten\" is no whole "
            "number of [1, "},
        BadText{"a count below zero",
                "{\"stages\":[{\"creep\":{\"passes\":-1}}]}",
                "stages[0].creep.passes: -1 is no whole number of [1, "},
        BadText{"a broken count", "{\"stages\":[{\"creep\":{\"passes\":1.5}}]}",
                "stages[0].creep.passes: 1.5 is no whole number of [1, "},
        BadText{"a switch for a number", "{\"cellSizeM\":true}",
                "true is no number"},
        BadText{"one stage for a list", "{\"stages\":{\"creep\":{}}}",
                "line 1, column 11: stages: is a list; put its elements in"},
        BadText{"a stage that is null", "{\"stages\":[{\"creep\":{}},null]}",
                "stages[1]: null is no element of a list"},
        BadText{"a negative count in a list",
                "{\"stages\":[{\"multiscale\":{\"rounds\":[1, -2]}}]}",
                "line 1, column 40: stages[0].multiscale.rounds[1]: "},
        BadText{"two processes in a stage",
                "{\"stages\":[{\"plane\":{},\"creep\":{}}]}",
                "line 1, column 12: stages[0]: "},
        BadText{"two seeds", "{\"seed_text\":\"a\",\"seed_number\":1}",
                "line 1, column 1: recipe: "},
        BadText{"a key given twice", "{\"cell_size_m\":1,\n\"cell_size_m\":2}",
                "line 2, column 1: cell_size_m is given twice"},
        BadText{"a comma too many", "{\"cell_size_m\":1,}",
                "line 1, column 18: expected a name"},
        BadText{"a missing colon", "{\"cell_size_m\" 1}",
                "line 1, column 16: expected ':'"},
        BadText{"a missing bracket", "{\"stages\":[{}",
                "line 1, column 14: expected ',' or ']'"},
        BadText{"text after the end", "{} x",
                "line 1, column 4: expected the end of the text"},
        BadText{"single quotes", "{'stages':[]}",
                "line 1, column 2: expected a name in double quotes"},
        BadText{"a bare word", "{\"stages\": maybe}",
                "line 1, column 12: expected a value"},
        BadText{"a number with no digits", "{\"cell_size_m\":1.}",
                "line 1, column 18: expected a digit after '.'"},
        BadText{"a number that starts with 0", "{\"cell_size_m\":01}",
                "line 1, column 17: expected ',' or '}'"},
        BadText{"a broken escape", "{\"seed_text\":\"\\u12g4\"}",
                "expected four hexadecimal digits"},
        BadText{"a string with no end", "{\"seed_text\":\"a",
                "the text ends inside a string"},
        BadText{"a line break in a string", "{\"seed_text\":\"a\nb\"}",
                "control character"}));

TEST(ParseRecipe, ReadsBothNotationsByTheirFirstCharacter) {
  const auto text = ParseRecipe(
      "# A comment with a { in it.\nseed_number: 7\nstages { creep { passes: 3 "
      "} }");
  ASSERT_TRUE(text.ok()) << text.status();
  for (const char* json :
       {"\xef\xbb\xbf\n {\"seed_number\": \"7\", \"stages\": [{\"creep\": "
        "{\"passes\": 3}}]}",
        "{\"seedNumber\": 7, \"stages\": [{\"creep\": {\"passes\": "
        "\"3\"}}]}"}) {
    const auto recipe = ParseRecipe(json);
    ASSERT_TRUE(recipe.ok()) << recipe.status();
    EXPECT_TRUE(MessageDifferencer::Equals(*recipe, *text));
  }
}

TEST(ParseRecipe, RefusesTextOfMoreThanOneMebibyte) {
  const std::string comment = "#" + std::string(kMaxRecipeBytes - 1, 'x');
  EXPECT_TRUE(ParseRecipe(comment).ok());
  EXPECT_EQ(ParseRecipe(comment + "x").status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(ParseRecipe, RefusesDeepNesting) {
  std::string text, json = "{\"stages\":[";
  for (int i = 0; i < 10000; ++i) text += "stages { repeat { ";
  for (int i = 0; i < 10000; ++i) json += "{\"repeat\":{\"stages\":[";
  for (const std::string& deep : {text, json}) {
    const auto recipe = ParseRecipe(deep);
    EXPECT_EQ(recipe.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(recipe.status().message()), HasSubstr("deep"));
  }
}

TEST(ParseRecipe, ReadsBackWhatTheWritersWrite) {
  const auto recipe = ParseRecipe(R"(
    seed_text: "a \"quoted\" word, ü and \n"
    cell_size_m: 0.1
    domain { x: -1099511627776 width: 4294967296 height: 3 border: BORDER_OPEN
             base_level_m: -0.333333333333333314829616256247 }
    stages { seed: 18446744073709551615
             gradient_noise { gain: 0.1234567890123456789 octave_offsets {} } }
    stages { multiscale { rounds: [ 3, 2, 1 ] stages { water_erosion {} } } })");
  ASSERT_TRUE(recipe.ok()) << recipe.status();
  for (const std::string& text :
       {RecipeToTextproto(*recipe), RecipeToJson(*recipe)}) {
    const auto again = ParseRecipe(text);
    ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
    EXPECT_TRUE(MessageDifferencer::Equals(*again, *recipe)) << text;
  }
}

}  // namespace
}  // namespace talus
