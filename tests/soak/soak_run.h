#ifndef TALUS_TESTS_SOAK_SOAK_RUN_H_
#define TALUS_TESTS_SOAK_SOAK_RUN_H_

#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "sim/plan/engine.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

// What long tests share.
namespace talus::testing {

// A line of the report.
inline void Figure(const std::string& text) {
  std::cout << "figure: " << text << std::endl;
}

inline std::shared_ptr<const Program> CompileText(std::string_view text) {
  const auto recipe = ParseRecipe(text);
  EXPECT_TRUE(recipe.ok()) << recipe.status();
  const auto canonical = Canonicalize(recipe.value());
  EXPECT_TRUE(canonical.ok()) << canonical.status();
  const auto program =
      Program::Compile(canonical->recipe, canonical->digest, {});
  EXPECT_TRUE(program.ok()) << program.status();
  return program.value();
}

class NoSink final : public TileSink {
 public:
  absl::Status OnTile(const TileView&) override { return absl::OkStatus(); }
};

inline RegionSummary Make(const Program& program, const RegionRequest& request,
                          const EngineOptions& options) {
  const Engine engine(options);
  NoSink sink;
  const auto summary = engine.Run(program, request, sink, {}, nullptr);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return summary.value();
}

inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  return passed.count();
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SOAK_SOAK_RUN_H_
