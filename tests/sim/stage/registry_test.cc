#include "sim/stage/registry.h"

#include <gtest/gtest.h>

#include <set>

#include "sim/recipe/stage_message.h"

namespace talus {
namespace {

TEST(Registry, HasARowForEveryProcessButTheGroups) {
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    const auto& field = *ProcessOneof().field(i);
    const auto process = static_cast<v1::Stage::ProcessCase>(field.number());
    const RegistryRow* row = FindStage(process);
    if (StageDocOf(field).kind() == v1::STAGE_KIND_GROUP) {
      EXPECT_EQ(row, nullptr) << field.name();
      continue;
    }
    ASSERT_NE(row, nullptr) << "v1.Stage." << field.name()
                            << " has no row in sim/stage/registry.cc";
    EXPECT_EQ(row->name, field.name());
  }
  EXPECT_EQ(FindStage(v1::Stage::PROCESS_NOT_SET), nullptr);
}

TEST(Registry, ListsEachProcessOnceInTheOrderOfTheLanguage) {
  int before = 0;
  for (const RegistryRow& row : Registry()) {
    EXPECT_LT(before, row.process) << row.name;
    before = row.process;
    EXPECT_EQ(FindStage(row.process), &row);
  }
}

}  // namespace
}  // namespace talus
